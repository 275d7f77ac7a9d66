/** Bytes an uploaded package may have at most (security.md §3.4). */
export const uploadLimitBytes = 2 * 1024 ** 3;
