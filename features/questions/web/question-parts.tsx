import { lazyPart, type LazyPart } from "#ui/lazy-part.tsx";
import { questionViews, type Answer, type ShownQuestion } from "../kinds.ts";
import type { QuestionInputProps, QuestionView } from "../question-kind.ts";

type View = QuestionView<ShownQuestion, Answer>;
interface Parts {
  readonly Input: LazyPart<QuestionInputProps<ShownQuestion, Answer>>;
  readonly Words: LazyPart<{ question: ShownQuestion; answer: Answer }>;
}

const parts = new Map<string, Parts>(
  Object.entries(questionViews).map(([kind, load]) => {
    const view = load as unknown as () => Promise<View>;
    const Input = lazyPart(async () => ({ default: (await view()).Input }));
    const Words = lazyPart(async () => ({ default: (await view()).Words }));
    return [kind, { Input, Words }];
  }),
);
const partsOf = ({ kind }: ShownQuestion) => parts.get(kind) as Parts;

/** The lazy parts that questions need, to prefetch in case the connection is lost later. */
export const partsOfQuestions = (questions: readonly ShownQuestion[]) =>
  [...new Set(questions.map(partsOf))].flatMap(({ Input, Words }) => [Input, Words]);

/** The controls to answer a question. */
export function QuestionInput(props: QuestionInputProps<ShownQuestion, Answer>) {
  const { Input } = partsOf(props.question);
  return <Input {...props} meanwhile={<p aria-busy="true">{props.question.stem}</p>} />;
}

/** An answer as text. */
export function AnswerWords(props: { question: ShownQuestion; answer: Answer }) {
  const { Words } = partsOf(props.question);
  return <Words {...props} />;
}
