import { createHmac } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import { conflict } from "#platform/errors.ts";
import type { Asked, Factor } from "./factor.ts";

// Passkeys (WebAuthn). A passkey belongs to the host on which it was made; what it signs names that host, so that no other site can pass it on.

/** For how long a browser may take to sign. */
const challengeSeconds = 10 * 60;

interface At {
  readonly portalId: number;
  /** scheme://host[:port] of the page that asks. */
  readonly origin: string;
}
const hostOf = (origin: string) => new URL(origin).hostname;

async function keepChallenge(db: Db, portalId: number, challenge: string, userId: number | null) {
  const expires = sql<Date>`now() + make_interval(secs => ${challengeSeconds})`;
  await db.insertInto("passkey_challenges").values({ portal_id: portalId, challenge, user_id: userId, expires_at: expires }).execute();
}

/** Uses a challenge up. Returns whether it was there, for this person. */
async function takeChallenge(db: Db, portalId: number, challenge: string, userId: number | null): Promise<boolean> {
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("portal_id", "=", portalId)
    .where("challenge", "=", challenge)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("user_id", "is not distinct from", userId)
    .returning("challenge")
    .executeTakeFirst();
  return taken !== undefined;
}

const ofPerson = (db: Db, portalId: number, userId: number) =>
  db.selectFrom("passkeys").where("portal_id", "=", portalId).where("user_id", "=", userId);

/** The passkeys of somebody in a portal, oldest first. */
export const listPasskeys = (db: Db, portalId: number, userId: number) =>
  ofPerson(db, portalId, userId)
    .select(["id", "name", "made_at as madeAt", "used_at as usedAt", "copied_at as copiedAt"])
    .orderBy("id")
    .execute();

const descriptorsOf = async (db: Db, { portalId, origin }: At, userId: number) => {
  const rows = await ofPerson(db, portalId, userId)
    .select(["credential_id as id", "transports"])
    .where("rp_id", "=", hostOf(origin))
    .execute();
  return rows;
};

interface NewOwner {
  readonly userId: number;
  readonly email: string;
  readonly portalName: string;
  readonly secret: string;
}

/** What a browser needs to make a passkey for somebody. */
export async function beginPasskey(db: Db, at: At, { userId, email, portalName, secret }: NewOwner) {
  const options = await generateRegistrationOptions({
    rpName: portalName,
    rpID: hostOf(at.origin),
    userName: email,
    userDisplayName: email,
    // Says nothing of the person to whoever finds the device.
    userID: new Uint8Array(createHmac("sha256", secret).update(`passkey\n${at.portalId}\n${userId}`).digest()),
    attestationType: "none",
    excludeCredentials: await descriptorsOf(db, at, userId),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await keepChallenge(db, at.portalId, options.challenge, userId);
  return options;
}

/** The most passkeys somebody has in a portal. */
const mostPasskeys = 20;

/** Adds a passkey that a browser has made. Returns false for an answer that proves none. */
export async function addPasskey(
  db: Db,
  at: At,
  { userId, name, answer }: { userId: number; name: string; answer: string },
): Promise<boolean> {
  if ((await listPasskeys(db, at.portalId, userId)).length >= mostPasskeys)
    throw conflict("too_many_passkeys", "You have {most} passkeys. Remove one first.", { most: mostPasskeys });
  const response = parsed<RegistrationResponseJSON>(answer);
  const verified =
    response &&
    (await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(db, at.portalId, challenge, userId),
      expectedOrigin: at.origin,
      expectedRPID: hostOf(at.origin),
      requireUserVerification: false,
    }).catch(() => null));
  if (!verified?.registrationInfo) return false;
  const { credential } = verified.registrationInfo;
  const made = await db
    .insertInto("passkeys")
    .values({
      portal_id: at.portalId,
      user_id: userId,
      rp_id: hostOf(at.origin),
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      uses: credential.counter,
      transports: (credential.transports ?? []).map(String).slice(0, 10),
      name,
    })
    .onConflict((at_) => at_.columns(["portal_id", "credential_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** What a browser needs to prove a passkey of somebody, or, without somebody, any passkey of the portal. */
export async function askForPasskey(db: Db, at: At, userId: number | null) {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(at.origin),
    ...(userId !== null && { allowCredentials: await descriptorsOf(db, at, userId) }),
    userVerification: userId === null ? "required" : "preferred",
  });
  await keepChallenge(db, at.portalId, options.challenge, userId);
  return options;
}

/** What an answer of a passkey proves. copied: it is right, but the passkey counts backwards, so there is a copy of it. */
export interface PasskeyProof {
  readonly userId: number;
  readonly state: "right" | "copied";
}

/**
 * Checks the answer of a browser, once, as the system role. userId: whose passkey it has to be; null for anybody's, which then has to have verified the person too
 * (a finger, a face, a PIN). Null for an answer that proves nothing.
 */
export async function checkPasskey(db: Db, at: At, userId: number | null, answer: string): Promise<PasskeyProof | null> {
  const response = parsed<AuthenticationResponseJSON>(answer);
  if (typeof response?.id !== "string") return null;
  const key = await db
    .selectFrom("passkeys")
    .select(["id", "user_id", "public_key", "uses", "rp_id", "copied_at"])
    .where("portal_id", "=", at.portalId)
    .where("credential_id", "=", response.id)
    .forUpdate()
    .executeTakeFirst();
  if (!key || (userId !== null && key.user_id !== userId)) return null;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(db, at.portalId, challenge, userId),
    expectedOrigin: at.origin,
    expectedRPID: key.rp_id,
    // The count is compared below, where a copy is told from a wrong answer.
    credential: { id: response.id, publicKey: new Uint8Array(key.public_key), counter: 0 },
    requireUserVerification: userId === null,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  const isCopied = key.copied_at !== null || (Math.max(newCounter, key.uses) > 0 && newCounter <= key.uses);
  await db
    .updateTable("passkeys")
    .set(isCopied ? { copied_at: key.copied_at ?? sql<Date>`now()` } : { uses: newCounter, used_at: sql<Date>`now()` })
    .where("portal_id", "=", at.portalId)
    .where("id", "=", key.id)
    .execute();
  return { userId: key.user_id, state: isCopied ? "copied" : "right" };
}

/** Gives a passkey another name. Returns whether it is there. */
export async function renamePasskey(db: Db, portalId: number, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ name })
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes a passkey. Returns whether it was there. */
export async function removePasskey(db: Db, portalId: number, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("passkeys")
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function parsed<Shape>(answer: string): (Partial<Shape> & Shape) | null {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === "object" && value !== null ? (value as Shape) : null;
  } catch {
    return null;
  }
}

export const passkey: Factor = {
  isGuessable: false,
  has: async (db, portalId, userId) => (await ofPerson(db, portalId, userId).select("id").limit(1).executeTakeFirst()) !== undefined,
  async prove(db, { portalId, userId, origin }: Asked, answer) {
    const proof = await checkPasskey(db, { portalId, origin }, userId, answer);
    if (proof?.state === "copied") return { isRight: false, change: "passkey_copied" };
    return { isRight: proof !== null };
  },
};
