// Loaded before every test file: compares each result of a typed statement with the database's description of it and with its schema.
import * as z from "zod/mini";
import { fieldsOf } from "../db/result-fields.ts";
import { onTypedRows, type RowSchema } from "../db/typed.ts";

/** PostgreSQL type OIDs by the JavaScript type that a row has for them. */
const kinds: Readonly<Record<string, readonly number[]>> = {
  boolean: [16],
  number: [20, 21, 23, 26, 700, 701, 1700],
  string: [18, 19, 25, 1042, 1043, 2950],
  date: [1114, 1184],
  array: [1000, 1005, 1007, 1016, 1009, 1015, 1185, 1231],
};
const json = [114, 3802];

/** Statements that ran in this process: their text, with … for each parameter. */
export const seenStatements = new Set<string>();

onTypedRows((row, rows, statement) => {
  seenStatements.add(statement);
  const problems = problemsOf(row(), rows);
  if (problems.length === 0) return;
  const message = `A typed statement and its rows differ: ${problems.join("; ")}.\n${statement.trim().slice(0, 200)}`;
  // Log it as well: the server answers 500 and does not repeat the reason.
  console.error(message);
  throw new Error(message);
});

/** Compares rows with their schema, by the database's column descriptions and by the values; one sentence for each difference. */
export function problemsOf(row: RowSchema, rows: readonly object[]): string[] {
  const shape = row.shape as Record<string, z.ZodMiniType>;
  const fields = fieldsOf(rows);
  if (!fields) return ["the driver did not keep the description of the columns"];
  const problems = fields.flatMap(({ name, dataTypeID }) => {
    const column = shape[name];
    if (!column) return [`the column ${name} is not in the schema`];
    const of = kindsOf(column);
    // The type of JSON says nothing about its content; the values are checked below.
    if (json.includes(dataTypeID) || of.includes("any")) return [];
    if (of.some((kind) => kinds[kind]?.includes(dataTypeID))) return [];
    return [`${name} is a ${of.join(" or ")} in the schema and type ${dataTypeID} in the database`];
  });
  const names = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(shape)) if (!names.has(name)) problems.push(`the column ${name} is missing`);
  if (problems.length > 0) return problems;
  for (const one of rows) {
    const { error } = z.safeParse(row, one);
    if (error) return error.issues.slice(0, 3).map(({ path, message }) => `${path.join(".")}: ${message}`);
  }
  return [];
}

/** The types that a schema accepts, without wrappers such as null and undefined. */
function kindsOf(schema: z.ZodMiniType): string[] {
  const def = schema.def as { type: string; innerType?: z.ZodMiniType; options?: z.ZodMiniType[] };
  if (def.innerType) return kindsOf(def.innerType);
  if (def.options) return def.options.flatMap(kindsOf);
  if (def.type === "enum" || def.type === "literal" || def.type === "template_literal") return ["string"];
  return [def.type in kinds ? def.type : "any"];
}
