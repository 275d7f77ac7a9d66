/** The query of an address with some values changed; null takes one out. */
export function queryWith(search: string, patch: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}

/** The number of a course in an address; null for anything else. */
export const courseIn = (param: string | undefined): number | null => (param && /^[1-9]\d{0,9}$/.test(param) ? Number(param) : null);
