import { languages } from "#platform/languages.ts";
import { fromText } from "#platform/list/formula-signs.ts";
import { plainHeading } from "../headings.ts";

/** What a cell says to empty what is there. An empty cell changes nothing. */
const clearing = new Set(["(clear)", "(leeren)"]);

/** Whether a cell asks to empty what is there. */
export const isClear = (cell: string): boolean => clearing.has(cell.toLowerCase());

/** A cell without spaces around it, in composed Unicode. Apostrophes before signs that would start a formula are taken away: exports put them there, and so do spreadsheets. */
export const plainCell = (cell: string | undefined): string =>
  fromText(
    (cell ?? "")
      .normalize("NFC")
      .replaceAll(/[\u00a0\u2007\u202f]/g, " ")
      .trim(),
  );

const active = new Set(["active", "aktiv", "yes", "ja", "true", "wahr", "1", "x", "enabled", "current"]);
const suspended = new Set([
  "inactive",
  "inaktiv",
  "suspended",
  "gesperrt",
  "deactivated",
  "deaktiviert",
  "disabled",
  "no",
  "nein",
  "false",
  "falsch",
  "0",
  "left",
  "ausgeschieden",
  "former",
]);

/** The status that a cell names, in English or German; null for another word. */
export function statusOf(cell: string): "active" | "suspended" | null {
  const word = plainHeading(cell);
  return active.has(word) ? "active" : suspended.has(word) ? "suspended" : null;
}

const namesOfLanguages = new Map(
  languages.flatMap((code) => [
    [code, code],
    ...languages.map((spoken) => [plainHeading(new Intl.DisplayNames([spoken], { type: "language" }).of(code) ?? code), code] as const),
  ]),
);

/** The language that a cell names: a code such as de or de-AT, or its name in English or German. Null for one that Stoa does not have. */
export const languageIn = (cell: string): string | null =>
  namesOfLanguages.get(plainHeading(cell)) ??
  namesOfLanguages.get(/^([a-z]{2,3})[-_][a-z0-9]+$/i.exec(cell)?.[1]?.toLowerCase() ?? "") ??
  null;

const roleWords = new Map([
  ["author", "Author"],
  ["autor", "Author"],
  ["autorin", "Author"],
  ["manager", "Manager"],
  ["managerin", "Manager"],
  ["admin", "Admin"],
  ["administrator", "Admin"],
  ["administratorin", "Admin"],
] as const);
/** What everybody is; a cell may name it. */
const everybody = new Set(["student", "studentin", "learner", "lernende", "lernender", "member", "mitglied", "user"]);

export type GrantedRole = "Author" | "Manager" | "Admin";

/** The role that a word names; "none" for what everybody is, null for another word. */
export function roleIn(word: string): GrantedRole | "none" | null {
  const plain = plainHeading(word);
  return everybody.has(plain) ? "none" : (roleWords.get(plain as never) ?? null);
}

/** The parts of a cell with several values: apart by semicolons or line breaks, or by commas where there are no semicolons. */
export const partsOf = (cell: string): string[] =>
  [...new Set(cell.split(/[;\n|]/.test(cell) ? /[;\n|]/ : ",").map((part) => part.trim().replaceAll(/\s+/g, " ")))].filter(
    (part) => part !== "",
  );
