import { sql, type CompiledQuery } from "kysely";
import * as z from "zod/mini";
import { compiling } from "./compiling.ts";
import type { Db } from "./connect.ts";

/** The shape of a raw statement's rows: one entry per column. */
export type RowSchema = z.ZodMiniObject;

/** Receives every result of a typed statement. Only tests set one (platform/test/check-rows.ts). */
type Listener = (row: () => RowSchema, rows: readonly object[], statement: string) => void;
let listener: Listener | null = null;

/** Sets the listener of this process. */
export function onTypedRows(next: Listener) {
  listener = next;
}

/** One statement with typed rows; `execute` runs it, `compile` gives its text and parameters. */
export interface Statement<Row> {
  execute(db: Db): Promise<{ rows: Row[] }>;
  compile(): CompiledQuery;
}

/**
 * `typed(Row)` is the template tag for a raw statement whose rows a schema describes: names, types, nullability, and what JSON columns hold. The
 * schema serves the compiler; rows are not parsed. Tests compare each result with the database's own description of it and with the schema, so a
 * wrong schema fails there. Create the schema once, outside of functions.
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
    compile: () => sql(text, ...values).compile(compiling),
  });

/** A JSON column whose shape is checked where it is written; here it is only asserted. */
export const jsonOf = <Shape extends object>() => z.custom<Shape>((value) => typeof value === "object" && value !== null);
