import type { FastifyRequest } from "fastify";

/** How every token begins, so that scanners for lost secrets know one. */
const beginning = "stoa_";
/** How much of a token is kept, to recognise it by. */
export const prefixLength = beginning.length + 6;

/** The token of a random secret, as it is given to the person. */
export const secretOf = (random: string): string => `${beginning}${random}`;

/**
 * What a request shows as a token: whatever follows Bearer, so that nothing which is meant as one is answered by a cookie instead. null without the header, and for
 * any other kind of it, such as a proxy's own password.
 */
export const readApiToken = ({ headers: { authorization } }: FastifyRequest): string | null =>
  /^bearer(?:\s|$)/i.test(authorization ?? "") ? (authorization ?? "").slice("bearer".length).trim() : null;
