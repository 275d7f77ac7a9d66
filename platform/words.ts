import { i18n } from "@lingui/core";

/** Marks a text for the catalogue where it is not an argument of a function that already takes a text. */
export const phrase = <const Text extends string>(english: Text): Text => english;

/** The placeholder names in a text of ICU message format: `"{title} is out of the catalog."` has `title`. */
export type Names<Text extends string> = Text extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Head}}${string}` ? NameIn<Head> : never) | Names<Rest>
  : never;
type NameIn<Head extends string> = Plain<Head extends `${infer Name},${string}` ? Name : Head>;
// Inside the cases of a plural, braces enclose text and not a name.
type Plain<Name extends string> = Name extends `${string} ${string}` | `${string}#${string}` | "" ? never : Name;

/** Values for the placeholders of a text. */
export type Values = Readonly<Record<string, string | number>>;
/** The values that a text needs; empty when it has no placeholders. */
export type ValuesOf<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Readonly<Record<Names<Text>, string | number>>];

/** A text in the form that schemas take; `error()` returns it: English on the server, translated in the browser. */
export interface Words {
  readonly error: (issue?: object) => string;
}

/** What the bundler turns a text into: its message id, and the English text as the fallback (app/build-words.ts). */
interface Descriptor {
  readonly id: string;
  readonly message: string;
}

/**
 * A text that both browser and server need, mostly for messages of schemas. `{minimum}`, `{maximum}` and the like are filled in from the schema's
 * issue. On the server it stays English and the answer is translated into the language of the request; the browser translates it where it is shown.
 */
export const words = (text: string | Descriptor): Words => ({
  error: (issue: object & { params?: object } = {}) =>
    typeof text === "string" ? text : i18n._({ ...text, values: plainValues({ ...issue, ...issue.params }) }),
});

/**
 * Escapes values so that they appear as they are. Lingui decodes \u0041 and \x41 in the finished text, including in what people wrote. Therefore each
 * backslash is passed as such an escape, which lingui turns back into a backslash.
 */
export const asWritten = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.replaceAll("\\", "\\u005c") : value]),
  );

/** The entries of a schema issue, or of any other object, that can be placeholder values: numbers and texts, but never the input. */
export const plainValues = (of: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(of).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === "number" || (typeof entry[1] === "string" && entry[0] !== "input"),
    ),
  );
