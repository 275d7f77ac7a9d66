import { phrase, type Values, type ValuesOf } from "#platform/words.ts";
import type { StoredFinding } from "../../manifest.ts";

/** Why a package is refused, as a finding with the reason and how to solve it. The import catches it; it never reaches a route. */
export class Refusal extends Error {
  readonly finding: StoredFinding;
  constructor(finding: StoredFinding) {
    super(finding.code);
    this.finding = finding;
  }
}

/** A text of the catalogue with the values of its placeholders. */
interface Said {
  readonly text: string;
  readonly params: Values;
}
export const said = <const Text extends string>(text: Text, ...[params = {}]: ValuesOf<Text> | []): Said => ({ text, params });

const finding = (level: StoredFinding["level"], code: string, what: Said | string, fix?: string, path?: string): StoredFinding => ({
  level,
  code,
  ...(typeof what === "string" ? { text: what, params: {} } : what),
  ...(fix && { fix }),
  ...(path && { path: shown(path) }),
});

/** Makes a refusal from its code, the sentence for the author, and how to solve it; both texts as in the catalogue. */
export const refuse = (code: string, what: Said | string, fix?: string, path?: string) =>
  new Refusal(finding("error", code, what, fix, path));

/** Makes a warning from the same parts. */
export const warning = (code: string, what: Said | string, fix?: string, path?: string): StoredFinding =>
  finding("warning", code, what, fix, path);

/** What to do when the server's disk is full. */
export const tellOperator = phrase("Tell whoever runs this server.");

/** A name from a package, made safe to print: no control characters, no reversed text, limited length. */
export function shown(name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
  return clean.length > 120 ? `${clean.slice(0, 119)}…` : clean;
}
