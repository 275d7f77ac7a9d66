import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Time } from "#ui/time.tsx";
import { listMail, mailList, mailStates, type MessageRow } from "../contract.ts";
import { mailQuery } from "./hooks.ts";
import { MailStateTag, useMailStateWords, useReasonWords } from "./mail-state.tsx";
import { MailStatus } from "./mail-status.tsx";
import "./mail.css";

type Props = {
  /** Only what this person was sent. */
  readonly person?: number;
  readonly headingLevel?: 2 | 3;
};

/** The messages that a portal sends by mail, under how it sends; each with its state, leading to itself as it was sent. */
export function MailList({ person, headingLevel }: Props) {
  const { t } = useLingui();
  const list = useListState(mailList);
  const request = person === undefined ? list.request : { ...list.request, person: String(person) };
  const result = useQuery(mailQuery(request));
  const columns = useMailColumns(person !== undefined);
  const words = useMailStateWords();
  return (
    <>
      {person === undefined && <div className="mail-status">{result.data && <MailStatus status={result.data.status} />}</div>}
      <TableList
        list={list}
        {...(person === undefined && {
          tabs: <ViewTabs name="mail" list={list} everything={t`All messages`} isWaiting={result.isFetching} />,
        })}
        result={result}
        label={t`Messages`}
        count={(total) => t`${plural(total, { one: "# message", other: "# messages" })}`}
        waiting={t`Loading messages`}
        skeletonRows={8}
        failed={{ title: t`The messages could not be loaded`, safe: t`Every message is kept.` }}
        empty={
          <EmptyState
            {...(headingLevel && { headingLevel })}
            icon={Mail}
            title={t`No messages yet`}
            message={
              person === undefined
                ? t`What people are told when they are enrolled, when something is due and when they complete it is listed here.`
                : t`What this person is sent by email is listed here, as it was sent.`
            }
          />
        }
        nothing={{ title: t`No message matches these filters` }}
        search={person === undefined ? t`Search subjects and people` : t`Search subjects`}
        filters={[{ id: "state", label: t`Status`, any: t`Every status`, options: mailStates.map((id) => ({ id, label: words[id] })) }]}
        columns={columns}
        rowId={(row) => String(row.id)}
        exportHref={exportAddress(listMail.path, request)}
        {...(headingLevel && { headingLevel })}
      />
    </>
  );
}

function useMailColumns(isOfOne: boolean): Column<MessageRow>[] {
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
    ...(isOfOne
      ? []
      : [
          {
            id: "to",
            header: t`To`,
            cell: ({ userId, person, address }: MessageRow) => (
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
        ]),
    { id: "created", header: t`When`, isSortable: true, cell: ({ createdAt }) => <Time instant={createdAt} /> },
    {
      id: "why",
      header: t`Why`,
      cell: ({ state, reason }) => (state === "kept" ? null : reasons(reason)) ?? <span className="muted">–</span>,
    },
  ];
}
