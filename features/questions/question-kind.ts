import * as z from "zod/mini";
import type { Problem } from "./problem.ts";

/** An id inside a course's document. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** What every question has and its learner sees. */
export const questionBase = { id: Id, stem: z.string(), points: z.number() };
/** What every question has and a learner sees only after submitting: the feedback. */
export const questionKey = { feedback: z.string() };
/** The paths of the texts that every question has, for a kind's `texts`. */
export const questionTexts = ["stem", "feedback"] as const;
/** One of several options to choose, or items to put in order. */
export const Option = z.object({ id: Id, text: z.string() });

/** What can be wrong with a question, of any kind. */
export type QuestionProblem =
  | "stem_missing"
  | "points_wrong"
  | "options_few"
  | "option_empty"
  | "option_twice"
  | "right_missing"
  | "right_all"
  | "items_few"
  | "item_empty"
  | "item_twice";

/** What can be wrong with a list of options: fewer than two, one without a text, or two with the same. */
export function optionProblems(options: readonly { text: string }[]) {
  const texts = options.map(({ text }) => text.trim().toLowerCase()).filter((text) => text !== "");
  return { few: options.length < 2, empty: texts.length < options.length, twice: new Set(texts).size < texts.length };
}

/** The server's part of a kind of question. Question: as stored; Shown: as its learner sees it; Answer: as it is sent and stored. */
export interface QuestionKind<Question, Shown, Answer> {
  /** The question without its right answer and feedback (security.md #22). */
  readonly shown: (question: Question) => Shown;
  /** The paths of the fields that are translated (EDT-16), as those of a block. */
  readonly texts: readonly string[];
  /** The right answer, in the form in which a learner gives it. */
  readonly key: (question: Question) => Answer;
  /** The answer reduced to what the question really has, because nothing else is stored; null when nothing remains. */
  readonly known: (question: Question, answer: Answer) => Answer | null;
  /** A plausible wrong answer, for the demo and for tests. */
  readonly mistake: (question: Question) => Answer;
  /** What its author should mend in the parts that only this kind has; what all have is in problems.ts. */
  readonly problems: (question: Question) => Problem<QuestionProblem>[];
  /** A question with `text` in each of its texts: for tests that go through every kind. */
  readonly sample: (text: string) => Question;
  /** Whether a `known` answer is right. A question is right or wrong; there is no partial credit. */
  readonly isRight: (question: Question, answer: Answer) => boolean;
  /** Whether a wrong answer is at least half right: its learner is told, although it gets no points. Only of a kind whose answers have parts. */
  readonly isPartlyRight?: (question: Question, answer: Answer) => boolean;
}

export interface QuestionInputProps<Shown, Answer> {
  readonly question: Shown;
  /** Null while unanswered. */
  readonly answer: Answer | null;
  readonly onChange: (answer: Answer | null) => void;
  /** Why it cannot be submitted as it is. */
  readonly error: string | undefined;
}

/** The browser's part of a kind of question. Focusing a question focuses the first control of Input. */
export interface QuestionView<Shown, Answer> {
  readonly Input: React.ComponentType<QuestionInputProps<Shown, Answer>>;
  /** Shows an answer as text, in the result of a quiz. */
  readonly Words: React.ComponentType<{ question: Shown; answer: Answer }>;
}
