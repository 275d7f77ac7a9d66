import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Db } from "#platform/db/connect.ts";
import { conflict } from "#platform/errors.ts";
import { qrOf } from "#platform/qr.ts";
import type { Asked, Factor } from "./factor.ts";
import { seal, unseal } from "./sealed.ts";

// Codes of an authenticator app (RFC 6238): six digits, 30 seconds, and one step of drift to either side.

const period = 30;
const totpOf = (bytes: Uint8Array, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: "SHA1", digits: 6, period, secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });

/** The time step that a code is of; null when it is of none around now. */
function stepOf(secret: Uint8Array, code: string): number | null {
  const now = Date.now();
  const token = code.replace(/\D/g, "");
  const drift = token.length === 6 ? totpOf(secret).validate({ token, timestamp: now, window: 1 }) : null;
  return drift === null ? null : Math.floor(now / 1000 / period) + drift;
}

/** Makes a secret for somebody that counts once it is confirmed; an app that counts stays until then. Returns what an app needs, told once. */
export async function beginTotp(db: Db, { userId, secret }: Pick<Asked, "userId" | "secret">, names: { issuer: string; label: string }) {
  const made = new Secret({ size: 20 });
  const sealed = seal(secret, userId, made.bytes);
  await db
    .insertInto("account_security")
    .values({ user_id: userId, totp_next: sealed })
    .onConflict((at) => at.column("user_id").doUpdateSet({ totp_next: sealed }))
    .execute();
  const uri = totpOf(made.bytes, names).toString();
  return { secret: made.base32, uri, qr: qrOf(uri) };
}

/** Lets the newest secret count, by a code of it. Returns false for a wrong code. */
export async function confirmTotp(db: Db, { userId, secret }: Pick<Asked, "userId" | "secret">, code: string): Promise<boolean> {
  const row = await db.selectFrom("account_security").select("totp_next").where("user_id", "=", userId).forUpdate().executeTakeFirst();
  if (!row?.totp_next) throw conflict("no_secret", "Begin again: this code belongs to no app that is being added.");
  const step = stepOf(opened(secret, userId, row.totp_next), code);
  if (step === null) return false;
  await db
    .updateTable("account_security")
    .set({ totp_secret: row.totp_next, totp_next: null, totp_at: sql<Date>`now()`, totp_step: step })
    .where("user_id", "=", userId)
    .execute();
  return true;
}

/** Removes the app. Returns whether there was one. */
export async function removeTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .updateTable("account_security")
    .set({ totp_secret: null, totp_next: null, totp_at: null, totp_step: 0 })
    .where("user_id", "=", userId)
    .where("totp_at", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

function opened(secret: string, userId: number, sealed: Buffer): Buffer {
  const bytes = unseal(secret, userId, sealed);
  // Such as after a restore without the secret that belongs to the backup.
  if (!bytes)
    throw conflict("secret_lost", "This server can no longer check your authenticator app. Use a recovery code, or ask an administrator.");
  return bytes;
}

export const totp: Factor = {
  isGuessable: true,
  async has(db, _, userId) {
    const row = await db
      .selectFrom("account_security")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("totp_at", "is not", null)
      .executeTakeFirst();
    return row !== undefined;
  },
  async prove(db, { userId, secret }, code) {
    const row = await db
      .selectFrom("account_security")
      .select("totp_secret")
      .where("user_id", "=", userId)
      .where("totp_at", "is not", null)
      .executeTakeFirst();
    const step = row?.totp_secret ? stepOf(opened(secret, userId, row.totp_secret), code) : null;
    if (step === null) return { isRight: false };
    // A code, and every older one, works once: of two uses at the same time the second finds the step taken.
    const used = await db
      .updateTable("account_security")
      .set({ totp_step: step })
      .where("user_id", "=", userId)
      .where("totp_step", "<", step)
      .returning("user_id")
      .executeTakeFirst();
    return { isRight: used !== undefined };
  },
};
