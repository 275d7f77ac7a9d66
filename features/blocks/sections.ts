import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id } from "./block-kind.ts";
import { problemsOfRich, RichNode, text, wordsOfRich, type RichProblem } from "./text/text.ts";

/** A titled text of a block: what an accordion opens, what a tab shows, a step. */
export const Section = z.object({ id: Id, title: z.string().check(z.maxLength(500)), doc: RichNode });
export type Section = z.infer<typeof Section>;
export const mostSections = 50;
export const Sections = z.array(Section).check(z.maxLength(mostSections));

/** The paths of their texts, for a block's `texts`. */
export const textsOfSections = ["sections.*.title", "sections.*.doc"] as const;
/** Their searchable texts. */
export const wordsOfSections = (sections: readonly Section[]) => sections.flatMap(({ title, doc }) => [title, ...wordsOfRich(doc)]);

/** Two of them with `words` in each text, for the sample of a kind. */
export const sampleSections = (words: string): Section[] => ["a", "b"].map((id) => ({ id, title: words, doc: text.sample(words, 0).doc }));

export type SectionsProblem = "sections_missing" | "title_missing" | "text_missing" | RichProblem;
/** What their author should mend. */
export const problemsOfSections = (sections: readonly Section[]): Problem<SectionsProblem>[] => [
  ...problemsIn({
    sections_missing: sections.length === 0 && "error",
    title_missing: sections.some(({ title }) => title.trim() === "") && "error",
    text_missing: sections.some(({ doc }) => wordsOfRich(doc).join("").trim() === "") && "warning",
  }),
  ...problemsOfTexts(sections),
];
/** What is to be mended in the texts of sections, each code once: their headings begin anew in each. */
export const problemsOfTexts = (sections: readonly Section[]): Problem<RichProblem>[] => [
  ...new Map(sections.flatMap(({ doc }) => problemsOfRich([doc])).map((problem) => [problem.code, problem])).values(),
];
