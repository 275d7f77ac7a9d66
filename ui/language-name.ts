/** A language's name in another language, or in its own; its code where either is not known. */
export function languageName(code: string, inLocale: string): string {
  try {
    return new Intl.DisplayNames([inLocale === "pseudo" ? "en" : inLocale], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
