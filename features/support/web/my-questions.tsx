import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import { askAddress, helpCenter } from "#features/help/web/article-address.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { myQuestionList, questionStates } from "../contract.ts";
import { myQuestionsQuery } from "./hooks.ts";
import { useQuestionWords } from "./question-words.tsx";
import { useQuestionColumns } from "./use-question-columns.tsx";

/** The questions that somebody has asked, each with its state. */
export function MyQuestions({ questionAddress }: { questionAddress: (id: number) => string }) {
  const { t } = useLingui();
  const words = useQuestionWords();
  const list = useListState(myQuestionList);
  const result = useQuery(myQuestionsQuery(list.request));
  const columns = useQuestionColumns({ addressOf: questionAddress });
  const ask = (
    <LinkButton variant="primary" to={askAddress()} icon={MessageCircleQuestionMark}>
      <Trans>Ask for help</Trans>
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t`My questions`}
        description={t`What you have asked the people who run this portal, and what they answered.`}
        back={{ to: helpCenter, label: t`Help Center` }}
        actions={ask}
      />
      <TableList
        list={list}
        result={result}
        label={t`My questions`}
        count={(total) => t`${plural(total, { one: "# question", other: "# questions" })}`}
        waiting={t`Loading your questions`}
        failed={{ title: t`Your questions could not be loaded`, safe: t`They are all kept.` }}
        empty={
          <EmptyState
            icon={MessageCircleQuestionMark}
            title={t`No questions yet`}
            message={t`What you ask is listed here, with its answers.`}
          />
        }
        nothing={{ title: t`No question matches these filters` }}
        search={t`Search your questions`}
        filters={[
          { id: "state", label: t`Status`, any: t`Every status`, options: questionStates.map((id) => ({ id, label: words.state[id] })) },
        ]}
        columns={columns}
        rowId={({ id }) => String(id)}
      />
    </>
  );
}
