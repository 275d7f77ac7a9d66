import type { TextStore } from "./text-store.ts";

/** How a workbook shows its numbers: for each style, whether it is a date, and the digits that are filled up with zeros. */
export interface Styles {
  readonly kinds: readonly ("number" | "date" | "moment" | number)[];
  /** Day 0 of dates: workbooks of old Macs count from 1904. */
  readonly from1904: boolean;
}

// Formats that every workbook knows by number: dates, moments and times.
const builtInDates = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInMoments = new Set([22]);

/** Spreadsheets allow 255 characters; more tell nothing about the kind, and the expression below goes back over each unclosed bracket. */
const longestFormat = 1_000;

/** Sorts out the styles of a workbook from the format of each, by number, and the formats that it defines itself. */
export function dateStyles(used: readonly number[], formats: ReadonlyMap<number, string>, from1904: boolean): Styles {
  const kinds = used.map((id) => {
    if (builtInDates.has(id)) return "date" as const;
    if (builtInMoments.has(id)) return "moment" as const;
    const format = (formats.get(id) ?? "").slice(0, longestFormat).split(";")[0] ?? "";
    // Text in quotes or behind a backslash, and colours and conditions in brackets, say nothing about the kind.
    const bare = format.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "");
    if (/^0+$/.test(bare)) return bare.length;
    if (/[yd]/i.test(bare)) return /h/i.test(bare) ? ("moment" as const) : ("date" as const);
    return "number" as const;
  });
  return { kinds, from1904 };
}

const DAY = 86_400_000;

/** A cell as text, as its spreadsheet shows it, with dates as 2026-11-22 or 2026-11-22 14:30. A formula gives its last result, an error its name (#REF!). */
export function cellText(type: string, value: string, style: number, shared: Pick<TextStore, "at">, { kinds, from1904 }: Styles): string {
  switch (type) {
    case "s":
      return shared.at(Number(value)) ?? "#REF!";
    case "b":
      return value === "1" || value === "true" ? "true" : "false";
    case "n": {
      const number = Number(value);
      if (value.trim() === "" || !Number.isFinite(number)) return value;
      const kind = kinds[style] ?? "number";
      if (typeof kind === "number") return Number.isInteger(number) && number >= 0 ? String(number).padStart(kind, "0") : plain(number);
      if (kind === "number" || number < 1) return plain(number);
      return dateText(number, kind, from1904);
    }
    default:
      return value;
  }
}

/** A number without an exponent and without what floating point adds: 15 digits, as spreadsheets show. */
function plain(number: number): string {
  const rounded = Number(number.toPrecision(15));
  const text = String(rounded);
  return /e/.test(text) && Math.abs(rounded) < 1e30 && Number.isInteger(rounded) ? BigInt(rounded).toString() : text;
}

function dateText(days: number, kind: "date" | "moment", from1904: boolean): string {
  // Day 60 of the calendar from 1900 is the 29 February 1900, which never was.
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const moment = new Date(start + Math.round(days * 86_400) * 1000);
  if (Number.isNaN(moment.getTime()) || days * DAY > 3e14) return plain(days);
  const text = moment.toISOString();
  return kind === "date" || text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
}
