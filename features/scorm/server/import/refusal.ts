import { phrase, type Values, type ValuesOf } from "#platform/words.ts";
import type { StoredFinding } from "../../manifest.ts";

/** A package that cannot be taken, with the finding that says why and what to do. Caught by the import, never by a route. */
export class Refusal extends Error {
  readonly finding: StoredFinding;
  constructor(finding: StoredFinding) {
    super(finding.code);
    this.finding = finding;
  }
}

/** A text of the catalogue with what fills its places. */
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

/** A refusal from its code, the sentence for the author, and what to do about it; both as the catalogue has them. */
export const refuse = (code: string, what: Said | string, fix?: string, path?: string) =>
  new Refusal(finding("error", code, what, fix, path));

/** A warning in the same words. */
export const warning = (code: string, what: Said | string, fix?: string, path?: string): StoredFinding =>
  finding("warning", code, what, fix, path);

/** What to do where the server's disk is full. */
export const tellOperator = phrase("Tell whoever runs this server.");

/** A name out of a package, safe to print: no control characters, no reversed text, not endless. */
export function shown(name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
  return clean.length > 120 ? `${clean.slice(0, 119)}…` : clean;
}
