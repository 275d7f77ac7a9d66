/** A file's name as it is kept and shown: its last part, at most 200 characters, without characters that do not show. Empty where nothing is left. */
export const plainFileName = (name: string): string =>
  Array.from(
    (name.split(/[\\/]/).at(-1) ?? "")
      .normalize("NFC")
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
      .trim(),
  )
    .slice(-200)
    .join("");
