import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleX, Clock, Mail, Settings, UserPlus } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import type { Target } from "#ui/list-screen/use-selection.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Tone } from "#ui/tone.ts";
import { registrationList, registrationStates, type RegistrationRow } from "../queue-contract.ts";
import type { Chosen } from "./chosen.ts";
import type { DecideDialogProps } from "./decide-dialog.tsx";
import { registrationsQuery } from "./hooks.ts";
import type { SettingsDialogProps } from "./settings-dialog.tsx";

const LazyDecideDialog = lazyOverlay<DecideDialogProps>(
  () => import("./decide-dialog.tsx").then(({ DecideDialog }) => ({ default: DecideDialog })),
  ({ onClose }) => onClose(),
);
const LazySettingsDialog = lazyOverlay<SettingsDialogProps>(
  () => import("./settings-dialog.tsx").then(({ SettingsDialog }) => ({ default: SettingsDialog })),
  ({ onClose }) => onClose(),
);

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(registrationsQuery(listRequest(registrationList, to)));

/** Who registered: those who wait are let in or declined, one by one or many at a time. */
export default function RegistrationsPage() {
  const { t } = useLingui();
  const list = useListState(registrationList);
  const result = useQuery(registrationsQuery(list.request));
  const words = useStateWords();
  const [deciding, setDeciding] = useState<{ approves: boolean; chosen: Chosen; count: number; clear: () => void } | null>(null);
  const [isSetting, setSetting] = useState(false);
  const canChange = result.data?.canChange ?? false;
  const chosenOf = (target: Target): { chosen: Chosen; count: number } =>
    "ids" in target
      ? { chosen: { ids: target.ids.map(Number) }, count: target.ids.length }
      : { chosen: { all: { q: list.request.q ?? "", state: list.request.state ?? "" } }, count: result.data?.total ?? 0 };
  const decide = (approves: boolean) => (target: Target, clear: () => void) => setDeciding({ approves, clear, ...chosenOf(target) });
  return (
    <div className="page">
      <PageHeader
        title={t`Registrations`}
        description={t`Who made an account for themselves, and who waits to be let in.`}
        actions={
          canChange && (
            <Button icon={Settings} onPress={() => setSetting(true)}>
              <Trans>Who may register</Trans>
            </Button>
          )
        }
      />
      <SectionTabs of="users" />
      <TableList
        list={list}
        tabs={<ViewTabs name="registrations" list={list} everything={t`All registrations`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Registrations`}
        count={(total) => t`${plural(total, { one: "# registration", other: "# registrations" })}`}
        waiting={t`Loading registrations`}
        failed={{ title: t`The registrations could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={UserPlus}
            title={t`Nobody has registered`}
            message={
              canChange
                ? t`Say who may register; people then find “Create an account” on the login page.`
                : t`People who register are listed here.`
            }
          />
        }
        nothing={{ title: t`No registration matches these filters` }}
        search={t`Search names and emails`}
        filters={[
          { id: "state", label: t`Status`, any: t`Every status`, options: registrationStates.map((id) => ({ id, label: words[id] })) },
        ]}
        columns={useColumns()}
        rowId={({ id }) => String(id)}
        bulk={{
          rowLabel: ({ name, email }) => t`Select ${name || email}`,
          actions: [
            { id: "approve", label: t`Let in`, icon: CircleCheck, run: decide(true) },
            { id: "decline", label: t`Decline`, icon: Ban, isDangerous: true, run: decide(false) },
          ],
        }}
      />
      <LazyDecideDialog
        isOpen={deciding !== null}
        approves={deciding?.approves ?? true}
        chosen={deciding?.chosen ?? { ids: [] }}
        count={deciding?.count ?? 0}
        onDone={() => deciding?.clear()}
        onClose={() => setDeciding(null)}
      />
      <LazySettingsDialog isOpen={isSetting} onClose={() => setSetting(false)} />
    </div>
  );
}

const looks: Record<RegistrationRow["state"], { icon: LucideIcon; tone: Tone }> = {
  waiting: { icon: Clock, tone: "warning" },
  unconfirmed: { icon: Mail, tone: "neutral" },
  joined: { icon: CircleCheck, tone: "success" },
  declined: { icon: CircleX, tone: "neutral" },
  expired: { icon: Clock, tone: "neutral" },
};

function useStateWords(): Record<RegistrationRow["state"], string> {
  const { t } = useLingui();
  return {
    waiting: t`Waits to be let in`,
    unconfirmed: t`Email not confirmed`,
    joined: t`Joined`,
    declined: t`Declined`,
    expired: t`Expired`,
  };
}

function useColumns(): Column<RegistrationRow>[] {
  const { t } = useLingui();
  const words = useStateWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isSortable: true,
      card: "title",
      cell: ({ name, email, userId }) => (
        <>
          {userId === null ? (
            <bdi>{name || email}</bdi>
          ) : (
            <Link to={`/users/details/${userId}`}>
              <bdi>{name || email}</bdi>
            </Link>
          )}
          {name && <bdi className="muted small"> {email}</bdi>}
        </>
      ),
    },
    {
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: ({ state }) => (
        <Tag icon={looks[state].icon} tone={looks[state].tone}>
          {words[state]}
        </Tag>
      ),
    },
    { id: "asked", header: t`Registered`, isSortable: true, cell: ({ askedAt }) => <Time instant={askedAt} /> },
    {
      id: "decided",
      header: t`Decided`,
      cell: ({ decidedAt, decidedBy, reason }) =>
        decidedAt === null ? (
          <span className="muted">–</span>
        ) : (
          <span>
            <Time instant={decidedAt} />
            {decidedBy && <bdi className="muted small"> {decidedBy}</bdi>}
            {reason && <bdi className="muted small"> {reason}</bdi>}
          </span>
        ),
    },
    {
      id: "terms",
      header: t`Terms`,
      cell: ({ termsVersion }) => (termsVersion > 0 ? t`Version ${termsVersion}` : <span className="muted">–</span>),
    },
  ];
}
