import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Palette, UsersRound } from "lucide-react";
import { useParams } from "react-router";
import * as z from "zod/mini";
import { useMay } from "#features/portal/web/use-may.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Tag } from "#ui/tag.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { Group } from "../contract.ts";
import { GroupActions } from "./group-actions.tsx";
import { GroupCourses } from "./group-courses.tsx";
import { GroupHistory } from "./group-history.tsx";
import { GroupInside } from "./group-inside.tsx";
import { GroupMembers } from "./group-members.tsx";
import { GroupUses } from "./group-uses.tsx";
import { groupQuery } from "./hooks.ts";
import { kindIcons, statusLooks, useGroupWords } from "./use-group-words.ts";
import "./groups.css";

const tabs = ["members", "inside", "courses", "history", "uses"] as const;
type Tab = (typeof tabs)[number];
const shape = { tab: z.enum(tabs) };
const defaults: { tab: Tab } = { tab: "members" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const groupId = idIn(params["groupId"]);
  return groupId > 0 && client.prefetchQuery(groupQuery(groupId));
};

/** One group (GRP-2): who is in it and why, their courses, who came and went, the groups in it, and what uses it. */
export default function GroupPage() {
  const { t } = useLingui();
  const groupId = idIn(useParams()["groupId"]);
  const query = useQuery({ ...groupQuery(groupId), enabled: groupId > 0 });
  return (
    <PageOfOne
      query={query}
      isNamed={groupId > 0}
      title={t`Group`}
      waiting={t`Loading this group`}
      failed={t`This group could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={<NoSuchGroup />}
    >
      {(group) => <Details group={group} />}
    </PageOfOne>
  );
}

function Details({ group }: { group: Group }) {
  const { t } = useLingui();
  const words = useGroupWords();
  const { state, hrefFrom } = useUrlState(shape, defaults);
  const labels: Record<Tab, string> = {
    members: t`Members`,
    inside: t`Groups in it`,
    courses: t`Courses`,
    history: t`History`,
    uses: t`Used by`,
  };
  const shown = tabs.filter((tab) =>
    tab === "inside" ? group.kind !== "dynamic" && group.kind !== "synced" : tab === "uses" ? group.canDefine : true,
  );
  const { kind, status, members, name, description } = group;
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: "/users/groups", label: t`Groups` }}
        description={description && <bdi className="group-description">{description}</bdi>}
        meta={
          <>
            <Tag icon={kindIcons[kind]}>{words.kind[kind]}</Tag>
            <Tag icon={statusLooks[status].icon} tone={statusLooks[status].tone}>
              {words.status[status]}
            </Tag>
            <span>{t`${plural(members, { one: "# member", other: "# members" })}`}</span>
          </>
        }
        actions={
          <>
            {status !== "deleted" && <BrandLink groupId={group.id} />}
            <GroupActions group={group} />
          </>
        }
      />
      {kind === "synced" && (
        <Banner tone="info">
          <Trans>Another system says who is in this group and what it is called. It is changed there, and only read here.</Trans>
        </Banner>
      )}
      {status !== "active" && (
        <Banner tone="info">
          {status === "archived" ? (
            <Trans>This group is archived: it keeps the members that it has and is offered nowhere.</Trans>
          ) : (
            <Trans>This group is deleted. It can be brought back for some days, with the members that it had.</Trans>
          )}
        </Banner>
      )}
      <LinkTabs
        label={t`About this group`}
        tabs={shown.map((tab) => ({ to: hrefFrom("", { tab }), label: labels[tab], isCurrent: tab === state.tab }))}
      />
      <section className="group-tab" aria-label={labels[state.tab]}>
        {state.tab === "members" && <GroupMembers group={group} />}
        {state.tab === "inside" && <GroupInside group={group} />}
        {state.tab === "courses" && <GroupCourses group={group} />}
        {state.tab === "history" && <GroupHistory group={group} />}
        {state.tab === "uses" && <GroupUses group={group} />}
      </section>
    </>
  );
}

/** Leads to the group's brand, whoever may set it. */
function BrandLink({ groupId }: { groupId: number }) {
  const { IsAdmin, IsSystemAdmin } = useEnvironment().User;
  const isAllowed = useMay()("brand-portal");
  return (
    (IsAdmin || IsSystemAdmin) &&
    isAllowed && (
      <LinkButton icon={Palette} to={`/portal/logo?group=${groupId}`}>
        <Trans>Brand</Trans>
      </LinkButton>
    )
  );
}

function NoSuchGroup() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Group`} back={{ to: "/users/groups", label: t`Groups` }} />
      <EmptyState
        icon={UsersRound}
        title={t`This group could not be found`}
        message={t`It may have been deleted, or not be among the groups that you look after.`}
      />
    </div>
  );
}
