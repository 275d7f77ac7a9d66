import type { Say } from "#platform/catalogue.ts";
import type { FieldDefinition, FieldValue, Settings } from "./definition.ts";

/** What is wrong with a value: the same code, text and params as a refusal has (platform/errors.ts). */
export interface Problem {
  readonly code: string;
  readonly text: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What reading gives: a value, null for an empty one, or what is wrong. email: a person named by e-mail address, who has to be looked up. */
export type Read = { readonly value: FieldValue | null } | { readonly problem: Problem } | { readonly email: string };

/** One value as a row of field_values holds it; its other columns are null. */
export interface StoredValue {
  readonly words?: string;
  readonly number?: number;
  readonly day?: string;
  readonly moment?: string;
  readonly option_id?: number;
  readonly person_id?: number;
  readonly file_id?: number;
}
export type ValueColumn = Exclude<keyof StoredValue, "file_id">;

/** Who reads a value as text. */
export interface TextReading {
  /** As a tag, such as de, and an IANA name. */
  readonly language: string;
  readonly zone: string;
  readonly say: Say;
  readonly nameOf: (userId: number) => string;
}

/** How the cells of an import are written. */
export interface CellFormat {
  /** The order of day, month and year in dates with points or slashes. 2026-01-31 is read in any case. */
  readonly dateOrder: "dmy" | "mdy" | "ymd";
  /** The zone of times that name none, as an IANA name. */
  readonly zone: string;
}

/** The rules of a kind of field; kinds.ts is the table of all. */
export interface FieldKind {
  /** The column of field_values, whose index conditions use. */
  readonly column: ValueColumn;
  /** The operators that conditions offer. options and tree compare with ids of values; tree includes what is below. */
  readonly comparedAs: "text" | "number" | "day" | "moment" | "yes_no" | "options" | "tree" | "country" | "person" | "presence";
  readonly settings: readonly (keyof Settings)[];
  readonly options?: "flat" | "tree";
  /** Somebody can have several values of its list. */
  readonly holdsSeveral?: true;
  readonly canBeUnique?: true;
  readonly canHavePattern?: true;
  /** Its value is uploaded: no cell of an import gives it. */
  readonly isUploaded?: true;
  /** Checks a value from a request; anything may come. */
  read(input: unknown, field: FieldDefinition): Read;
  /** The same for a cell of an import. */
  parse(cell: string, field: FieldDefinition, format: CellFormat): Read;
  /** The value as a cell of an export; parse reads it back. A person becomes their e-mail address by `emailOf`. */
  cell(value: FieldValue, field: FieldDefinition, emailOf: (userId: number) => string): string;
  /** The value as people read it, where that is not as its cell. A person becomes their name by `nameOf` of the reading. */
  text?(value: FieldValue, field: FieldDefinition, reading: TextReading): string;
  /** Where the value leads as a link; `file` is the address of its file. */
  href?(text: string, file: string): string;
  store(value: FieldValue): readonly StoredValue[];
  /** The value of stored rows, of which there is at least one, in the order of nth. */
  restore(rows: readonly StoredRow[]): FieldValue;
}

/** A row as it is read from field_values. */
export interface StoredRow {
  readonly words: string | null;
  readonly number: number | null;
  readonly day: string | null;
  readonly moment: string | null;
  readonly option_id: number | null;
  readonly person_id: number | null;
  readonly file_id: number | null;
  readonly bytes: number | null;
}

export const good = (value: FieldValue | null): Read => ({ value });
export const bad = (code: string, text: string, params?: Problem["params"]): Read => ({
  problem: { code, text, ...(params && { params }) },
});
