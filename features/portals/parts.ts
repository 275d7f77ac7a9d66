import * as z from "zod/mini";

/** What of a portal can be copied into a new one, in the order in which it is offered. server/parts.ts has what each copies, and from where. */
export const partIds = ["brand", "settings", "fields", "mail", "categories", "links", "widgets", "pages", "help", "roles"] as const;
export const PartId = z.enum(partIds);
export type PartId = z.infer<typeof PartId>;
