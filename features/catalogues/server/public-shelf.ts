import type { Databases } from "#platform/db/connect.ts";
import { hasPublicCourses } from "./public-queries.ts";

/** How long an answer is used, and how long a page waits for one, in milliseconds. Pages of visitors are not limited, so they must not each ask the database. */
const times = { fresh: 1_000, patience: 1_000 };

/** Makes a function that says whether visitors see courses of a portal, for the link to them. It never fails: without an answer, what was known last counts. */
export function publicShelf(databases: Databases): (portalId: number) => Promise<boolean> {
  const known = new Map<number, { has: boolean; readAt: number }>();
  const reading = new Map<number, Promise<boolean>>();
  const last = (portalId: number) => known.get(portalId)?.has ?? false;

  async function read(portalId: number): Promise<boolean> {
    try {
      const has = await databases.inPortal(portalId, (db) => hasPublicCourses(db, portalId));
      known.set(portalId, { has, readAt: performance.now() });
      return has;
    } catch {
      return last(portalId);
    } finally {
      reading.delete(portalId);
    }
  }

  return async (portalId) => {
    const kept = known.get(portalId);
    if (kept && performance.now() - kept.readAt < times.fresh) return kept.has;
    const asked = reading.get(portalId) ?? read(portalId);
    reading.set(portalId, asked);
    const { promise: waited, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(last(portalId)), times.patience);
    return Promise.race([asked, waited]).finally(() => clearTimeout(timer));
  };
}
