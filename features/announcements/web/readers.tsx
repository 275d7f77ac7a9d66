import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, BellRing, CircleDashed, Eye, UsersRound } from "lucide-react";
import { useState } from "react";
import { exportAddress } from "#platform/list/list.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { answers, listReaders, reportList, type Announcement, type Reader } from "../contract.ts";
import { readersQuery, useRemind } from "./hooks.ts";

/** Who has read an announcement, who has confirmed it, and who has done neither (ANN-2). */
export function Readers({ announcement }: { announcement: Announcement }) {
  const { id, mustRead, state } = announcement;
  const { t } = useLingui();
  const list = useListState(reportList);
  const result = useQuery(readersQuery(id, list.request));
  const { people = 0, opened = 0, confirmed = 0 } = result.data ?? {};
  const words: Record<(typeof answers)[number], string> = {
    confirmed: t`Confirmed`,
    read: mustRead ? t`Opened, not confirmed` : t`Opened`,
    open: t`Not opened`,
  };
  const columns = useColumns(mustRead, words);
  return (
    <>
      {result.data && (
        <p role="status" className="announcement-figures">
          {mustRead
            ? t`${confirmed} of ${people} people have confirmed it, ${opened} have opened it.`
            : t`${opened} of ${people} people have opened it.`}
        </p>
      )}
      {mustRead && state === "shown" && confirmed < people && <Remind announcement={announcement} />}
      <TableList
        list={list}
        result={result}
        label={t`Readers`}
        count={(total) => t`${plural(total, { one: "# person", other: "# people" })}`}
        waiting={t`Loading people`}
        failed={{ title: t`The report could not be loaded`, safe: t`Every answer is kept.` }}
        empty={<EmptyState icon={UsersRound} title={t`It is for nobody now`} message={t`Nobody active fits its condition.`} />}
        nothing={{ title: t`Nobody matches these filters` }}
        search={t`Search people`}
        intro={
          result.data?.isNear && (
            <p className="muted" role="status">
              <Trans>Nobody has exactly these words. These people have words that are one letter away.</Trans>
            </p>
          )
        }
        filters={[
          {
            id: "answer",
            label: t`Answer`,
            any: t`Every answer`,
            options: answers.filter((one) => mustRead || one !== "confirmed").map((one) => ({ id: one, label: words[one] })),
          },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        exportHref={exportAddress(listReaders.path.replace(":announcementId", String(id)), list.request)}
      />
    </>
  );
}

/** Reminds whoever has not confirmed it. */
function Remind({ announcement: { id, remindedAt } }: { announcement: Announcement }) {
  const { t } = useLingui();
  const remind = useRemind();
  const [isAsking, setAsking] = useState(false);
  const send = () => {
    setAsking(false);
    remind.mutate(id, {
      onSuccess: () => toast({ tone: "success", title: t`The reminder goes out within a minute` }),
      onError: (error) => toast({ tone: "danger", title: t`Nobody was reminded`, message: error.message }),
    });
  };
  return (
    <div className="row">
      <Button icon={BellRing} isPending={remind.isPending} onPress={() => setAsking(true)}>
        <Trans>Remind who has not confirmed it</Trans>
      </Button>
      {remindedAt && (
        <span className="muted small">
          <Trans>
            Last reminded on <Time instant={remindedAt} />
          </Trans>
        </span>
      )}
      <ConfirmDialog isOpen={isAsking} onCancel={() => setAsking(false)} onConfirm={send}>
        <p>
          <Trans>
            Everybody for whom this announcement is and who has not confirmed it is told again by bell and mail. This cannot be taken back.
          </Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}

function useColumns(mustRead: boolean, words: Record<(typeof answers)[number], string>): Column<Reader>[] {
  const { t } = useLingui();
  const when = (at: string | null) => (at ? <Time instant={at} /> : <span className="muted ui-table-none">–</span>);
  const looks = {
    confirmed: { icon: BadgeCheck, tone: "success" },
    read: { icon: Eye, tone: mustRead ? "warning" : "success" },
    open: { icon: CircleDashed, tone: "neutral" },
  } as const;
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ id, name, email }) => (
        <span className="announcement-name">
          <Link to={`/users/details/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          <bdi className="muted small">{email}</bdi>
        </span>
      ),
    },
    {
      id: "answer",
      header: t`Answer`,
      card: "corner",
      cell: ({ readAt, confirmedAt }) => {
        const answer = confirmedAt ? "confirmed" : readAt ? "read" : "open";
        return (
          <Tag icon={looks[answer].icon} tone={looks[answer].tone}>
            {words[answer]}
          </Tag>
        );
      },
    },
    { id: "read", header: t`Opened`, isSortable: true, cell: ({ readAt }) => when(readAt) },
    ...(mustRead
      ? [{ id: "confirmed", header: t`Confirmed`, isSortable: true, cell: ({ confirmedAt }: Reader) => when(confirmedAt) }]
      : []),
  ];
}
