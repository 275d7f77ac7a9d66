import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import type { Factor } from "./factor.ts";

// Codes for somebody without their device: ten of 80 random bits, so that a plain hash cannot be reversed. Each works once.

const signs = "abcdefghjkmnpqrstuvwxyz023456789";
const codes = 10;
const length = 16;

const newCode = () => {
  const text = Array.from(randomBytes(length), (byte) => signs[byte % signs.length]).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
};

// Spaces, hyphens and capitals are how a code is written, not what it is.
const hashOf = (code: string) =>
  createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest();

/** Makes new codes in place of the older ones. They are told once; only their hashes are kept. */
export async function makeCodes(db: Db, userId: number): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode);
  const kept = { recovery_hashes: made.map(hashOf), recovery_made_at: sql<Date>`now()` };
  await db
    .insertInto("account_security")
    .values({ user_id: userId, ...kept })
    .onConflict((at) => at.column("user_id").doUpdateSet(kept))
    .execute();
  return made;
}

/** How many codes somebody has left; null when none were made. */
export async function codesLeft(db: Db, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom("account_security")
    .select(({ fn }) => [fn<number>("cardinality", ["recovery_hashes"]).as("left"), "recovery_made_at as madeAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.madeAt ? row.left : null;
}

export const recovery: Factor = {
  isGuessable: false,
  has: async (db, _, userId) => ((await codesLeft(db, userId)) ?? 0) > 0,
  async prove(db, { userId }, code) {
    const hash = hashOf(code);
    const used = await db
      .updateTable("account_security")
      .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash})` })
      .where("user_id", "=", userId)
      .where(sql<boolean>`${hash} = any (recovery_hashes)`)
      .returning("user_id")
      .executeTakeFirst();
    return used === undefined ? { isRight: false } : { isRight: true, change: "recovery_used" };
  },
};
