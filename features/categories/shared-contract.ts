import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** Categories that the portal may take on: a topmost one and what is below it. names: the first twenty of these, from the top down. */
export const OfferedCategory = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  names: z.array(z.string()),
  below: z.int(),
});
export type OfferedCategory = z.infer<typeof OfferedCategory>;

/** How a category is shared. sharedId: what it follows. isTop: it stands where the portal likes; those below it stay in it. isOffered: whether portals that do not use it are offered it. portals: in how many it is, for system admins alone. */
export const Sharing = z.object({
  sharedId: z.int(),
  isTop: z.boolean(),
  portals: z.nullable(z.int()),
  isOffered: z.boolean(),
});
export type Sharing = z.infer<typeof Sharing>;

const named = words("A category is named by its number.");
const aNumber = z.coerce.number(named).check(z.int(named), z.gte(1, named), z.lte(2 ** 52, named));
const params = z.object({ categoryId: aNumber });
const response = z.object({ id: z.int() });

/** offered: to all portals, or with those that use the one above it; kept: to no more than use it already; ended: it is each portal's own from then on. */
export const sharings = ["offered", "kept", "ended"] as const;

export const shareCategory = endpoint({
  method: "POST",
  path: "/rest/categories/:categoryId/share",
  summary: "Offers a category with all below it to all portals, to no more of them, or shares it no more. For system admins.",
  params,
  body: z.object({ sharing: z.enum(sharings, words("A category is offered, kept or ended.")) }),
  response,
});

export const takeCategory = endpoint({
  method: "POST",
  path: "/rest/categories/shared/:sharedId/take",
  summary:
    "Takes on categories that other portals use, below one of the portal's or at the top. One of the same name at the same place becomes the shared one.",
  params: z.object({ sharedId: aNumber }),
  body: z.object({ parentId: z.nullable(z.int().check(z.positive(), z.lte(2 ** 52))) }),
  response,
});

export const leaveCategory = endpoint({
  method: "POST",
  path: "/rest/categories/:categoryId/leave",
  summary: "Makes shared categories the portal's own. They and their courses stay, and changes made elsewhere do not come here any more.",
  params,
  response,
});
