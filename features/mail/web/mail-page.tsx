import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useParams } from "react-router";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Time } from "#ui/time.tsx";
import { listMail, mailList, mailStates, type MessageRow } from "../contract.ts";
import { mailQuery, messageQuery } from "./hooks.ts";
import { MailStateTag, useMailStateWords, useReasonWords } from "./mail-state.tsx";
import { MailStatus } from "./mail-status.tsx";
import { MessageView } from "./message-view.tsx";
import "./mail.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => {
  const { messageId } = to.params;
  return messageId === undefined
    ? client.prefetchQuery(mailQuery(listRequest(mailList, to)))
    : client.prefetchQuery(messageQuery(idIn(messageId)));
};

/** What the portal sends to people by mail: every message with its state, and one as it was sent. */
export default function MailPage() {
  const { messageId } = useParams();
  return messageId === undefined ? <MailLog /> : <MessageView messageId={idIn(messageId)} />;
}

function MailLog() {
  const { t } = useLingui();
  const user = useSignedIn()?.User;
  const list = useListState(mailList);
  const result = useQuery(mailQuery(list.request));
  const columns = useMailColumns();
  const words = useMailStateWords();
  return (
    <div className="page">
      <PageHeader
        title={t`Mail`}
        description={t`Every message to people of this portal, as it was sent.`}
        actions={
          !lacks(user, "set-mail") && (
            <>
              <LinkButton to="/admin/emailBlackList">{t`Email Blacklist`}</LinkButton>
              <LinkButton to="/admin/emailSettings">{t`Email Settings`}</LinkButton>
            </>
          )
        }
      />
      <SectionTabs of="users" />
      <div className="mail-status">{result.data && <MailStatus status={result.data.status} />}</div>
      <TableList
        list={list}
        result={result}
        label={t`Messages`}
        count={(total) => t`${plural(total, { one: "# message", other: "# messages" })}`}
        waiting={t`Loading messages`}
        skeletonRows={8}
        failed={{ title: t`The messages could not be loaded`, safe: t`Every message is kept.` }}
        empty={
          <EmptyState
            icon={Mail}
            title={t`No messages yet`}
            message={t`People are told here when they are enrolled, when something is due, and when they complete it.`}
          />
        }
        nothing={{ title: t`No message matches these filters` }}
        search={t`Search subjects and people`}
        filters={[{ id: "state", label: t`Status`, any: t`Every status`, options: mailStates.map((id) => ({ id, label: words[id] })) }]}
        columns={columns}
        rowId={(row) => String(row.id)}
        exportHref={exportAddress(listMail.path, list.request)}
      />
    </div>
  );
}

function useMailColumns(): Column<MessageRow>[] {
  const { t } = useLingui();
  const reasons = useReasonWords();
  return [
    {
      id: "subject",
      header: t`Subject`,
      isRowHeader: true,
      cell: ({ id, subject, eventTitle }) => (
        <Link to={`/admin/mail/${id}`}>
          <bdi>{subject ?? eventTitle}</bdi>
        </Link>
      ),
    },
    { id: "state", header: t`Status`, card: "corner", cell: ({ state }) => <MailStateTag state={state} /> },
    {
      id: "to",
      header: t`To`,
      cell: ({ userId, person, address }) => (
        <>
          {userId === null ? (
            <bdi>{person}</bdi>
          ) : (
            <Link to={`/users/details/${userId}`}>
              <bdi>{person}</bdi>
            </Link>
          )}
          {address !== person && <bdi className="muted small"> {address}</bdi>}
        </>
      ),
    },
    { id: "created", header: t`When`, isSortable: true, cell: ({ createdAt }) => <Time instant={createdAt} /> },
    {
      id: "why",
      header: t`Why`,
      cell: ({ state, reason }) => (state === "kept" ? null : reasons(reason)) ?? <span className="muted">–</span>,
    },
  ];
}
