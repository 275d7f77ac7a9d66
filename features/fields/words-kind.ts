import { phrase } from "#platform/words.ts";
import type { FieldDefinition } from "./definition.ts";
import type { FieldKind, Read, TextReading } from "./field-kind.ts";
import { bad, good } from "./field-kind.ts";
import { readPattern } from "./pattern.ts";

interface WordsRules {
  readonly comparedAs: FieldKind["comparedAs"];
  readonly most: number;
  readonly isLong?: true;
  readonly canBeUnique?: true;
  readonly canHavePattern?: true;
  /** Checks what is left after trimming and may write it in another way. */
  readonly check?: (text: string) => Read;
  readonly href?: FieldKind["href"];
  /** Writes a value for people where that differs. */
  readonly text?: (text: string, reading: TextReading) => string;
  /** Writes a value for an export where that differs. */
  readonly cell?: (text: string) => string;
}

/** A kind whose value is a text in the column `words`. */
export function wordsKind({ most, isLong, check = good, comparedAs, cell = (text) => text, text: asText, ...can }: WordsRules): FieldKind {
  const read = (input: unknown, field: FieldDefinition): Read => {
    if (input === null) return good(null);
    if (typeof input !== "string") return bad("no_text", phrase("Write a text."));
    const text = (isLong ? input.replaceAll(/\r\n?/g, "\n") : input.replaceAll(/\s+/g, " ")).normalize("NFC").trim();
    if (text === "") return good(null);
    // Control characters, but for tabs and ends of lines, would break the lines of mails and exports (security.md 76).
    if (/[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}]/u.test(text))
      return bad("control_character", phrase("This text has a character that cannot be kept."));
    if (text.length > most) return bad("too_long", phrase("Write {most} characters or fewer."), { most });
    const checked = check(text);
    if (!("value" in checked) || typeof checked.value !== "string") return checked;
    const pattern = field.pattern === null ? null : readPattern(field.pattern);
    if (pattern instanceof RegExp && !pattern.test(checked.value))
      return bad("pattern", phrase("This does not have the expected form, such as {sample}."), { sample: field.patternSample ?? "" });
    return checked;
  };
  return {
    column: "words",
    comparedAs,
    settings: [],
    ...can,
    read,
    parse: read,
    cell: (value) => cell(String(value)),
    ...(asText && { text: (value, _, reading) => asText(String(value), reading) }),
    store: (value) => [{ words: String(value) }],
    restore: ([row]) => row?.words ?? "",
  };
}
