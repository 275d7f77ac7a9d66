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
export const acceptedLanguage = (header: string | undefined): Language => acceptedLanguages(header)[0] ?? "en";

/** The languages of an Accept-Language header that we have, the best first. */
function acceptedLanguages(header: string | undefined): Language[] {
  return (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [locale = "", ...rest] = part.trim().split(";");
      const weight = /^\s*q=([\d.]+)\s*$/.exec(rest.at(-1) ?? "")?.[1];
      return { language: languageOf(locale), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ language }) => language ?? []);
}

/**
 * The locale for visitors of a portal (ENV-8): what they chose on this device, else the best of what their browser asks for, each where the portal offers
 * it; else the portal's own. chosen and header come from anybody: what cannot be read counts as none.
 */
export function visitorLocale(
  { locale, languages: offered }: { readonly locale: string; readonly languages: readonly string[] },
  chosen: string | undefined,
  header: string | undefined,
): string {
  const language = [languageOf(chosen), ...acceptedLanguages(header)].find((one) => one !== null && offered.includes(one));
  return language == null || language === languageOf(locale) ? locale : language;
}
