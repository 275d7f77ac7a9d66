import type { MessageDescriptor } from "@lingui/core";

/** Whom articles are for: the headings of the Help Center, in its order. */
export const articleGroups = ["everybody", "authors", "staff", "people", "admins", "system"] as const;
export type ArticleGroup = (typeof articleGroups)[number];

/** What the help says about a screen, or about screens that belong together. All of it is plain text. */
export interface Article {
  readonly group: ArticleGroup;
  readonly title: MessageDescriptor;
  /** What the screen is for, in a sentence or two. */
  readonly summary: MessageDescriptor;
  readonly parts: readonly ArticlePart[];
}

/** A heading with numbered steps, paragraphs, or steps before paragraphs. */
export interface ArticlePart {
  readonly heading: MessageDescriptor;
  readonly steps?: readonly MessageDescriptor[];
  readonly text?: readonly MessageDescriptor[];
}

/** Every text of an article, in its order. */
export const textsOf = ({ title, summary, parts }: Article): MessageDescriptor[] => [
  title,
  summary,
  ...parts.flatMap(({ heading, steps = [], text = [] }) => [heading, ...steps, ...text]),
];
