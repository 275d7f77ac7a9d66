import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

const aName = z
  .string(words("Write a name."))
  .check(z.trim(), z.minLength(1, words("Write a name.")), z.maxLength(60, words("Write {maximum} characters or fewer.")));
const aQuery = z.string().check(z.maxLength(6000, words("This list is too long.")));
const list = z.string().check(z.maxLength(40));
const params = z.object({ viewId: z.coerce.number().check(z.int(), z.gte(1), z.lte(2 ** 52)) });

/** A view of a list: a query of its address under a name. */
export const View = z.object({
  id: z.int(),
  name: z.string(),
  /** The query of the list's address, without its page. */
  query: z.string(),
  /** For everybody who may see the list. */
  isShared: z.boolean(),
  /** Whether the person asking has it among the tabs. */
  isPinned: z.boolean(),
  mayChange: z.boolean(),
  /** Who made it; null for one's own. */
  by: z.nullable(z.string()),
});
export type View = z.infer<typeof View>;

export const listViews = endpoint({
  method: "GET",
  path: "/rest/views",
  summary: "The views of a list that the person asking kept, and those that are shared and about nothing that is hidden from them.",
  query: z.object({ list }),
  response: z.object({ rows: z.array(View), mayShare: z.boolean() }),
});

export const createView = endpoint({
  method: "POST",
  path: "/rest/views",
  summary: "Keeps a view of a list, pinned to the tabs. Admins and managers of the whole portal can share it.",
  body: z.object({ list, name: aName, query: aQuery, isShared: z.boolean() }),
  response: View,
});

export const saveView = endpoint({
  method: "PUT",
  path: "/rest/views/:viewId",
  summary: "Renames a view, shares it, or keeps another query in it: one's own, and for admins any shared one.",
  params,
  body: z.object({ name: aName, query: aQuery, isShared: z.boolean() }),
  response: View,
});

export const pinView = endpoint({
  method: "PUT",
  path: "/rest/views/:viewId/pin",
  summary: "Puts a view among one's own tabs, or takes it away.",
  params,
  body: z.object({ isPinned: z.boolean() }),
  response: View,
});

export const deleteView = endpoint({
  method: "POST",
  path: "/rest/views/:viewId/delete",
  summary: "Deletes a view; it can be brought back for seven days.",
  params,
  response: z.object({ id: z.int() }),
});

export const restoreView = endpoint({
  method: "POST",
  path: "/rest/views/:viewId/restore",
  summary: "Brings a deleted view back.",
  params,
  response: View,
});
