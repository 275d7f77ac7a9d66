import { randomUUID } from "node:crypto";
import type { Block, BlockOf } from "#features/blocks/kinds.ts";
import type { Tone } from "#features/blocks/text/allowed-doc.ts";
import type { Content, Page, PageRule } from "#features/courses/content.ts";
import type { Say } from "#platform/catalogue.ts";

type RichNode = BlockOf<"text">["doc"];
type Question = BlockOf<"quiz">["questions"][number];

/** What a course begins as: its name and a line about it for whoever chooses, and its chapters. Ids are new each time. */
export interface StarterCourse {
  readonly title: string;
  readonly summary: string;
  readonly content: Content;
}
/** A course to begin with, in the language of `say`. What its author has to write stands in boxes for them (forAuthor). */
export type Starter = (say: Say) => StarterCourse;

export const chapter = (title: string, ...pages: Page[]): Content["chapters"][number] => ({ id: randomUUID(), title, pages });
export const page = (title: string, minutes: number, rule: Partial<PageRule>, ...blocks: Block[]): Page => ({
  id: randomUUID(),
  title,
  minutes,
  rule: { viewed: true, ...rule },
  blocks,
});

const words = (text: string): RichNode => ({ type: "text", text });
export const paragraph = (text: string): RichNode => ({ type: "paragraph", content: [words(text)] });
export const heading = (text: string): RichNode => ({ type: "heading", attrs: { level: 2 }, content: [words(text)] });
export const bullets = (...items: string[]): RichNode => ({
  type: "bulletList",
  content: items.map((item) => ({ type: "listItem", content: [paragraph(item)] })),
});
const callout = (tone: Tone, text: string): RichNode => ({ type: "callout", attrs: { tone }, content: [paragraph(text)] });
export const tip = (text: string): RichNode => callout("tip", text);

export const text = (...content: RichNode[]): Block => ({ id: randomUUID(), kind: "text", doc: { type: "doc", content } });
/** A box in which the author reads what to write here. */
export const forAuthor = (say: Say, task: string): Block =>
  text(callout("warning", say("For you as the author: {task} Then delete this box.", { task })));

/** Titled texts, by their titles. */
const sections = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([title, body]) => ({ id: randomUUID(), title, doc: { type: "doc" as const, content: [paragraph(body)] } }));
export const steps = (texts: Readonly<Record<string, string>>): Block => ({ id: randomUUID(), kind: "steps", sections: sections(texts) });
export const accordion = (texts: Readonly<Record<string, string>>): Block => ({
  id: randomUUID(),
  kind: "accordion",
  sections: sections(texts),
});
/** A table whose first row names its columns. */
export const table = (...rows: string[][]): Block => ({ id: randomUUID(), kind: "table", headerRow: true, headerColumn: false, rows });
export const attestation = (statement: string): Block => ({ id: randomUUID(), kind: "attestation", statement });

/** A quiz that is passed with four answers in five, as often as it takes. */
export const quiz = (title: string, ...questions: Question[]): Block => ({
  id: randomUUID(),
  kind: "quiz",
  title,
  passPercent: 80,
  submissions: null,
  questions,
});
/** A question with one right answer. right: its place among the options, counted from 0. */
export function oneOf(stem: string, options: readonly string[], right: number, feedback: string): Question {
  const made = options.map((option) => ({ id: randomUUID(), text: option }));
  return { id: randomUUID(), kind: "single", stem, points: 1, options: made, correct: made[right]?.id ?? "", feedback };
}
export const isTrue = (stem: string, correct: boolean, feedback: string): Question => ({
  id: randomUUID(),
  kind: "trueFalse",
  stem,
  points: 1,
  correct,
  feedback,
});
