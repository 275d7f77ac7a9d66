import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleX, Clock, Mail, MailOpen, MailX, Send, UserPlus } from "lucide-react";
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
import { toast } from "#ui/toast.ts";
import type { Tone } from "#ui/tone.ts";
import { invitationList, invitationStates, type InvitationRow } from "../staff-contract.ts";
import { invitationsQuery, useResend, useWithdraw } from "./hooks.ts";
import type { InviteDialogProps } from "./invite-dialog.tsx";
import { useRoleWords } from "./use-role-words.ts";

const LazyInviteDialog = lazyOverlay<InviteDialogProps>(
  () => import("./invite-dialog.tsx").then(({ InviteDialog }) => ({ default: InviteDialog })),
  ({ onClose }) => onClose(),
);

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(invitationsQuery(listRequest(invitationList, to)));

/** Days for which a link works that is sent again. */
const daysAgain = 14;

/** Who was invited by email, and what became of it; inviting, sending again, withdrawing. */
export default function InvitationsPage() {
  const { t } = useLingui();
  const list = useListState(invitationList);
  const result = useQuery(invitationsQuery(list.request));
  const words = useStateWords();
  const [isInviting, setInviting] = useState(false);
  const resend = useResend();
  const withdraw = useWithdraw();
  const chosenOf = (target: Target) =>
    "ids" in target ? { ids: target.ids.map(Number) } : { all: { q: list.request.q ?? "", state: list.request.state ?? "" } };
  const others = (left: number) =>
    left > 0 ? { message: t`${plural(left, { one: "# was left as it is.", other: "# were left as they are." })}` } : {};
  const failed = (title: string) => (error: Error) => toast({ tone: "danger", title, message: error.message });
  const sendAgain = (target: Target, clear: () => void) =>
    resend.mutate(
      { ...chosenOf(target), days: daysAgain },
      {
        onSuccess: ({ sent, left }) => {
          toast({
            tone: "success",
            title: t`${plural(sent, { one: "# invitation was sent again", other: "# invitations were sent again" })}`,
            ...others(left),
          });
          clear();
        },
        onError: failed(t`Nothing was sent`),
      },
    );
  const takeBack = (target: Target, clear: () => void) =>
    withdraw.mutate(chosenOf(target), {
      onSuccess: ({ withdrawn, left }) => {
        toast({
          tone: "success",
          title: t`${plural(withdrawn, { one: "# invitation was withdrawn", other: "# invitations were withdrawn" })}`,
          ...others(left),
        });
        clear();
      },
      onError: failed(t`Nothing was withdrawn`),
    });
  return (
    <div className="page">
      <PageHeader
        title={t`Invitations`}
        description={t`Whom you asked in by email, and what became of it.`}
        actions={
          <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
            <Trans>Invite people</Trans>
          </Button>
        }
      />
      <SectionTabs of="users" />
      <TableList
        list={list}
        tabs={<ViewTabs name="invitations" list={list} everything={t`All invitations`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Invitations`}
        count={(total) => t`${plural(total, { one: "# invitation", other: "# invitations" })}`}
        waiting={t`Loading invitations`}
        failed={{ title: t`The invitations could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={Mail}
            title={t`Nobody was invited`}
            message={t`Invite people by email: they choose a name and a password themselves, and have their role and groups at once.`}
          />
        }
        nothing={{ title: t`No invitation matches these filters` }}
        search={t`Search emails`}
        filters={[
          { id: "state", label: t`Status`, any: t`Every status`, options: invitationStates.map((id) => ({ id, label: words[id] })) },
        ]}
        columns={useColumns()}
        rowId={({ id }) => String(id)}
        bulk={{
          rowLabel: ({ email }) => t`Select ${email}`,
          actions: [
            { id: "resend", label: t`Send again`, icon: Send, run: sendAgain },
            { id: "withdraw", label: t`Withdraw`, icon: Ban, isDangerous: true, run: takeBack },
          ],
        }}
      />
      <LazyInviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </div>
  );
}

const looks: Record<InvitationRow["state"], { icon: LucideIcon; tone: Tone }> = {
  waiting: { icon: Clock, tone: "neutral" },
  sent: { icon: Mail, tone: "neutral" },
  opened: { icon: MailOpen, tone: "info" },
  accepted: { icon: CircleCheck, tone: "success" },
  bounced: { icon: MailX, tone: "danger" },
  expired: { icon: Clock, tone: "warning" },
  withdrawn: { icon: CircleX, tone: "neutral" },
};

function useStateWords(): Record<InvitationRow["state"], string> {
  const { t } = useLingui();
  return {
    waiting: t`Is being sent`,
    sent: t`Sent`,
    opened: t`Opened`,
    accepted: t`Accepted`,
    bounced: t`Could not be delivered`,
    expired: t`Expired`,
    withdrawn: t`Withdrawn`,
  };
}

function useColumns(): Column<InvitationRow>[] {
  const { t } = useLingui();
  const words = useStateWords();
  const roles = useRoleWords();
  return [
    {
      id: "email",
      header: t`Email`,
      isSortable: true,
      card: "title",
      cell: ({ email, userId }) =>
        userId === null ? (
          <bdi>{email}</bdi>
        ) : (
          <Link to={`/users/details/${userId}`}>
            <bdi>{email}</bdi>
          </Link>
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
    { id: "role", header: t`Role`, cell: ({ role }) => roles[role ?? "Student"] },
    {
      id: "groups",
      header: t`Groups`,
      cell: ({ groups }) => (groups.length > 0 ? <bdi>{groups.join(", ")}</bdi> : <span className="muted ui-table-none">–</span>),
    },
    {
      id: "sent",
      header: t`Sent`,
      isSortable: true,
      cell: ({ sentAt, invitedBy }) => (
        <span>
          <Time instant={sentAt} />
          {invitedBy && <bdi className="muted small"> {invitedBy}</bdi>}
        </span>
      ),
    },
    {
      id: "ends",
      header: t`Accepted, or works until`,
      cell: ({ acceptedAt, expiresAt }) => <Time instant={acceptedAt ?? expiresAt} />,
    },
  ];
}
