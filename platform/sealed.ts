import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// What is stored and must be read again, so hashing is not enough: AES-256-GCM under a key made of the server's secret for one purpose, and bound to what it belongs to,
// so that neither a copy of the database nor a value moved to another row is of use.

/** Under which key, and what it belongs to, such as user:12. */
export interface Seal {
  readonly secret: string;
  readonly purpose: string;
  readonly owner: string;
}

const keyOf = ({ secret, purpose }: Seal) => Buffer.from(hkdfSync("sha256", secret, "", `stoa ${purpose} 1`, 32));

/** Encrypts bytes: nonce, tag, text. */
export function seal(how: Seal, plain: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(how), nonce).setAAD(Buffer.from(how.owner));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The bytes again; null when they were sealed under another secret, for something else, or changed. */
export function unseal(how: Seal, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv("aes-256-gcm", keyOf(how), sealed.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(how.owner))
    .setAuthTag(sealed.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}
