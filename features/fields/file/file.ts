import { phrase } from "#platform/words.ts";
import type { FileValue } from "../definition.ts";
import type { FieldKind } from "../field-kind.ts";
import { bad, good } from "../field-kind.ts";

const uploadOnly = (input: unknown) =>
  input === null || input === "" ? good(null) : bad("upload_only", phrase("A file is uploaded on the page of the person."));

/** A file. It is set by an upload (server/files.ts); a request or a cell can only take it away. */
export const file: FieldKind = {
  column: "words",
  comparedAs: "presence",
  settings: [],
  isUploaded: true,
  read: uploadOnly,
  parse: (cell) => uploadOnly(cell.trim()),
  href: (_, address) => address,
  cell: (value) => (value as FileValue).name,
  store: (value) => [{ words: (value as FileValue).name, file_id: (value as FileValue).id }],
  restore: ([row]) => ({ id: row?.file_id ?? 0, name: row?.words ?? "", bytes: row?.bytes ?? 0 }),
};
