import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { words } from "#platform/words.ts";

/** The longest text of a letter, in characters. */
export const longestText = 3000;

const line = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/** A letter in a portal's own words. Everything in it is text; variables stand in braces. */
export const MailText = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, words("Enter a subject.")),
      z.maxLength(150, words("Use at most 150 characters.")),
      z.regex(line, words("A subject is one line.")),
    ),
  /** Its paragraphs, a line each; {link} alone on a line is the button. */
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, words("Enter the text of the email.")),
      z.maxLength(longestText, words("Use at most 3,000 characters.")),
      z.regex(/^(?:\P{Cc}|\n)*$/u, words("Text has no control characters.")),
    ),
  /** What the button says; empty: as usual. */
  button: z.string().check(z.trim(), z.maxLength(60, words("Use at most 60 characters.")), z.regex(line, words("A button has one line."))),
});
export type MailText = z.infer<typeof MailText>;

/** The same as it was kept: older versions may have taken what is refused today. */
const Kept = z.object({ subject: z.string(), body: z.string(), button: z.string() });

export const textLanguages = languages;
export type TextLanguage = (typeof textLanguages)[number];

const TextRow = z.object({
  event: z.string(),
  title: z.string(),
  /** It protects accounts: always sent, and its text has the link. */
  isMandatory: z.boolean(),
  /** Mail does not tell of it in this portal. */
  isOff: z.boolean(),
  /** The languages in which this portal has a text of its own. In the others it has the one of the product. */
  own: z.array(z.object({ language: z.enum(textLanguages), savedAt: z.string() })),
  /** How many courses and groups are told of it in another way. */
  overrides: z.int(),
});
export type TextRow = z.infer<typeof TextRow>;

export const listMailTexts = endpoint({
  method: "GET",
  path: "/rest/mail/texts",
  // MAIL-1
  summary: "What mail tells of in this portal, and in which languages with texts of its own.",
  query: z.object({}),
  response: z.object({ rows: z.array(TextRow) }),
});

/** An event by its name. */
export const oneEvent = z.object({ event: z.string().check(z.maxLength(41)) });
const params = z.extend(oneEvent, {
  language: z.enum(textLanguages, words("Choose a language.")),
});

export const TextVariable = z.object({
  name: z.string(),
  /** What stands in its place. */
  what: z.string(),
  example: z.string(),
  /** It stands on a line alone. */
  isLines: z.boolean(),
  /** No text may leave it out. */
  isNeeded: z.boolean(),
});
export type TextVariable = z.infer<typeof TextVariable>;

/** A letter in one language. */
export const ShownText = z.extend(z.omit(TextRow, { own: true, overrides: true }), {
  language: z.enum(textLanguages),
  /** Of what was saved last; a change names the one that it was made on. */
  revision: z.int(),
  /** Null: the text is inherited. */
  text: z.nullable(Kept),
  /**
   * The text that is inherited, to begin with: that of the product, and for a course or a group that of the portal where it has one. What depends on more than texts
   * is simpler here than in the letter itself.
   */
  offered: Kept,
  /** What the button says where the text does not. */
  usualButton: z.string(),
  variables: z.array(TextVariable),
  /** What was saved, the newest first. by: null for somebody who is gone. */
  versions: z.array(z.object({ revision: z.int(), savedAt: z.string(), by: z.nullable(z.string()), text: z.nullable(Kept) })),
});
export type ShownText = z.infer<typeof ShownText>;

export const getMailText = endpoint({
  method: "GET",
  path: "/rest/mail/texts/:event/:language",
  summary: "One email in one language: the portal's own text, that of the product, the variables, and what was saved before.",
  params,
  response: ShownText,
});

export const saveMailText = endpoint({
  method: "PUT",
  path: "/rest/mail/texts/:event/:language",
  summary:
    "Stores the portal's own text of an email; null goes back to that of the product. 409 when somebody saved it since the revision named.",
  params,
  body: z.object({
    revision: z.int(words("Name the revision that you changed.")).check(z.gte(0), z.lte(2 ** 31 - 2)),
    text: z.nullable(MailText),
  }),
  response: ShownText,
});

export const previewMailText = endpoint({
  method: "POST",
  path: "/rest/mail/texts/:event/:language/preview",
  summary:
    "An email with this text as it would arrive: filled with examples, for a person of the portal by their email, or for a made-up one.",
  params,
  body: z.object({ text: MailText, person: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)) }),
  response: z.object({
    to: z.string(),
    subject: z.string(),
    plain: z.string(),
    /** Of its HTML, for a frame. */
    address: z.string(),
  }),
});

/** Where the HTML of a preview is; `of` in the query holds what is shown. */
export const previewPath = "/rest/mail/texts/preview";

export const testMailText = endpoint({
  method: "POST",
  path: "/rest/mail/texts/:event/:language/test",
  summary: "Sends an email with this text, filled with examples, to whoever asks; as a person of the portal would get it, by their email.",
  params,
  body: z.object({ text: MailText, person: z.prefault(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), "") }),
  response: z.object({ address: z.string() }),
});
