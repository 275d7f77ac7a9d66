import type { Finding } from "../../manifest.ts";

/** A package that cannot be taken, with the finding that says why and what to do. Caught by the import, never by a route. */
export class Refusal extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

/** A refusal from its code, the sentence for the author, and what to do about it. */
export const refuse = (code: string, message: string, fix?: string, path?: string) =>
  new Refusal({ level: "error", code, message, ...(fix && { fix }), ...(path && { path: shown(path) }) });

/** A warning in the same words. */
export const warning = (code: string, message: string, fix?: string, path?: string): Finding => ({
  level: "warning",
  code,
  message,
  ...(fix && { fix }),
  ...(path && { path: shown(path) }),
});

/** A name out of a package, safe to print: no control characters, no reversed text, not endless. */
export function shown(name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
  return clean.length > 120 ? `${clean.slice(0, 119)}…` : clean;
}
