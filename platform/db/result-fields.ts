/** A column of a result as PostgreSQL describes it. */
export interface Field {
  readonly name: string;
  /** Object id of its type. */
  readonly dataTypeID: number;
}

const fields = new WeakMap<readonly unknown[], readonly Field[]>();

/** Keeps the description of a result beside its rows; Kysely passes on the rows alone. */
export function keepFields<Result extends { rows: readonly unknown[]; fields: readonly Field[] }>(result: Result): Result {
  fields.set(result.rows, result.fields);
  return result;
}

/** The columns of these rows; undefined for rows that came another way. */
export const fieldsOf = (rows: readonly unknown[]) => fields.get(rows);
