import type { Answer, ShownQuestion } from "../kinds.ts";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";
import { questionViews } from "./views.ts";

const viewOf = ({ kind }: ShownQuestion) => questionViews[kind] as unknown as QuestionView<ShownQuestion, Answer>;

/** The controls to answer a question. */
export function QuestionInput(props: QuestionInputProps<ShownQuestion, Answer>) {
  const { Input } = viewOf(props.question);
  return <Input {...props} />;
}

/** An answer as text. */
export function AnswerWords(props: { question: ShownQuestion; answer: Answer }) {
  const { Words } = viewOf(props.question);
  return <Words {...props} />;
}
