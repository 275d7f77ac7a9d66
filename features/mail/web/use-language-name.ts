import { useLingui } from "@lingui/react/macro";
import type { TextLanguage } from "../texts-contract.ts";

/** What a language is called in that of the screen. */
export function useLanguageName(): (language: TextLanguage) => string {
  const { i18n } = useLingui();
  return (language) =>
    new Intl.DisplayNames([i18n.locale === "pseudo" ? "en" : i18n.locale], { type: "language" }).of(language) ?? language;
}
