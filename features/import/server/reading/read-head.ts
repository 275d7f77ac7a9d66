import { columnOfHeading } from "../../headings.ts";
import { refused } from "#platform/errors.ts";
import { shortened } from "#platform/shortened.ts";
import type { Bytes } from "./bytes.ts";
import type { Delimiter } from "./csv.ts";
import type { Encoding } from "./encoding.ts";
import { readFile, type Reading } from "./read-file.ts";
import type { Row, TableLimits } from "./table.ts";
import { knownHeadings } from "../../headings.ts";

/** How a table is read, and its beginning: what is kept of an upload until its rows are. */
export interface Head {
  readonly kind: "text" | "workbook";
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  readonly sheets: string[];
  readonly sheet: string | null;
  readonly headerRow: number | null;
  readonly headings: string[];
  readonly samples: string[][];
  /** All rows have been seen; the number of those below the headings then. */
  readonly isSmall: boolean;
}

export interface HowToRead extends Reading {
  readonly hasHeadings?: boolean | undefined;
}

/** Rows that a request reads and checks by itself; a larger table is left to a job. */
export const fewRows = 300;
const shownSamples = 20;

/** Reads the beginning of an uploaded table: how it is written, its headings and some rows. Throws 422 for a file that is no table, or has no rows. */
export async function readHead(bytes: Bytes, how: HowToRead = {}, limits?: TableLimits): Promise<Head> {
  const file = await readFile(bytes, knownHeadings, how, limits);
  const rows: Row[] = [];
  let isSmall = true;
  try {
    for await (const some of file.rows()) {
      rows.push(...some);
      if (rows.length > fewRows + 10) {
        isSmall = false;
        break;
      }
    }
  } finally {
    file.close();
  }
  if (rows.length === 0) throw refused(422, "rows_none", "This table has no rows.");
  const header = how.hasHeadings === false ? null : headerOf(rows, how.hasHeadings === true);
  const below = header ? rows.filter(({ number }) => number > header.number) : rows;
  const samples = below.filter(({ cells }) => !isComment(cells)).slice(0, shownSamples);
  if (samples.length === 0) throw refused(422, "headings_only", "This table has headings, but no rows below them.");
  const { kind, encoding, delimiter, sheets, sheet } = file;
  return {
    kind,
    encoding,
    delimiter,
    sheets: [...sheets],
    sheet,
    headerRow: header?.number ?? null,
    headings: (header?.cells ?? []).map((cell) => shortened(cell.normalize("NFC").replaceAll(/\s+/g, " ").trim(), 120)),
    samples: samples.map(({ cells }) => cells.map((cell) => shortened(cell, 200))),
    isSmall,
  };
}

/** The row with the headings: the first of the first ten with the most known ones. A table whose first row has an e-mail address has none. */
function headerOf(rows: readonly Row[], isSure: boolean): Row | null {
  let best: Row | null = null;
  let most = 0;
  for (const row of rows.slice(0, 10)) {
    if (row.cells.some((cell) => cell.includes("@"))) break;
    const count = row.cells.filter((cell) => columnOfHeading(cell) !== null).length;
    if (count > most) [best, most] = [row, count];
  }
  if (best) return best;
  const [first] = rows;
  return first && (isSure || !first.cells.some((cell) => cell.includes("@"))) ? first : null;
}

/** A row that only explains the table, as in the template: its first cell begins with "# ". */
export const isComment = (cells: readonly string[]): boolean => (cells.find((cell) => cell !== "") ?? "").startsWith("# ");
