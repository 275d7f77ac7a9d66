import { sayIn, wordsOf } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import type { Finding, ImportReport, StoredFinding } from "../../manifest.ts";

/** A finding as sent: code and params for programs, and text in the given language. */
export const findingIn = (language: Language, { text, fix, ...finding }: StoredFinding): Finding => ({
  ...finding,
  message: wordsOf(language, text, finding.params),
  ...(fix !== undefined && { fix: wordsOf(language, fix) }),
});

/** A finding and how to solve it, as one text. */
export const findingText = (language: Language, stored: StoredFinding): string => {
  const { message, fix } = findingIn(language, stored);
  return fix ? `${message} ${fix}` : message;
};

/** An import report as shown to a course author: what was wrong and how to solve it, or what was imported and what to check. One line for each finding. */
export function reportText({ findings, entryCount, bytes, standard, edition, scoCount }: ImportReport, language: Language = "en"): string {
  const say = sayIn(language);
  const errors = findings.filter(({ level }) => level === "error");
  if (errors.length > 0) return errors.map((one) => findingText(language, one)).join("\n");
  const counted = { parts: scoCount, files: entryCount, size: bytes };
  const imported =
    standard === "2004"
      ? say(
          "The package was imported: SCORM 2004 {edition, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} edition, {parts, plural, one {one part} other {# parts}}, {files, plural, one {# file} other {# files}}, {size}.",
          { edition: Number.parseInt(edition ?? "", 10) || 0, ...counted },
        )
      : say(
          "The package was imported: SCORM {standard}, {parts, plural, one {one part} other {# parts}}, {files, plural, one {# file} other {# files}}, {size}.",
          { standard: standard ?? "", ...counted },
        );
  return [imported, ...findings.filter(({ level }) => level !== "error").map((one) => findingText(language, one))].join("\n");
}
