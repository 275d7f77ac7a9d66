import type { Answer, ShownQuestion } from "../kinds.ts";
import { view as multiple } from "../multiple/view.tsx";
import { view as numeric } from "../numeric/view.tsx";
import { view as ordering } from "../ordering/view.tsx";
import type { QuestionView } from "../question-kind.ts";
import { view as single } from "../single/view.tsx";
import { view as trueFalse } from "../trueFalse/view.tsx";

type Kind = ShownQuestion["kind"];
type Of<Union, K> = Extract<Union, { kind: K }>;

/** The browser's part of the table of question kinds. All come with the code of the quiz: each of its own would be a request. */
export const questionViews = {
  single,
  multiple,
  trueFalse,
  numeric,
  ordering,
} satisfies { [K in Kind]: QuestionView<Of<ShownQuestion, K>, Of<Answer, K>> };
