import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Time } from "#ui/time.tsx";
import { questionStates } from "../contract.ts";
import { questionList, type AskedRow } from "../staff-contract.ts";
import { topics } from "../topics.ts";
import { useQuestionWords } from "./question-words.tsx";
import { questionsQuery } from "./staff-hooks.ts";
import { useQuestionColumns } from "./use-question-columns.tsx";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(questionsQuery(listRequest(questionList, to)));

/** What people of the portal ask, for whoever answers (HELP-3). */
export default function QuestionsPage() {
  const { t } = useLingui();
  const words = useQuestionWords();
  const list = useListState(questionList);
  const result = useQuery(questionsQuery(list.request));
  return (
    <div className="page">
      <PageHeader title={t`Questions`} description={t`What people ask you for help with. Whoever asked is told when you answer.`} />
      <SectionTabs of="portal" />
      <TableList
        list={list}
        tabs={<ViewTabs name="questions" list={list} everything={t`All questions`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Questions`}
        count={(total) => t`${plural(total, { one: "# question", other: "# questions" })}`}
        waiting={t`Loading questions`}
        failed={{ title: t`The questions could not be loaded`, safe: t`They are all kept.` }}
        empty={
          <EmptyState
            icon={MessageCircleQuestionMark}
            title={t`Nobody has asked anything`}
            message={t`What people ask in the Help Center is listed here.`}
          />
        }
        nothing={{ title: t`No question matches these filters` }}
        search={t`Search questions and people`}
        filters={[
          { id: "state", label: t`Status`, any: t`Every status`, options: questionStates.map((id) => ({ id, label: words.state[id] })) },
          { id: "topic", label: t`About`, any: t`Everything`, options: topics.map((id) => ({ id, label: words.topic[id] })) },
        ]}
        columns={useColumns()}
        rowId={({ id }) => String(id)}
      />
    </div>
  );
}

const addressOf = (id: number) => `/portal/questions/${id}`;

function useColumns(): Column<AskedRow>[] {
  const { t } = useLingui();
  return useQuestionColumns<AskedRow>({
    addressOf,
    isSortable: true,
    more: [
      { id: "by", header: t`Asked by`, cell: ({ name }) => <bdi>{name}</bdi> },
      { id: "asked", header: t`Asked`, isSortable: true, cell: ({ askedAt }) => <Time instant={askedAt} /> },
    ],
  });
}
