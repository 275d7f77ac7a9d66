import { readNumber } from "#platform/read-number.ts";
import { phrase } from "#platform/words.ts";
import type { FieldDefinition } from "../definition.ts";
import type { FieldKind, Read } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";

function read(input: unknown, { settings: { least, most } }: FieldDefinition): Read {
  if (input === null || input === "") return good(null);
  if (typeof input !== "number" || !Number.isFinite(input) || Math.abs(input) > 1e15) return bad("no_number", phrase("Write a number."));
  if (least !== undefined && input < least) return bad("too_small", phrase("Write {least} or more."), { least });
  if (most !== undefined && input > most) return bad("too_large", phrase("Write {most} or less."), { most });
  // No negative zero, which would be shown with its sign.
  return good(input + 0);
}

/** A number, with a decimal point or comma in cells. */
export const number: FieldKind = {
  column: "number",
  comparedAs: "number",
  settings: ["least", "most"],
  read,
  parse: (cell, field) => (cell.trim() === "" ? good(null) : read(readNumber(cell) ?? Number.NaN, field)),
  cell: String,
  text: (value, _, { language }) => Number(value).toLocaleString(language),
  store: (value) => [{ number: Number(value) }],
  restore: ([row]) => row?.number ?? 0,
};
