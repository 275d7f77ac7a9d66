import { dateFormat, dayStyle } from "#platform/date-format.ts";
import { phrase } from "#platform/words.ts";
import type { FieldDefinition } from "../definition.ts";
import type { CellFormat, FieldKind, Read } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";

/** The day as 2026-01-31; null when the calendar does not have it. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere && year >= 1000 && year <= 9999 ? date.toISOString().slice(0, 10) : null;
}

/** The day of a cell: 2026-01-31, or with points, slashes or dashes in the order of the import. Years have four digits. */
export function readDay(cell: string, { dateOrder }: Pick<CellFormat, "dateOrder">): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(cell);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = /^(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})$/.exec(cell);
  if (!parts) return null;
  const [first = 0, second = 0, third = 0] = parts.slice(1).map(Number);
  if (dateOrder === "ymd") return dayOf(first, second, third);
  return dateOrder === "dmy" ? dayOf(third, second, first) : dayOf(third, first, second);
}

function read(input: unknown, { settings: { earliest, latest } }: FieldDefinition): Read {
  if (input === null || input === "") return good(null);
  const day = typeof input === "string" && /^\d{4}-\d{2}-\d{2}$/.test(input) ? readDay(input, { dateOrder: "ymd" }) : null;
  if (day === null) return bad("no_date", phrase("Write a date that the calendar has, such as 2026-01-31."));
  if (earliest !== undefined && day < earliest) return bad("too_early", phrase("The date must be {earliest} or later."), { earliest });
  if (latest !== undefined && day > latest) return bad("too_late", phrase("The date must be {latest} or earlier."), { latest });
  return good(day);
}

/** A day of the calendar, the same in every time zone. */
export const date: FieldKind = {
  column: "day",
  comparedAs: "day",
  settings: ["earliest", "latest"],
  read,
  parse: (cell, field, format) => (cell.trim() === "" ? good(null) : read(readDay(cell.trim(), format) ?? "none", field)),
  cell: String,
  text: (value, _, { language }) => dateFormat(language, { ...dayStyle, timeZone: "UTC" }).format(new Date(`${String(value)}T12:00Z`)),
  store: (value) => [{ day: String(value) }],
  restore: ([row]) => row?.day ?? "",
};
