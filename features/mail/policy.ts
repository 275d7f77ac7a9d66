import { may } from "#features/portal/permissions.ts";

/** Who reads what a portal sends to people: its admins, and a system admin who visits. It holds what everybody was told, so a manager's scope is not enough. */
export const readsMail = may("read-mail");

/** Who sets how a portal sends, and to whom not: its admins, and a system admin who visits. */
export const setsMail = may("set-mail");
