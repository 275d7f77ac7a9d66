import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { words } from "#platform/words.ts";
import { oneArticle } from "./contract.ts";

/** Articles of its own that a portal has at most. */
export const mostArticles = 100;
/** Days for which a deleted article can be brought back. */
export const restoreDays = 7;
/** Those for whom an article of the portal's own can be; everybody learns. */
export const readerRoles = ["Author", "Manager", "Admin"] as const;

const tooLong = words("Use at most {maximum} characters.");
const Text = z.nullable(
  z.object({
    title: z.string().check(z.trim(), z.minLength(1, words("Write a title.")), z.maxLength(120, tooLong)),
    html: z.string().check(z.trim(), z.minLength(1, words("Write a text.")), z.maxLength(20_000, tooLong)),
  }),
);
/** Title and HTML by language; null for a language without a text. What is not allowed in it is left out. */
export const HelpTexts = z.object({ en: Text, de: Text });
export type HelpTexts = z.infer<typeof HelpTexts>;

/** What an article of the portal's own is made of. */
export const ArticleTerms = z.object({
  texts: HelpTexts.check(z.refine((texts) => languages.some((one) => texts[one] !== null), words("Write it in one language at least."))),
  /** Empty: everybody. */
  roles: z.array(z.enum(readerRoles)).check(z.maxLength(readerRoles.length)),
});
export type ArticleTerms = z.infer<typeof ArticleTerms>;

const articleStates = ["draft", "published", "deleted"] as const;
const about = {
  article: z.string(),
  isHidden: z.boolean(),
  /** Of a built-in one always published. */
  state: z.enum(articleStates),
  roles: z.array(z.enum(readerRoles)),
  /** The mark of the built-in text on which the portal's was written (features/help/built-in-mark.ts); null where there is none. */
  builtIn: z.nullable(z.string()),
};
/** An article as whoever writes the help finds it in the list. */
export const WritingRow = z.object({
  ...about,
  titles: z.object({ en: z.nullable(z.string()), de: z.nullable(z.string()) }),
  /** How many people it helped, and how many it did not. */
  helped: z.int(),
  didNot: z.int(),
});
export type WritingRow = z.infer<typeof WritingRow>;

export const listWriting = endpoint({
  method: "GET",
  path: "/rest/help/writing",
  summary:
    "What the portal has of its own in the help: its articles in their order, built-in ones that it hides or says in its own words, and how many people each article helped.",
  response: z.object({ rows: z.array(WritingRow) }),
});

export const Writing = z.object({
  ...about,
  texts: HelpTexts,
  /** A change names the one that it was made on; 0 where nothing was changed yet. */
  revision: z.int(),
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
});
export type Writing = z.infer<typeof Writing>;

export const getWriting = endpoint({
  method: "GET",
  path: "/rest/help/writing/:article",
  summary: "An article of the portal's own, or what it has of its own in a built-in one.",
  params: oneArticle,
  response: Writing,
});

const revision = z.int(words("Name the revision that you changed.")).check(z.gte(0), z.lte(2 ** 31 - 1));

export const saveOverride = endpoint({
  method: "PUT",
  path: "/rest/help/writing/builtIn/:article",
  summary:
    "Says a built-in article in the portal's words, or, without any text, in the built-in ones again. 409 when it was changed meanwhile.",
  params: oneArticle,
  body: z.object({
    revision,
    texts: HelpTexts,
    builtIn: z.string().check(z.regex(/^[0-9a-f]{8,64}$/, words("Name the built-in text that you saw."))),
  }),
  response: Writing,
});

export const hideBuiltIn = endpoint({
  method: "PUT",
  path: "/rest/help/writing/builtIn/:article/hidden",
  summary: "Hides a built-in article from everybody of the portal, or shows it again.",
  params: oneArticle,
  body: z.object({ isHidden: z.boolean() }),
  response: Writing,
});

export const createArticle = endpoint({
  method: "POST",
  path: "/rest/help/writing/own",
  summary: "Writes an article of the portal's own as a draft, after the others.",
  body: ArticleTerms,
  response: Writing,
});

const ownArticle = z.object({ articleId: z.coerce.number().check(z.int(), z.positive()) });
export const saveArticle = endpoint({
  method: "PUT",
  path: "/rest/help/writing/own/:articleId",
  summary: "Changes an article of the portal's own; one that is published at once. 409 when it was changed meanwhile.",
  params: ownArticle,
  body: z.extend(ArticleTerms, { revision }),
  response: Writing,
});

/** Versions of an article that are kept, the newest ones. */
export const mostVersions = 50;

/** What was saved of an article. */
export const HelpVersion = z.object({
  id: z.int(),
  savedAt: z.string(),
  /** Null for somebody who is not there any more. */
  by: z.nullable(z.string()),
  /** From it on the built-in text was shown. */
  isBuiltIn: z.boolean(),
});
export type HelpVersion = z.infer<typeof HelpVersion>;

export const listHelpVersions = endpoint({
  method: "GET",
  path: "/rest/help/writing/:article/versions",
  // HELP-1
  summary: "What was saved of an article in the portal's words, the newest first, which is the present one.",
  params: oneArticle,
  response: z.object({ rows: z.array(HelpVersion) }),
});

const oneVersion = z.extend(oneArticle, { versionId: z.coerce.number().check(z.int(), z.positive()) });
export const getHelpVersion = endpoint({
  method: "GET",
  path: "/rest/help/writing/:article/versions/:versionId",
  summary: "One version of an article with its texts.",
  params: oneVersion,
  response: z.extend(HelpVersion, { texts: HelpTexts }),
});

export const restoreHelpVersion = endpoint({
  method: "POST",
  path: "/rest/help/writing/:article/versions/:versionId/restore",
  summary: "Shows what was saved before again, as a new version. For whom an article is stays. 409 when it was changed meanwhile.",
  params: oneVersion,
  body: z.object({ revision }),
  response: Writing,
});

export const articleChanges = ["publish", "withdraw", "delete", "restore"] as const;
export type ArticleChange = (typeof articleChanges)[number];
export const changeArticle = endpoint({
  method: "POST",
  path: "/rest/help/writing/own/:articleId/state",
  summary: "Publishes an article of the portal's own, takes it back, deletes it, or brings a deleted one back as it was.",
  params: ownArticle,
  body: z.object({ change: z.enum(articleChanges) }),
  response: Writing,
});

export const orderArticles = endpoint({
  method: "POST",
  path: "/rest/help/writing/order",
  summary: "Puts the portal's own articles in the order of these ids; those that are not named keep their order after them.",
  body: z.object({ ids: z.array(z.int().check(z.positive())).check(z.maxLength(mostArticles)) }),
  response: z.object({ ids: z.array(z.int()) }),
});
