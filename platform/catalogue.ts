import { setupI18n, type I18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { byteSize } from "./byte-size.ts";
import { languages, type Language } from "./languages.ts";
import { momentInWords } from "./moment.ts";
import { asWritten, type Values, type ValuesOf } from "./words.ts";

/** Translates a text of the catalogue into one language and fills in its values. */
export type Say = <const Text extends string>(text: Text, ...values: ValuesOf<Text>) => string;

interface Catalogue {
  readonly i18n: I18n;
  /** Translations by their English text; texts without a translation are left out. */
  readonly texts: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dirname, "..", "locales");
const english = new Map<string, string>();
const catalogues = new Map<string, Catalogue>();

const made = (locale: string, texts: Catalogue["texts"]): Catalogue => ({
  i18n: setupI18n({ locale, messages: { [locale]: {} } }).setMessagesCompiler(compileMessage),
  texts,
});

/** Reads a language's file: for each message id its English text and its translation, empty when missing. Rejects when the file cannot be read. */
export async function readCatalogue(locale: Language) {
  const filename = join(folder, `${locale}.po`);
  return formatter().parse(await readFile(filename, "utf8"), { locale, sourceLocale: "en", filename });
}

/**
 * Reads the catalogues that the server translates with, once in a process: reading one takes a quarter of a second. Called before listening; rejects
 * when one cannot be read.
 */
export const loadCatalogues = (): Promise<void> => (loaded ??= readAll());
let loaded: Promise<void> | undefined;

async function readAll(): Promise<void> {
  for (const locale of languages.slice(1)) {
    const entries = await readCatalogue(locale);
    const texts = Object.values(entries).flatMap(({ message, translation }) =>
      message && translation ? [[message, translation] as const] : [],
    );
    catalogues.set(locale, made(locale, new Map(texts)));
  }
}

/** A text in a language with its placeholders filled; English where there is no translation. A number named `size` is one of bytes: "1.5 GB"; a `moment` is one with its zone (platform/moment.ts). */
export function wordsOf(language: Language, text: string, values: Values = {}): string {
  const { i18n, texts } = catalogues.get(language) ?? (plain ??= made("en", english));
  const { size, moment } = values;
  const shown = {
    ...values,
    ...(typeof size === "number" && { size: byteSize(size, (value, format) => i18n.number(value, format)) }),
    ...(typeof moment === "string" && { moment: momentInWords(language, moment) }),
  };
  return i18n._({ id: text, message: texts.get(text) ?? text, values: asWritten(shown) });
}
let plain: Catalogue | undefined;

/** `wordsOf` bound to one language. */
export const sayIn =
  (language: Language): Say =>
  (text, ...[values]) =>
    wordsOf(language, text, values);
