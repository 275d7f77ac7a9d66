import { phrase } from "#platform/words.ts";
import type { FieldKind, Read } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";

function read(input: unknown): Read {
  if (input === null || input === "") return good(null);
  if (typeof input === "number" && Number.isSafeInteger(input) && input > 0) return good(input);
  const address = typeof input === "string" ? input.trim().toLowerCase() : "";
  return address.includes("@") && address.length <= 254
    ? { email: address }
    : bad("no_person", phrase("Name a person of this portal by e-mail address."));
}

/** Another person of the portal, such as a supervisor, named by id or e-mail address. The service looks up whether they are there. */
export const person: FieldKind = {
  column: "person_id",
  comparedAs: "person",
  settings: [],
  read,
  parse: (cell) => read(cell.trim()),
  text: (value, _, { nameOf }) => nameOf(Number(value)),
  cell: (value, _, emailOf) => emailOf(Number(value)),
  store: (value) => [{ person_id: Number(value) }],
  restore: ([row]) => row?.person_id ?? 0,
};
