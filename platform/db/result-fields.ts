/** One column of a result, as PostgreSQL describes it. */
export interface Field {
  readonly name: string;
  /** PostgreSQL's object id (OID) of the column's type. */
  readonly dataTypeID: number;
}

const fields = new WeakMap<readonly unknown[], readonly Field[]>();

/** Remembers the column descriptions of a result by its rows, because Kysely passes on the rows alone. Returns the result. */
export function keepFields<Result extends { rows: readonly unknown[]; fields: readonly Field[] }>(result: Result): Result {
  fields.set(result.rows, result.fields);
  return result;
}

/** The columns of these rows; undefined for rows that did not pass through keepFields. */
export const fieldsOf = (rows: readonly unknown[]) => fields.get(rows);
