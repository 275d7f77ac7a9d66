import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { FieldDefinition, KindName, Subject } from "./definition.ts";

/** A definition that the portal may take on. options: the names of the first twenty values of its list. */
export const OfferedField = z.object({
  id: z.int(),
  subject: Subject,
  kind: KindName,
  name: z.string(),
  help: z.string(),
  options: z.array(z.string()),
});
export type OfferedField = z.infer<typeof OfferedField>;

const named = words("A field is named by its number.");
const aNumber = z.coerce.number(named).check(z.int(named), z.gte(1), z.lte(2 ** 52));
const params = z.object({ fieldId: aNumber });

export const offerField = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/offer",
  summary: "Offers a field to all portals, or to no more of them. Those that use it go on. For system admins.",
  params,
  body: z.object({ isOffered: z.boolean() }),
  response: FieldDefinition,
});

export const takeField = endpoint({
  method: "POST",
  path: "/rest/fields/shared/:sharedId/take",
  summary: "Takes on a field that other portals use, or lets one that left follow again, with the values that people have.",
  params: z.object({ sharedId: aNumber }),
  response: FieldDefinition,
});

export const leaveField = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/leave",
  summary: "Makes a shared field the portal's own. Its list and all values stay, and changes made elsewhere do not come here any more.",
  params,
  response: FieldDefinition,
});
