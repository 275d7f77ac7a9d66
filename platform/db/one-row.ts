/** The row of a statement that always returns exactly one. Throws when there is none. */
export function oneRow<T>({ rows: [row] }: { rows: T[] }): T {
  if (row === undefined) throw new Error("A statement that always gives a row gave none.");
  return row;
}
