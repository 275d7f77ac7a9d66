import { useLingui } from "@lingui/react/macro";

/** What a language, such as de or en-GB, is called in that of the screen. */
export function useLanguageName(): (language: string) => string {
  const { i18n } = useLingui();
  return (language) => {
    try {
      return new Intl.DisplayNames([i18n.locale === "pseudo" ? "en" : i18n.locale], { type: "language" }).of(language) ?? language;
    } catch {
      return language;
    }
  };
}
