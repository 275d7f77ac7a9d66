import { i18n } from "@lingui/core";

/** Marks a text for the catalogue where it is no argument of a function that takes one. */
export const phrase = <const Text extends string>(english: Text): Text => english;

/** The names of the parameters of a text in ICU's message format: `"{title} is no longer offered."` has `title`. */
export type Names<Text extends string> = Text extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Head}}${string}` ? NameIn<Head> : never) | Names<Rest>
  : never;
type NameIn<Head extends string> = Plain<Head extends `${infer Name},${string}` ? Name : Head>;
// What stands inside the cases of a plural is a text and no name.
type Plain<Name extends string> = Name extends `${string} ${string}` | `${string}#${string}` | "" ? never : Name;

/** What fills the places of a text. */
export type Values = Readonly<Record<string, string | number>>;
/** The values a text asks for; empty where it has no places. */
export type ValuesOf<Text extends string> = [Names<Text>] extends [never] ? [] : [values: Readonly<Record<Names<Text>, string | number>>];

/** A text in the form that schemas take; `error()` gives it in the language of this end. */
export interface Words {
  readonly error: (issue?: object) => string;
}

/** What the bundler makes of a text: its name in the catalogue, and the English for where a language has no word (app/build-words.ts). */
interface Descriptor {
  readonly id: string;
  readonly message: string;
}

/**
 * A text that both ends need, for messages of schemas above all. `{minimum}`, `{maximum}` and the like are filled with what the schema says. On the
 * server it stays English, and the answer is put into the language of the request; the browser translates it where it is shown.
 */
export const words = (text: string | Descriptor): Words => ({
  error: (issue: object & { params?: object } = {}) =>
    typeof text === "string" ? text : i18n._({ ...text, values: asWritten(plainValues({ ...issue, ...issue.params })) }),
});

/**
 * Values as they are to be read. Lingui turns \u0041 and \x41 in the finished text into characters, in what people wrote too: a backslash is given
 * as such an escape itself, and comes out as the backslash it was.
 */
export const asWritten = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.replaceAll("\\", "\\u005c") : value]),
  );

/** Of an issue of a schema, or any other object, what can stand in a text. */
export const plainValues = (of: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(of).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === "number" || (typeof entry[1] === "string" && entry[0] !== "input"),
    ),
  );
