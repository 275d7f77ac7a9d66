import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

export const mostLetters = 4_000;
export const mostRows = 200;
export const mostColumns = 20;
const Cell = z.string().check(z.maxLength(mostLetters));

/** A table. Every row has as many cells as the first; a cell is plain text, in which a line break is kept. */
export const TableBlock = z.object({
  id: Id,
  kind: z.literal("table"),
  caption: z.optional(z.string().check(z.maxLength(500))),
  /** Whether the first row, and the first column, names what is in the others. */
  headerRow: z.boolean(),
  headerColumn: z.boolean(),
  rows: z.array(z.array(Cell).check(z.minLength(1), z.maxLength(mostColumns))).check(
    z.minLength(1),
    z.maxLength(mostRows),
    z.refine((rows) => rows.every(({ length }) => length === rows[0]?.length)),
  ),
});
export type TableBlock = z.infer<typeof TableBlock>;
export type TableProblem = "table_empty" | "header_missing" | "header_empty";

export const table: BlockKind<TableBlock, TableBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: ["caption", "rows.*.*"],
  words: ({ caption, rows }) => [...(caption === undefined ? [] : [caption]), ...rows.flat().filter((cell) => cell !== "")],
  problems: ({ headerRow, headerColumn, rows }): Problem<TableProblem>[] => {
    const headers = [
      ...(headerRow ? (rows[0] ?? []).slice(headerColumn ? 1 : 0) : []),
      ...(headerColumn ? rows.slice(headerRow ? 1 : 0).map(([first]) => first) : []),
    ];
    return problemsIn({
      table_empty: rows.flat().every((cell) => cell.trim() === "") && "error",
      header_missing: !headerRow && !headerColumn && "error",
      header_empty: headers.some((cell) => cell?.trim() === "") && "warning",
    });
  },
  barriers: ["header_missing", "header_empty"] satisfies TableProblem[],
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({
    id: "table",
    kind: "table",
    caption: words,
    headerRow: true,
    headerColumn: true,
    rows: [
      ["", words],
      [words, words],
    ],
  }),
};

/** The cells of a table as other programs copy it: lines of cells between tabs; null for a text that is no table. */
export function cellsOf(copied: string): string[][] | null {
  const lines = copied.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
  return lines.some((line) => line.includes("\t")) ? lines.map((line) => line.split("\t")) : null;
}

/** The rows with cells put in from a place on; the table grows where it is too small, up to what a table may have. */
export function pasted(rows: readonly string[][], cells: readonly string[][], row: number, column: number): string[][] {
  const height = Math.min(mostRows, Math.max(rows.length, row + cells.length));
  const width = Math.min(mostColumns, Math.max(rows[0]?.length ?? 0, column + Math.max(...cells.map(({ length }) => length))));
  return Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_cell, x) => (cells[y - row]?.[x - column] ?? rows[y]?.[x] ?? "").slice(0, mostLetters)),
  );
}
