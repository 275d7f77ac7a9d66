import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert, Megaphone, Pin, Plus } from "lucide-react";
import * as z from "zod/mini";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useChosenColumns } from "#ui/list-screen/use-chosen-columns.ts";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { announcementList, announcementStates, type AnnouncementRow } from "../contract.ts";
import { announcementsQuery } from "./hooks.ts";
import { ForWhomWords } from "./for-whom-words.tsx";
import { StateTag, useAnnouncementWords } from "./use-announcement-words.tsx";
import "./announcements.css";

const AnnouncementForm = lazyPart(() => import("./announcement-form.tsx"));
const shape = { add: z.enum(["", "announcement"]) };
const defaults: { add: "" | "announcement" } = { add: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(announcementsQuery(listRequest(announcementList, to)));

/** Portal Announcement (specification §2): what the portal tells its people, and how many have read it. */
export default function AnnouncementsPage() {
  const { t } = useLingui();
  const list = useListState(announcementList);
  const result = useQuery(announcementsQuery(list.request));
  const words = useAnnouncementWords();
  const { columns, button, dialog } = useChosenColumns(list, useColumns(), ["title"]);
  const { state, set } = useUrlState(shape, defaults);
  const close = () => set({ add: "" }, { replace: true });
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => set({ add: "announcement" })}>
      <Trans>Write an announcement</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader
        title={t`Portal Announcement`}
        description={t`What people read on their dashboard and behind the info icon in the header.`}
        actions={add}
      />
      <SectionTabs of="portal" />
      <TableList
        list={list}
        tabs={<ViewTabs name="announcements" list={list} everything={t`All announcements`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Announcements`}
        count={(total) => t`${plural(total, { one: "# announcement", other: "# announcements" })}`}
        waiting={t`Loading announcements`}
        failed={{ title: t`The announcements could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={Megaphone}
            title={t`No announcements yet`}
            message={t`Tell everybody, or some people, what they should know: from when until when, in each language, and whether they confirm it.`}
            action={add}
          />
        }
        nothing={{ title: t`No announcement matches these filters` }}
        search={t`Search titles`}
        filters={[
          {
            id: "state",
            label: t`Status`,
            any: t`Every status`,
            options: announcementStates.map((id) => ({ id, label: words.state[id] })),
          },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        actions={button}
      />
      {dialog}
      {state.add === "announcement" && <AnnouncementForm announcement={null} onClose={close} onGiveUp={close} />}
    </div>
  );
}

function useColumns(): Column<AnnouncementRow>[] {
  const { t, i18n } = useLingui();
  const words = useAnnouncementWords();
  return [
    {
      id: "title",
      header: t`Title`,
      isRowHeader: true,
      cell: ({ id, title, languages, forWhom, mustRead, isPinned, isImportant }) => (
        <span className="announcement-name">
          <Link to={`/portal/announcement/${id}`}>
            <bdi>{title}</bdi>
          </Link>
          <span className="muted small">{languages.map(words.language).join(", ")}</span>
          <span className="small">
            <ForWhomWords of={forWhom} />
          </span>
          {(mustRead || isPinned || isImportant) && (
            <span className="row">
              {isPinned && <Tag icon={Pin}>{t`Pinned`}</Tag>}
              {isImportant && <Tag icon={CircleAlert} tone="warning">{t`Important`}</Tag>}
              {mustRead && <Tag icon={BadgeCheck}>{t`To be confirmed`}</Tag>}
            </span>
          )}
        </span>
      ),
    },
    { id: "state", header: t`Status`, card: "corner", cell: ({ state }) => <StateTag state={state} /> },
    {
      id: "starts",
      header: t`From`,
      isSortable: true,
      cell: ({ startsAt, timeZone }) =>
        startsAt ? <Time instant={startsAt} zone={timeZone} /> : <span className="muted ui-table-none">–</span>,
    },
    {
      id: "ends",
      header: t`Until`,
      cell: ({ endsAt, timeZone }) => (endsAt ? <Time instant={endsAt} zone={timeZone} /> : <span className="muted ui-table-none">–</span>),
    },
    {
      id: "read",
      header: t`Opened`,
      align: "end",
      cell: ({ read }) => <bdi className="num">{i18n.number(read)}</bdi>,
    },
    {
      id: "confirmed",
      header: t`Confirmed`,
      align: "end",
      cell: ({ mustRead, confirmed }) =>
        mustRead ? <bdi className="num">{i18n.number(confirmed)}</bdi> : <span className="muted ui-table-none">–</span>,
    },
    { id: "changed", header: t`Changed`, isSortable: true, cell: ({ changedAt }) => <Time instant={changedAt} kind="date" /> },
  ];
}
