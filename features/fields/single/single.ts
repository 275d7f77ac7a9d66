import type { FieldDefinition } from "../definition.ts";
import type { FieldKind, Read } from "../field-kind.ts";
import { good } from "../field-kind.ts";
import { optionName, optionNamed, readOption } from "../option-names.ts";

const asRead = (id: number | Read): Read => (typeof id === "number" ? good(id) : id);

/** One value of a list; of a tree with `options: "tree"`. */
export const oneOption = (options: "flat" | "tree"): FieldKind => ({
  column: "option_id",
  comparedAs: options === "tree" ? "tree" : "options",
  settings: [],
  options,
  read: (input: unknown, field: FieldDefinition) => (input === null || input === "" ? good(null) : asRead(readOption(input, field))),
  parse: (cell, field) => (cell.trim() === "" ? good(null) : asRead(optionNamed(cell.trim(), field))),
  cell: (value, { options: all }) => optionName(Number(value), all),
  store: (value) => [{ option_id: Number(value) }],
  restore: ([row]) => row?.option_id ?? 0,
});

/** One value of a list. */
export const single = oneOption("flat");
