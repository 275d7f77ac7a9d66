import { useLingui } from "@lingui/react/macro";
import type { Column } from "#ui/data-table.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { QuestionRow } from "../contract.ts";
import { QuestionStateTag, useQuestionWords } from "./question-words.tsx";
import "./support.css";

interface Questions<Row> {
  readonly addressOf: (id: number) => string;
  /** More columns, before the time of the last change. */
  readonly more?: readonly Column<Row>[];
  /** Whether the list can be sorted by the last change. */
  readonly isSortable?: boolean;
}

/** The columns of lists of questions: how each begins, as a link to it, its state, what it is about and when it last changed. */
export function useQuestionColumns<Row extends QuestionRow>({ addressOf, more = [], isSortable = false }: Questions<Row>): Column<Row>[] {
  const { t } = useLingui();
  const words = useQuestionWords();
  return [
    {
      id: "question",
      header: t`Question`,
      isRowHeader: true,
      card: "title",
      cell: ({ id, begins }) => (
        <Link to={addressOf(id)} className="support-begins">
          <bdi>{begins}</bdi>
        </Link>
      ),
    },
    { id: "state", header: t`Status`, card: "corner", cell: ({ state }) => <QuestionStateTag state={state} /> },
    { id: "topic", header: t`About`, cell: ({ topic }) => words.topic[topic] },
    ...more,
    { id: "changed", header: t`Last change`, isSortable, cell: ({ changedAt }) => <Time instant={changedAt} /> },
  ];
}
