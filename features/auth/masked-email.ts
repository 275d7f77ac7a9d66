/** An address that its owner recognises and nobody else learns: i…@example.org. */
export const maskedEmail = (email: string) => email.replace(/^(.)[^@]*/, "$1…");
