import { changedLately } from "#platform/own-changes.ts";

const keptMs = 30_000;
const mostKept = 2_000;

/**
 * Numbers that belong to the rows of a list, such as the members of each group, where counting them for one row reads thousands of others. Large ones are kept for
 * half a minute, by portal and row; small ones are counted every time, and whoever has just changed something gets all counted. A list asks `known`, counts the other rows only, and
 * gives what it counted to `keep`.
 */
export class LargeNumbers<Numbers> {
  readonly #isLarge: (numbers: Numbers) => boolean;
  readonly #kept = new Map<string, { readonly numbers: Numbers; readonly until: number }>();

  constructor(isLarge: (numbers: Numbers) => boolean) {
    this.#isLarge = isLarge;
  }

  /** The numbers of a portal's rows that need not be counted now for this person, by id. */
  known({ portalId, userId }: { readonly portalId: number; readonly userId: number }, now = Date.now()): ReadonlyMap<number, Numbers> {
    const known = new Map<number, Numbers>();
    if (changedLately(userId, now)) return known;
    const own = `${portalId} `;
    for (const [key, { numbers, until }] of this.#kept) {
      if (until <= now) this.#kept.delete(key);
      else if (key.startsWith(own)) known.set(Number(key.slice(own.length)), numbers);
    }
    return known;
  }

  /** Takes what was just counted for a row; the oldest gives way. */
  keep(portalId: number, id: number, numbers: Numbers, now = Date.now()): void {
    if (!this.#isLarge(numbers)) return;
    const [oldest] = this.#kept.size >= mostKept ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(`${portalId} ${id}`, { numbers, until: now + keptMs });
  }
}
