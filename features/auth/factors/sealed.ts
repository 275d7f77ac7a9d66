import * as sealed from "#platform/sealed.ts";

const forUser = (secret: string, userId: number): sealed.Seal => ({ secret, purpose: "second factor", owner: `user:${userId}` });

/** Encrypts the secret of a second factor for a person. */
export const seal = (secret: string, userId: number, plain: Uint8Array): Buffer => sealed.seal(forUser(secret, userId), plain);

/** The bytes again; null when they were sealed under another secret, for somebody else, or changed. */
export const unseal = (secret: string, userId: number, bytes: Buffer): Buffer | null => sealed.unseal(forUser(secret, userId), bytes);
