import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "#platform/tokens.ts";

const longest = 200;

const sign = (secret: string, random: string, sessionToken: string | null) =>
  createHmac("sha256", secret)
    .update(`csrf\n${random}\n${hashToken(sessionToken ?? "anonymous").toString("hex")}`)
    .digest("base64url");

/** A token for the cookie that scripts can read. It is valid for one session, or for all visitors without one. */
export function issueCsrf(secret: string, sessionToken: string | null): string {
  const random = randomBytes(16).toString("base64url");
  return `${random}.${sign(secret, random, sessionToken)}`;
}

/** Whether a token was issued by this server for this session. */
export function csrfFits(secret: string, sessionToken: string | null, token: string | undefined): boolean {
  if (!token || token.length > longest) return false;
  const [random = "", signature = "", ...rest] = token.split(".");
  return rest.length === 0 && equal(signature, sign(secret, random, sessionToken));
}

/** Whether the header equals the cookie and the cookie is valid for the present session (decisions.md, For scripts). Constant time. */
export function verifyCsrf(secret: string, sessionToken: string | null, header: string | undefined, cookie: string | undefined): boolean {
  if (!header || !cookie || header.length > longest) return false;
  return equal(header, cookie) && csrfFits(secret, sessionToken, cookie);
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
