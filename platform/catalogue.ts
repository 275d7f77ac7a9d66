import { setupI18n, type I18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { languages, type Language } from "./languages.ts";
import { asWritten, type Values, type ValuesOf } from "./words.ts";

/** Says a text of the catalogue in one language. */
export type Say = <const Text extends string>(text: Text, ...values: ValuesOf<Text>) => string;

interface Catalogue {
  readonly i18n: I18n;
  /** English to the language; what has no translation is left out. */
  readonly texts: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dirname, "..", "locales");
const english = new Map<string, string>();
const catalogues = new Map<string, Catalogue>();

const made = (locale: string, texts: Catalogue["texts"]): Catalogue => ({
  i18n: setupI18n({ locale, messages: { [locale]: {} } }).setMessagesCompiler(compileMessage),
  texts,
});

/** What the file of a language holds: by the name of each text its English and its translation, empty where there is none. Rejects when it cannot be read. */
export async function readCatalogue(locale: Language) {
  const filename = join(folder, `${locale}.po`);
  return formatter().parse(await readFile(filename, "utf8"), { locale, sourceLocale: "en", filename });
}

/** Reads the catalogues that the server makes words from. Once, before it listens; rejects when one cannot be read. */
export async function loadCatalogues(): Promise<void> {
  for (const locale of languages.slice(1)) {
    const entries = await readCatalogue(locale);
    const texts = Object.values(entries).flatMap(({ message, translation }) =>
      message && translation ? [[message, translation] as const] : [],
    );
    catalogues.set(locale, made(locale, new Map(texts)));
  }
}

/** A text in a language, its places filled. English for what the language has no word for. */
export function wordsOf(language: Language, text: string, values: Values = {}): string {
  const { i18n, texts } = catalogues.get(language) ?? (plain ??= made("en", english));
  return i18n._({ id: text, message: texts.get(text) ?? text, values: asWritten(values) });
}
let plain: Catalogue | undefined;

/** `wordsOf` for one language. */
export const sayIn =
  (language: Language): Say =>
  (text, ...[values]) =>
    wordsOf(language, text, values);
