import { createHash, createHmac, randomBytes } from "node:crypto";

/** A new secret of 256 random bits as 43 URL-safe characters. It is sent once and never stored in this form (security.md test 57). */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database is sent of a token, and stores of most. Tokens are random enough that a plain SHA-256 cannot be reversed. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** What the database stores of a session's token: a hash of what a request sends, so that the stored value opens no session. */
export const keptSession = (token: string): Buffer => createHash("sha256").update(hashToken(token)).digest();

/** A secret for a link in a letter, made from a random key and the secret of the installation: neither it nor anything it can be made of alone is stored. 256 bits. */
export const linkToken = (secret: string, key: string): string => createHmac("sha256", secret).update(`link\n${key}`).digest("base64url");
