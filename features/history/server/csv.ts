export type Cell = string | number | null;

/**
 * Rows as CSV for spreadsheets: UTF-8 with BOM, CRLF, RFC 4180 quoting. Text cells a spreadsheet would run as a formula get an
 * apostrophe in front (experience.md §1.2, Export); numbers stay numbers.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
