import { phrase } from "#platform/words.ts";
import type { FieldKind, Read } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";

const yes = ["yes", "y", "true", "1", "x", "ja", "j", "wahr"];
const no = ["no", "n", "false", "0", "nein", "falsch"];

function read(input: unknown): Read {
  if (input === null || input === "") return good(null);
  return typeof input === "boolean" ? good(input) : bad("no_yes_no", phrase("Answer yes or no."));
}

/** Yes or no; empty is neither. */
export const yesNo: FieldKind = {
  column: "number",
  comparedAs: "yes_no",
  settings: [],
  read,
  parse(cell) {
    const word = cell.trim().toLowerCase();
    return read(word === "" ? null : yes.includes(word) ? true : no.includes(word) ? false : word);
  },
  text: (value, _, { say }) => (value === true ? say("Yes") : say("No")),
  cell: (value) => (value === true ? "yes" : "no"),
  store: (value) => [{ number: value === true ? 1 : 0 }],
  restore: ([row]) => row?.number === 1,
};
