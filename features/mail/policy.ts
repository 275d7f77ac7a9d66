import { may } from "#features/portal/permissions.ts";

/** Who reads what a portal sends to people: its admins, and a system admin who visits. It holds what everybody was told, so a manager's scope is not enough. */
export const readsMail = may("read-mail");

/** Who sets how a portal sends, and to whom not: its admins, and a system admin who visits. */
export const setsMail = may("set-mail");

/** The Content-Security-Policy of a mail that is read in a frame of our own page: it runs nothing, loads nothing but our own pictures, and sends nothing. */
export const mailBodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";
