/** The languages that Stoa is complete in. English comes first: it is the fallback. The browser bundle is built once for each. */
export const languages = ["en", "de"] as const;
/** A language by its name in itself. */
export const languageName = (code: string): string => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
/** Languages by their names, as a sentence lists them. */
export const languageNames = (codes: readonly string[]): string => codes.map(languageName).join(", ");

const known = [...languages, "pseudo"] as const;
/** A language of an answer. In tests, `pseudo` reveals words that bypass the catalogue. */
export type Language = (typeof known)[number];

/** Our language for a locale such as de-AT; null when we have none. */
export const languageOf = (locale: string | null | undefined): Language | null =>
  known.find((one) => one === locale?.toLowerCase().split("-")[0]) ?? null;

/** What somebody has chosen, where a portal offers it (ENV-8); null where it offers others only. offered: the languages of the portal. */
export function offeredLocale(own: string | null | undefined, offered: readonly string[]): string | null {
  const language = languageOf(own);
  const isWithheld = languages.some((one) => one === language) && !offered.includes(language ?? "");
  return isWithheld ? null : (own ?? null);
}

/** The language to answer in: the person's, else the portal's, else what the browser asks for. */
export const languageFor = (own: string | null | undefined, ofPortal: string | null | undefined, header: string | undefined): Language =>
  languageOf(own) ?? languageOf(ofPortal) ?? acceptedLanguage(header);

/** The best language of an Accept-Language header that we have, by its weights; English when we have none. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [locale = "", ...rest] = part.trim().split(";");
      const weight = /^\s*q=([\d.]+)\s*$/.exec(rest.at(-1) ?? "")?.[1];
      return { language: languageOf(locale), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.find(({ language }) => language !== null)?.language ?? "en";
}
