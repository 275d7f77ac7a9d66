import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** One article: the name of a built-in one, or own- and the number of one of the portal's. */
export const oneArticle = z.object({
  article: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, words("Name an article of the help."))),
});

export const HelpRow = z.object({
  article: z.string(),
  isHidden: z.boolean(),
  /** What the portal says in it, without markup; null where the built-in text is shown. language: in which it is. */
  text: z.nullable(z.object({ title: z.string(), words: z.string(), language: z.string() })),
});
export type HelpRow = z.infer<typeof HelpRow>;

export const listHelp = endpoint({
  method: "GET",
  path: "/rest/help/articles",
  summary:
    "What the portal's help differs in from the built-in one, for the person asking: articles that are hidden or in its own words, then its own in their order.",
  response: z.object({ rows: z.array(HelpRow) }),
});

export const getHelp = endpoint({
  method: "GET",
  path: "/rest/help/articles/:article",
  summary:
    "What the portal says in an article, as HTML, and whether it helped the person asking. Without a text, the built-in one is shown.",
  params: oneArticle,
  response: z.object({
    isHidden: z.boolean(),
    text: z.nullable(z.object({ title: z.string(), html: z.string(), language: z.string() })),
    /** Null before they answer; missing for somebody who is no member and is not asked. */
    helped: z.optional(z.nullable(z.boolean())),
  }),
});

export const answerHelp = endpoint({
  method: "PUT",
  path: "/rest/help/articles/:article/answer",
  summary: "Says whether an article helped: one answer of each person, which the next one replaces.",
  params: oneArticle,
  body: z.object({ helped: z.boolean() }),
  response: z.object({ helped: z.boolean() }),
});
