import { asText } from "../formula-signs.ts";

export type Cell = string | number | null;

/** The first line of a CSV file, with the byte order mark that tells spreadsheets it is UTF-8. */
export const csvHead = (header: readonly string[]): string => `\uFEFF${csvLines([header])}`;

/**
 * Rows as lines of CSV: CRLF, RFC 4180 quoting. No text is one that a spreadsheet would run as a formula (security.md row 75; experience.md §1.2, Export);
 * numbers stay numbers.
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = asText(value);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
