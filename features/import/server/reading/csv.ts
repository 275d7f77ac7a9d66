import { refused } from "#platform/errors.ts";
import type { Row, TableLimits } from "./table.ts";

/** What can stand between cells. */
export const delimiters = [",", ";", "\t", "|", ":", "^"] as const;
export type Delimiter = (typeof delimiters)[number];

const QUOTE = 34;
const CR = 13;
const LF = 10;

/** The start of the next cell's end: a delimiter, a line break, or the end of the text. */
function endOfCell(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === LF || code === CR) return at;
  }
  return text.length;
}

/**
 * Reads one record from `text` at `from`. Null when the text ends before the record does. A quotation mark only counts at the start of a cell; what
 * follows the closing one is kept, as spreadsheets do.
 */
function readRecord(text: string, from: number, delimiter: number, isLast: boolean): { cells: string[]; next: number } | null | "unclosed" {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let start = at;
    while (text.charCodeAt(start) === 32) start += 1;
    let value = "";
    if (text.charCodeAt(start) === QUOTE) {
      at = start + 1;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end < 0 || (end + 1 === text.length && !isLast)) return isLast ? "unclosed" : null;
        value += text.slice(at, end);
        at = end + 1;
        if (text.charCodeAt(at) !== QUOTE) break;
        value += '"';
        at += 1;
      }
    }
    const end = endOfCell(text, at, delimiter);
    if (end === text.length && !isLast) return null;
    cells.push(value + text.slice(at, end));
    at = end;
    const code = text.charCodeAt(at);
    if (code === delimiter) {
      at += 1;
      continue;
    }
    if (code === CR) {
      if (at + 1 === text.length && !isLast) return null;
      return { cells, next: at + (text.charCodeAt(at + 1) === LF ? 2 : 1) };
    }
    return { cells, next: at + 1 };
  }
}

/** A record longer than this holds a quotation mark that nobody closed. */
const longestRecord = 1_000_000;

/** Reads CSV from pieces of text, which may end anywhere. `push` and `end` give the rows that are complete. Refuses a quotation mark left open, with its row. */
export function csvReader(delimiter: Delimiter, limits: Pick<TableLimits, "rows">) {
  const code = delimiter.charCodeAt(0);
  let rest = "";
  let number = 0;
  const read = (text: string, isLast: boolean): Row[] => {
    const rows: Row[] = [];
    rest = rest === "" ? text : rest + text;
    let at = 0;
    while (at < rest.length) {
      const record = readRecord(rest, at, code, isLast);
      if (record === "unclosed" || (record === null && rest.length - at > longestRecord))
        throw refused(422, "quote_open", "In row {row} a quotation mark is opened and not closed. Close it, or take it out.", {
          row: number + 1,
        });
      if (record === null) break;
      number += 1;
      if (number > limits.rows + 100) throw tooManyRows(limits.rows);
      rows.push({ number, cells: record.cells });
      at = record.next;
    }
    rest = rest.slice(at);
    return rows;
  };
  return { push: (text: string) => read(text, false), end: () => read("", true) };
}

export const tooManyRows = (rows: number) =>
  refused(422, "rows_many", "This table has more than {rows, number} rows. Split it into several files.", { rows });

/**
 * Finds what stands between the cells, from the first rows. A line "sep=;" says so itself. `known` counts the cells of a row that look like headings of
 * people's columns.
 */
export function detectDelimiter(text: string, known: (cells: readonly string[]) => number): Delimiter {
  const said = /^sep=(.)[\r\n]/.exec(text)?.[1];
  const named = delimiters.find((one) => one === said);
  if (named) return named;
  let best: Delimiter = ",";
  let most = 0;
  for (const delimiter of delimiters) {
    const points = pointsOf(text, delimiter, known);
    if (points > most) [best, most] = [delimiter, points];
  }
  return best;
}

function pointsOf(text: string, delimiter: Delimiter, known: (cells: readonly string[]) => number): number {
  const rows: Row[] = [];
  try {
    const reader = csvReader(delimiter, { rows: 1_000_000 });
    rows.push(...reader.push(text));
    if (rows.length === 0) rows.push(...reader.end());
  } catch {
    // An open quotation mark is reported when the file is read.
  }
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")).slice(0, 30);
  const counts = new Map<number, number>();
  for (const { cells } of filled) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [usual = 1, times = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (usual < 2) return 0;
  const headings = Math.max(0, ...filled.slice(0, 10).map(({ cells }) => (cells.length > 1 ? known(cells) : 0)));
  // A colon also stands in times, so it needs headings to speak for it.
  if ((delimiter === ":" || delimiter === "^") && headings === 0) return 0;
  return headings * 20 + (times / filled.length) * 10 + Math.min(usual, 10) / 10;
}
