import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "./connect.ts";

/** What a raw statement's rows look like: a column each. */
export type RowSchema = z.ZodMiniObject;

/** Told of every result of a typed statement. Nobody listens but the tests (platform/test/check-rows.ts). */
type Listener = (row: () => RowSchema, rows: readonly object[], statement: string) => void;
let listener: Listener | null = null;

/** Names who is told of results, in this process. */
export function onTypedRows(next: Listener) {
  listener = next;
}

/** One statement with typed rows; `execute` runs it. */
interface Statement<Row> {
  execute(db: Db): Promise<{ rows: Row[] }>;
}

/**
 * `typed(Row)` is the tag of a raw statement whose rows a schema describes: names, types, what may be null, and what lies in JSON. The schema is for
 * the compiler; nothing is parsed. In tests each result is held against the database's own description of it and against the schema, so a
 * schema that is wrong fails there. Make the schema once, outside of functions.
 */
export const typed =
  <Schema extends RowSchema>(row: Schema | (() => Schema)) =>
  (text: TemplateStringsArray, ...values: unknown[]): Statement<z.output<Schema>> => ({
    async execute(db) {
      const statement = sql<z.output<Schema>>(text, ...values);
      const result = await statement.execute(db);
      listener?.(typeof row === "function" ? row : () => row, result.rows as object[], text.join("…"));
      return result;
    },
  });

/** A JSON column whose shape is guarded where it is written; here it is taken as that. */
export const jsonOf = <Shape extends object>() => z.custom<Shape>((value) => typeof value === "object" && value !== null);
