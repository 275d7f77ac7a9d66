/** Whether an If-None-Match header names this ETag: one of several, `*`, or weakened by a proxy that compressed the answer. */
export const etagMatches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
