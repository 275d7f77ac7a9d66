import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RichProblem } from "./text.ts";

/** What is said about the problems of rich text, wherever it stands. */
export const richProblemWords: Record<RichProblem, MessageDescriptor> = {
  heading_empty: msg`A heading has no words.`,
  heading_skipped: msg`A heading skips a level: the one before it is more than one level above.`,
  link_empty: msg`A link has no words. Nobody can say where it leads.`,
  link_vague: msg`The words of a link do not say where it leads, such as “here”. Screen readers list links without what is around them.`,
};
