import { createHash } from "node:crypto";

/** The ETag of an answer as JSON. */
export const etagOf = (json: string): string => `"${createHash("sha256").update(json).digest("base64url").slice(0, 27)}"`;

/** Whether an If-None-Match header matches this ETag: alone or in a list, as `*`, or weakened by a proxy that compressed the answer. */
export const etagMatches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
