import { tooMany } from "../errors.ts";

/** How many uploads of one person one process accepts at a time (security.md §3.8). */
const ofOnePerson = 3;

/** Returns a function that runs an upload of a person, or throws 429 when too many of theirs are under way. */
export function fewAtOnce() {
  const underWay = new Map<number, number>();
  return async <T>(userId: number, upload: () => Promise<T>): Promise<T> => {
    const now = underWay.get(userId) ?? 0;
    if (now >= ofOnePerson)
      throw tooMany(10, "too_many_uploads", "{count} of your uploads are under way. Wait until one of them is done, then try again.", {
        count: ofOnePerson,
      });
    underWay.set(userId, now + 1);
    try {
      return await upload();
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}
