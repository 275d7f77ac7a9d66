import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, PenLine, ShieldCheck, UserX, UsersRound } from "lucide-react";
import { useParams } from "react-router";
import * as z from "zod/mini";
import { MergedPerson } from "#features/lifecycle/web/merged-person.tsx";
import { RecordsBanner } from "#features/lifecycle/web/records-banner.tsx";
import { RecordsMenu } from "#features/lifecycle/web/records-menu.tsx";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { LookButton } from "#features/roles/web/look-button.tsx";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { Person } from "../person-contract.ts";
import { nameOf } from "./name-of.ts";
import { personQuery } from "./person-hooks.ts";
import { personTabs, tabIds, useTabWords, type TabId } from "./person-tabs.tsx";
import "./person.css";

const shape = { tab: z.enum(tabIds) };
const defaults: { tab: TabId } = { tab: "profile" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const userId = idIn(params["userId"]);
  return userId > 0 && client.prefetchQuery(personQuery(userId));
};

/** User Details (specification §2, USR-1): one person of the portal, in tabs that the address names. */
export default function PersonPage() {
  const { t } = useLingui();
  const userId = idIn(useParams()["userId"]);
  const query = useQuery({ ...personQuery(userId), enabled: userId > 0 });
  return (
    <PageOfOne
      query={query}
      isNamed={userId > 0}
      title={t`User Details`}
      waiting={t`Loading this person`}
      failed={t`This person could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={
        <MergedPerson userId={userId}>
          <NoSuchPerson />
        </MergedPerson>
      }
    >
      {(person) => <Details person={person} />}
    </PageOfOne>
  );
}

function Details({ person }: { person: Person }) {
  const { t } = useLingui();
  const { state, hrefFrom } = useUrlState(shape, defaults);
  const { User } = useEnvironment();
  const words = useTabWords();
  const seen = personTabs.filter(({ isFor }) => isFor?.(User) ?? true);
  // A tab that this person may not see is as none: the first one is shown.
  const { id: current, Part } = seen.find(({ id }) => id === state.tab) ?? personTabs[0];
  return (
    <>
      <PageHeader
        title={nameOf(person)}
        back={{ to: "/users/find", label: t`Find Users` }}
        description={<bdi>{person.email}</bdi>}
        meta={<PersonTags person={person} />}
        actions={
          <>
            {User.IsSystemAdmin && <LinkButton to={`/admin/userDetails/${person.userId}`}>{t`All portals`}</LinkButton>}
            <LookButton userId={person.userId} name={nameOf(person)} />
            <RecordsMenu userId={person.userId} name={nameOf(person)} />
          </>
        }
      />
      <RecordsBanner userId={person.userId} />
      {person.mailStopped !== null && (
        <Banner tone="warning">
          {person.mailStopped === "refused"
            ? t`Mail does not reach this person: a mail server refused their address for good.`
            : t`Mail does not reach this person: their address, or its domain, is on the email blacklist.`}
        </Banner>
      )}
      <LinkTabs
        label={t`About this person`}
        tabs={seen.map(({ id }) => ({ to: hrefFrom("", { tab: id }), label: words[id], isCurrent: id === current }))}
      />
      <section key={current} className="person-tab" aria-label={words[current]}>
        <Part person={person} meanwhile={<Skeleton shape="lines" count={6} />} />
      </section>
    </>
  );
}

/** What a person may do here, and whether they may enter at all. */
function PersonTags({ person: { roles, status } }: { person: Person }) {
  const { t } = useLingui();
  return (
    <>
      {status === "active" ? (
        <Tag icon={CircleCheck} tone="success">{t`Active`}</Tag>
      ) : (
        <Tag icon={UserX} tone="warning">{t`Deactivated`}</Tag>
      )}
      {roles.author && <Tag icon={PenLine}>{t`Author`}</Tag>}
      {roles.manager && <Tag icon={UsersRound}>{t`Manager`}</Tag>}
      {roles.admin && <Tag icon={ShieldCheck}>{t`Administrator`}</Tag>}
    </>
  );
}

function NoSuchPerson() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`User Details`} />
      <EmptyState
        icon={UserX}
        title={t`This person could not be found`}
        message={t`They may not belong to this portal, or not be among the people you look after.`}
      />
    </div>
  );
}
