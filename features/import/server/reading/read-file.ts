import { refused } from "#platform/errors.ts";
import { headOf, type Bytes } from "./bytes.ts";
import { csvReader, detectDelimiter, type Delimiter } from "./csv.ts";
import { decoderOf, detectEncoding, type Encoding } from "./encoding.ts";
import { fileKind } from "./file-kind.ts";
import { tableLimits, type Row, type TableLimits } from "./table.ts";
import { openWorkbook, tooManyColumns } from "./workbook.ts";

/** How a file is to be read. What is not said is detected. */
export interface Reading {
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
  /** The name of a sheet. */
  readonly sheet?: string | undefined;
}

export interface ReadFile {
  readonly kind: "text" | "workbook";
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  /** The sheets of a workbook by name, and the one that is read. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** The rows that have any text, some at a time. May be called once. */
  rows(): AsyncGenerator<Row[]>;
  close(): void;
}

/**
 * Opens an uploaded table, text or workbook. Throws 422 with a sentence for a file that is no table. `known` counts how many cells look like headings.
 * Nothing of a cell is ever run or followed: cells are text.
 */
export async function readFile(
  bytes: Bytes,
  known: (cells: readonly string[]) => number,
  reading: Reading = {},
  limits: TableLimits = tableLimits,
): Promise<ReadFile> {
  if (fileKind(await headOf(bytes, 8192)) === "workbook") {
    const workbook = await openWorkbook(bytes, limits);
    const { sheets } = workbook;
    const sheet = sheets.find(({ name }) => name === reading.sheet) ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
    return {
      kind: "workbook",
      encoding: null,
      delimiter: null,
      sheets: sheets.map(({ name }) => name),
      sheet: sheet?.name ?? null,
      close: () => workbook.close(),
      async *rows() {
        if (sheet) for await (const rows of workbook.rows(sheet)) yield* withText(rows, limits);
      },
    };
  }
  const encoding = reading.encoding ?? (await detectEncoding(bytes));
  const start = decoderOf(encoding).push(await headOf(bytes, 100_000));
  const delimiter = reading.delimiter ?? detectDelimiter(start, known);
  return {
    kind: "text",
    encoding,
    delimiter,
    sheets: [],
    sheet: null,
    close: () => undefined,
    rows: () => textRows(bytes, encoding, delimiter, limits),
  };
}

async function* textRows(bytes: Bytes, encoding: Encoding, delimiter: Delimiter, limits: TableLimits): AsyncGenerator<Row[]> {
  const decoder = decoderOf(encoding);
  const reader = csvReader(delimiter, limits);
  const isSeparatorLine = ({ number, cells }: Row) =>
    number === 1 && /^sep=$/.test(cells[0] ?? "") && cells.every((cell, at) => at === 0 || cell === "");
  for await (const piece of await bytes.open())
    yield* withText(
      reader.push(decoder.push(piece as Buffer)).filter((row) => !isSeparatorLine(row)),
      limits,
    );
  yield* withText([...reader.push(decoder.end()), ...reader.end()], limits);
}

/** Leaves rows without text out, and empty cells at the end of a row. Refuses rows that are too wide and cells that are too long. */
function* withText(rows: readonly Row[], { columns, cellLength }: TableLimits): Generator<Row[]> {
  const kept: Row[] = [];
  for (const { number, cells } of rows) {
    let width = cells.length;
    while (width > 0 && cells[width - 1]?.trim() === "") width -= 1;
    if (width === 0) continue;
    if (width > columns) throw tooManyColumns(columns);
    for (const cell of cells)
      if (cell.length > cellLength)
        throw refused(422, "cell_long", "In row {row} a cell has more than {length, number} characters.", {
          row: number,
          length: cellLength,
        });
    kept.push({ number, cells: width === cells.length ? cells : cells.slice(0, width) });
  }
  if (kept.length > 0) yield kept;
}
