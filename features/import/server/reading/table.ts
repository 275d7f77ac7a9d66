/** One row of an uploaded table: its number as a spreadsheet shows it, counted from 1, and the text of its cells. */
export interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** How much of a table is taken. Tests lower these. */
export interface TableLimits {
  readonly fileBytes: number;
  readonly rows: number;
  readonly columns: number;
  readonly cellLength: number;
  /** Of a workbook: entries of the zip, and bytes that one part may have once unpacked. */
  readonly entries: number;
  readonly partBytes: number;
  /** Characters of all shared texts of a workbook together; they are kept in memory. */
  readonly sharedLength: number;
  /** Number of those texts. */
  readonly sharedTexts: number;
}

const MB = 1024 ** 2;

export const tableLimits: TableLimits = {
  fileBytes: 64 * MB,
  rows: 250_000,
  columns: 200,
  cellLength: 10_000,
  entries: 2_000,
  partBytes: 600 * MB,
  sharedLength: 40_000_000,
  sharedTexts: 2_000_000,
};
