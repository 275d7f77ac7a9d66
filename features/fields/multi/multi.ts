import { phrase } from "#platform/words.ts";
import type { FieldKind, Read } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";
import { optionName, optionNamed, readOption } from "../option-names.ts";

/** Up to as many values as nth can number comfortably. */
const most = 50;

function together(ids: readonly (number | Read)[]): Read {
  const wrong = ids.find((id) => typeof id !== "number");
  if (wrong) return wrong;
  const chosen = [...new Set(ids as number[])].toSorted((a, b) => a - b);
  if (chosen.length > most) return bad("too_many_options", phrase("Choose {most} values or fewer."), { most });
  return good(chosen.length > 0 ? chosen : null);
}

/** Several values of a list. In cells they are separated by semicolons. */
export const multi: FieldKind = {
  column: "option_id",
  comparedAs: "options",
  settings: [],
  options: "flat",
  holdsSeveral: true,
  read(input, field) {
    if (input === null || input === "") return good(null);
    if (!Array.isArray(input)) return bad("no_option", phrase("Choose values of the list."));
    return together(input.map((id) => readOption(id, field)));
  },
  parse: (cell, field) =>
    together(
      cell
        .split(/[;|\n]/)
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => optionNamed(name, field)),
    ),
  text: (value, { options }) => (value as readonly number[]).map((id) => optionName(id, options)).join(", "),
  cell: (value, { options }) => (value as readonly number[]).map((id) => optionName(id, options)).join("; "),
  store: (value) => (value as readonly number[]).map((option_id) => ({ option_id })),
  restore: (rows) => rows.map((row) => row.option_id ?? 0),
};
