import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { words } from "#platform/words.ts";
import { ofCourse, root } from "./contract.ts";
import { PageId, SavedRich, VersionNumber } from "./shapes.ts";

// A course in other languages (EDT-16): who works on it translates its texts one by one; learners get a language once it is offered and published.

/** A language that a course can be translated into: those in which Stoa speaks to its learners. */
export const Target = z.enum(languages, words("Choose a language from the list."));
const translations = `${root}/translations`;
const ofLanguage = z.extend(ofCourse, { language: Target });

/** Plain words, or rich text. */
export const Text = z.union([z.string().check(z.maxLength(20_000, words("Use at most {maximum, number} characters."))), SavedRich]);
export type Text = z.infer<typeof Text>;

/** A part of a course whose texts are translated together: a page, or what the course says about itself with the titles of its chapters. */
const Part = z.object({
  pageId: z.nullable(z.string()),
  /** Numbers of texts. */
  total: z.int(),
  translated: z.int(),
  /** Of which the original has changed since they were translated: learners get the original. */
  stale: z.int(),
});
export type Part = z.infer<typeof Part>;

export const listTranslations = endpoint({
  method: "GET",
  path: translations,
  summary: "The languages of a course besides its own, and how far each part of it is translated.",
  params: ofCourse,
  response: z.object({
    /** As the course names it, such as en or de-AT. */
    source: z.string(),
    languages: z.array(z.object({ language: Target, isOffered: z.boolean(), parts: z.array(Part) })),
    /** The languages that can be added. */
    others: z.array(Target),
    pages: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
});

const PlacedText = z.object({
  key: z.string(),
  /** What it belongs to: the course, a chapter, a page, or a kind of block. */
  owner: z.string(),
  ownerId: z.string(),
  field: z.string(),
  /** The lists in which it stands, with the number of the item in each, from 1. */
  places: z.array(z.object({ list: z.string(), number: z.int() })),
});

const TranslatedText = z.extend(PlacedText, {
  source: Text,
  /** Null while there is none. */
  translation: z.nullable(Text),
  /** The original that the translation was made from, where it has changed since. */
  madeFrom: z.nullable(Text),
});
export type TranslatedText = z.infer<typeof TranslatedText>;

const LanguageChanges = z.object({
  language: z.string(),
  /** Whether learners get this language by the later version only, by the earlier one only, or by both. */
  state: z.enum(["added", "removed", "changed"]),
  /** How many texts differ; the first of them are listed. */
  total: z.int(),
  changes: z.array(z.extend(PlacedText, { page: z.nullable(z.string()), before: z.nullable(Text), after: z.nullable(Text) })),
});
export type LanguageChanges = z.infer<typeof LanguageChanges>;

const Side = z.union([z.literal("draft"), VersionNumber]);
export type Side = z.infer<typeof Side>;

export const compareTranslations = endpoint({
  method: "GET",
  path: `${translations}/changes`,
  summary:
    "What learners get in other languages by one version, or the draft, and by another: the texts that differ, with what they are in each.",
  params: ofCourse,
  query: z.object({ from: Side, to: Side }),
  response: z.object({ languages: z.array(LanguageChanges) }),
});

const pageId = z.nullable(PageId);
export const readTexts = endpoint({
  method: "GET",
  path: `${translations}/:language/texts`,
  summary: "The texts of a page of the draft with their translations; without a page, those of the course itself and its chapters.",
  params: ofLanguage,
  query: z.object({ pageId: z.optional(PageId) }),
  response: z.object({ texts: z.array(TranslatedText) }),
});

export const saveText = endpoint({
  method: "PUT",
  path: `${translations}/:language/texts`,
  summary:
    "Saves a translation, or removes it (null). 409 source_changed with `data` {source} when the original is another one by now; 409 translation_changed with `data` {translation} when somebody else saved it since.",
  params: ofLanguage,
  body: z.object({
    pageId,
    key: z.string().check(z.minLength(1), z.maxLength(400)),
    /** The original that it translates. */
    source: Text,
    value: z.nullable(Text),
    /** The translation that it replaces. */
    was: z.nullable(Text),
  }),
  response: z.object({ translation: z.nullable(Text) }),
});

export const changeLanguage = endpoint({
  method: "PUT",
  path: `${translations}/:language`,
  summary: "Adds a language to a course, and says whether learners get it with the next version.",
  params: ofLanguage,
  body: z.object({ isOffered: z.boolean() }),
  response: z.object({ isOffered: z.boolean() }),
});

export const removeLanguage = endpoint({
  method: "POST",
  path: `${translations}/:language/remove`,
  summary: "Removes a language from a course with all its translations. Published versions keep theirs until the next one.",
  params: ofLanguage,
  response: z.object({ removed: z.int() }),
});
