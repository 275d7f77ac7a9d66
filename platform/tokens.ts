import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 random bits as 43 URL-safe characters. Sent once, never kept in this form (security.md test 57). */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a token. The token is random enough that a plain SHA-256 cannot be reversed. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
