import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// A stored secret that must be read again, so hashing is not enough: AES-256-GCM under a key made of the server's secret and bound to its person, so that neither a
// copy of the database nor a row moved to somebody else is of use.

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "stoa second factor 1", 32));
const forUser = (userId: number) => Buffer.from(`user:${userId}`);

/** Encrypts bytes for a person: nonce, tag, text. */
export function seal(secret: string, userId: number, plain: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce).setAAD(forUser(userId));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The bytes again; null when they were sealed under another secret, for somebody else, or changed. */
export function unseal(secret: string, userId: number, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(forUser(userId))
    .setAuthTag(sealed.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}
