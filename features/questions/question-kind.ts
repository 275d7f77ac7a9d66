import * as z from "zod/mini";

/** An id inside a course's document. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** What every question has, and its learner sees. */
export const questionBase = { id: Id, stem: z.string(), points: z.number() };
/** What every question has and no learner sees before it was handed in: what to learn from it. */
export const questionKey = { feedback: z.string() };
/** One of several things to choose or to put in order. */
export const Option = z.object({ id: Id, text: z.string() });

/** What the server does with a kind of question. Question: as stored, Shown: as its learner sees it, Answer: as it is sent and kept. */
export interface QuestionKind<Question, Shown, Answer> {
  /** The question without its key and feedback (security.md #22). */
  readonly shown: (question: Question) => Shown;
  /** The right answer, as a learner would have given it. */
  readonly key: (question: Question) => Answer;
  /** The answer with only what the question really has, so that nothing else is ever stored; null when nothing of it remains. */
  readonly known: (question: Question, answer: Answer) => Answer | null;
  /** A wrong answer, as people give one now and then: for the demo and for tests. */
  readonly mistake: (question: Question) => Answer;
  /** A question with this text in each of its texts: for tests that go through every kind. */
  readonly sample: (text: string) => Question;
  /** Whether a known answer is right. A question is right or wrong; there are no parts of points. */
  readonly isRight: (question: Question, answer: Answer) => boolean;
}

export interface QuestionInputProps<Shown, Answer> {
  readonly question: Shown;
  /** Null while it has none. */
  readonly answer: Answer | null;
  readonly onChange: (answer: Answer | null) => void;
  /** Why it can't be handed in as it is. */
  readonly error: string | undefined;
}

/** What the learner's browser shows of a kind of question. Focus on a question goes to the first control of Input. */
export interface QuestionView<Shown, Answer> {
  readonly Input: React.ComponentType<QuestionInputProps<Shown, Answer>>;
  /** An answer in words, in the result of a quiz. */
  readonly Words: React.ComponentType<{ question: Shown; answer: Answer }>;
}
