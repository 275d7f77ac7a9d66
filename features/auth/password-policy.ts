/** The length limits of a password in characters. Length matters most (NIST SP 800-63B): there are no rules about kinds of characters. */
export const shortestPassword = 10;
export const longestPassword = 200;
