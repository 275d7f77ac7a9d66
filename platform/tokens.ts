import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 random bits as 43 URL-safe characters. It is sent once and never stored in this form (security.md test 57). */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database is sent of a token, and stores of most. Tokens are random enough that a plain SHA-256 cannot be reversed. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** What the database stores of a session's token: a hash of what a request sends, so that the stored value opens no session. */
export const keptSession = (token: string): Buffer => createHash("sha256").update(hashToken(token)).digest();
