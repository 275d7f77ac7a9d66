/** Whether an If-None-Match header matches this ETag: alone or in a list, as `*`, or weakened by a proxy that compressed the answer. */
export const etagMatches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
