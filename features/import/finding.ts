import type { Values } from "#platform/words.ts";

/** Something about a row, or about one of its cells: a text of the catalogue with its values. A note says what is done in another way; an error keeps the row out. */
export interface Finding {
  readonly level: "error" | "note";
  /** Counted from 0; null for the whole row. */
  readonly column: number | null;
  readonly code: string;
  readonly text: string;
  readonly params: Values;
}

/** One change that a row makes, in words that need no translation: values as they are written in a table. */
export interface Change {
  /** A column of people, or `field:12`. */
  readonly meaning: string;
  /** Null where nothing was there, or the person is new. */
  readonly before: string | null;
  readonly after: string | null;
}

export const verdicts = ["create", "update", "return", "leave", "unchanged", "skip", "error"] as const;
export type Verdict = (typeof verdicts)[number];

/** What a row is told by that finds no seat in the portal; the check counts these rows. */
export const noSeatCode = "no_seat";
