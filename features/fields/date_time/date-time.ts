import { dateFormat, dayStyle } from "#platform/date-format.ts";
import { phrase } from "#platform/words.ts";
import { readDay } from "../date/date.ts";
import type { CellFormat, FieldKind, Read } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";
import { instantIn } from "./instant-in.ts";

const instantForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

function read(input: unknown): Read {
  if (input === null || input === "") return good(null);
  const time = typeof input === "string" && instantForm.test(input) ? new Date(input.replace(" ", "T")) : null;
  if (!time || Number.isNaN(time.getTime()) || readDay(time.toISOString().slice(0, 10), { dateOrder: "ymd" }) === null)
    return bad("no_date_time", phrase("Write a date and time, such as 2026-01-31 14:30."));
  return good(time.toISOString());
}

/** A cell without an offset is meant in the zone of the import. */
function parse(cell: string, { dateOrder, zone }: CellFormat): Read {
  const written = cell.trim();
  if (written === "" || instantForm.test(written)) return read(written);
  const [, days = "", hour = "", minute = "", second = "0"] = /^(\S+)(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(written) ?? [];
  const day = readDay(days, { dateOrder });
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return read("none");
  const clock = [hour, minute, second].map((part) => part.padStart(2, "0")).join(":");
  return good(instantIn(zone, `${day}T${clock}`).toISOString());
}

/** A point in time. */
export const dateTime: FieldKind = {
  column: "moment",
  comparedAs: "moment",
  settings: [],
  read,
  parse: (cell, _, format) => parse(cell, format),
  cell: String,
  text: (value, _, { language, zone }) =>
    dateFormat(language, { ...dayStyle, hour: "numeric", minute: "2-digit", timeZone: zone }).format(new Date(String(value))) +
    ` (${zone.replaceAll("_", " ")})`,
  store: (value) => [{ moment: String(value) }],
  restore: ([row]) => (row?.moment ? new Date(row.moment).toISOString() : ""),
};
