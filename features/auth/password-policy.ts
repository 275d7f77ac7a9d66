/** Length first (NIST SP 800-63B): no rules about kinds of characters. Characters, at least and at most. */
export const shortestPassword = 10;
export const longestPassword = 200;
