import type { Db } from "#platform/db/connect.ts";
import { newWords } from "./word-keeping.ts";

interface Wanted {
  readonly portalId: number;
  readonly codeId: number;
  readonly count: number;
  /** Each works once; else there is one, for all. */
  readonly isBatch: boolean;
}

/** Makes the words of a code, at most 1000 at a time: far fewer parameters than a statement of PostgreSQL takes. */
export async function makeWords(db: Db, secret: string, { portalId, codeId, count, isBatch }: Wanted): Promise<void> {
  await db
    .insertInto("authorization_code_words")
    .values(newWords(secret, portalId, count).map((word) => ({ ...word, portal_id: portalId, code_id: codeId, seats: isBatch ? 1 : null })))
    .execute();
}
