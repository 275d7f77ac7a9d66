/** The name of an article of the portal's own, as addresses and answers have it. */
export const ownName = (id: number): string => `own-${id}`;

/** The id of an article of the portal's own by its name; null for another name. */
export function ownId(name: string): number | null {
  const found = /^own-([1-9]\d{0,14})$/.exec(name);
  return found ? Number(found[1]) : null;
}
