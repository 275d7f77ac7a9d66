import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Globe, ShieldCheck, UserX } from "lucide-react";
import { useParams } from "react-router";
import * as z from "zod/mini";
import { RecordsBanner } from "#features/lifecycle/web/records-banner.tsx";
import { RecordsMenu } from "#features/lifecycle/web/records-menu.tsx";
import { nameOf } from "#features/people/web/name-of.ts";
import { personQuery } from "#features/people/web/person-hooks.ts";
import { personTabs, tabIds, useTabWords, type TabId } from "#features/people/web/person-tabs.tsx";
import { LookButton } from "#features/roles/web/look-button.tsx";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { Identity } from "../contract.ts";
import { IdentityAccount } from "./identity-account.tsx";
import { identityQuery } from "./hooks.ts";
import "#features/people/web/person.css";
import "./identities.css";

const shape = { tab: z.enum(["account", ...tabIds]) };
const defaults: { tab: TabId | "account" } = { tab: "account" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const userId = idIn(params["userId"]);
  return userId > 0 && client.prefetchQuery(identityQuery(userId));
};

/**
 * Admin User Details (specification §2, USR-1): a person as system admins see them. Their account and memberships in all portals, and, where they belong to this
 * portal, everything of User Details.
 */
export default function AdminUserPage() {
  const { t } = useLingui();
  const userId = idIn(useParams()["userId"]);
  const query = useQuery({ ...identityQuery(userId), enabled: userId > 0 });
  return (
    <PageOfOne
      query={query}
      isNamed={userId > 0}
      title={t`Admin User Details`}
      waiting={t`Loading this person`}
      failed={t`This person could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={<NoSuchPerson />}
    >
      {(identity) => <Details identity={identity} />}
    </PageOfOne>
  );
}

function Details({ identity }: { identity: Identity }) {
  const { t } = useLingui();
  const { state, hrefFrom } = useUrlState(shape, defaults);
  const words = { account: t`All portals`, ...useTabWords() };
  const { userId, email, isSystemAdmin, memberships } = identity;
  const isHere = memberships.some((one) => one.isHere);
  const { data: person } = useQuery({ ...personQuery(userId), enabled: isHere });
  const tab = isHere ? personTabs.find(({ id }) => id === state.tab) : undefined;
  const current = tab?.id ?? "account";
  const tabs = ["account" as const, ...(isHere ? personTabs.map(({ id }) => id) : [])];
  const name = nameOf(identity);
  return (
    <>
      <PageHeader
        title={name}
        description={<bdi>{email}</bdi>}
        meta={
          <>
            {isSystemAdmin && <Tag icon={ShieldCheck} tone="info">{t`System admin`}</Tag>}
            <Tag icon={Globe}>{t`Account in all portals`}</Tag>
          </>
        }
        actions={
          isHere && (
            <>
              <LookButton userId={userId} name={name} />
              <RecordsMenu userId={userId} name={name} />
            </>
          )
        }
      />
      {isHere && <RecordsBanner userId={userId} />}
      {tabs.length > 1 && (
        <LinkTabs
          label={t`About this person`}
          tabs={tabs.map((id) => ({ to: hrefFrom("", { tab: id }), label: words[id], isCurrent: id === current }))}
        />
      )}
      <section key={current} className="person-tab" aria-label={words[current]}>
        {!tab ? (
          <IdentityAccount identity={identity} />
        ) : person ? (
          <tab.Part person={person} meanwhile={<Skeleton shape="lines" count={6} />} />
        ) : (
          <Skeleton shape="lines" count={6} />
        )}
      </section>
    </>
  );
}

function NoSuchPerson() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Admin User Details`} />
      <EmptyState
        icon={UserX}
        title={t`This person could not be found`}
        message={t`No account has this number, or it was merged into another one or erased.`}
      />
    </div>
  );
}
