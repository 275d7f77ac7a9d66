import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 random bits as 43 URL-safe characters. It is sent once and never stored in this form (security.md test 57). */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database stores of a token. Tokens are random enough that a plain SHA-256 cannot be reversed. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
