import * as z from "zod/mini";
import { Block } from "#features/blocks/kinds.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { ofCourse, revision, root } from "./contract.ts";
import { SavedBlock } from "./shapes.ts";

// Reusable blocks (EDT-12): the portal's own, which every author of it may use. A block of a course keeps a content of its own and says from which one it was taken.

const number = "A reusable block is named by its number.";
const reusableId = z.coerce.number(number).check(z.int(number), z.gte(1, number), z.lte(2 ** 52, number));
const ofReusable = z.object({ reusableId });
const ofBoth = z.extend(ofCourse, { reusableId });
const blocks = "/rest/editor/reusable";

const title = z
  .string()
  .check(z.trim(), z.minLength(1, words("Name the reusable block.")), z.maxLength(200, words("Use at most {maximum} characters.")));

/** The list of a portal's reusable blocks: those that are offered, or those that were archived. */
export const reusableList = listOf({
  sorts: bothWays("updated", "title"),
  sort: "-updated",
  filters: { archived: oneOf(["yes"]) },
  pageSize: 10,
});

export const ReusableRow = z.object({
  id: z.int(),
  title: z.string(),
  kind: z.string(),
  /** How its text begins. */
  words: z.string(),
  revision: z.int(),
  /** Who made it, and who saved it last: a name, or an e-mail address while they have none. */
  createdBy: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
  updatedAt: z.string(),
  isArchived: z.boolean(),
  /** Whether the person asking may change, rename and archive it. */
  mayChange: z.boolean(),
});
export type ReusableRow = z.infer<typeof ReusableRow>;

/** A reusable block with its content. The id in it is no course's: each use has one of its own. */
export const Reusable = z.extend(z.omit(ReusableRow, { kind: true, words: true }), { block: Block });
export type Reusable = z.infer<typeof Reusable>;

export const listReusable = endpoint({
  method: "GET",
  path: blocks,
  summary: "The reusable blocks of the portal; those that were archived on request.",
  query: listQuery(reusableList),
  response: listPage(ReusableRow),
});

export const readReusable = endpoint({
  method: "GET",
  path: `${blocks}/:reusableId`,
  summary: "A reusable block with its content.",
  params: ofReusable,
  response: Reusable,
});

const manyIds = words("Name at most 200 reusable blocks by their numbers.");
/** The numbers of reusable blocks in a query, separated by commas. */
const idList = z.string(manyIds).check(z.regex(/^\d{1,15}(,\d{1,15}){0,199}$/, manyIds));

export const readRevisions = endpoint({
  method: "GET",
  path: `${blocks}/revisions`,
  summary:
    "The newest revisions of reusable blocks, by which a page knows what can be updated. Those that the portal does not have are left out.",
  query: z.object({ ids: idList }),
  response: z.object({ blocks: z.array(z.object({ id: z.int(), revision: z.int(), isArchived: z.boolean() })) }),
});

/** The list of the places that use a reusable block, a row for each course. */
export const usesList = listOf({ sorts: ["title"], sort: "title", filters: {}, pageSize: 20 });

export const ReusableUse = z.object({
  courseId: z.int(),
  title: z.string(),
  pages: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Whether the draft has it there, and whether learners do now. */
      inDraft: z.boolean(),
      isPublished: z.boolean(),
    }),
  ),
});
export type ReusableUse = z.infer<typeof ReusableUse>;

export const listUses = endpoint({
  method: "GET",
  path: `${blocks}/:reusableId/uses`,
  summary:
    "The courses and pages that use a reusable block, of those that the person asking may edit; of the others only how many courses there are.",
  params: ofReusable,
  query: listQuery(usesList),
  response: listPage(ReusableUse, { others: z.int() }),
});

export const makeReusable = endpoint({
  method: "POST",
  path: `${root}/reusable`,
  summary: "Makes a block of a course reusable, with its files. The block of the course stays as it is.",
  params: ofCourse,
  body: z.object({ title, block: SavedBlock }),
  response: z.object({ id: z.int(), revision: z.int() }),
});

export const takeReusable = endpoint({
  method: "POST",
  path: `${root}/reusable/:reusableId/take`,
  summary: "Gives a course the files of a reusable block, and answers its newest content, to be inserted or taken as an update.",
  params: ofBoth,
  response: z.object({ block: Block, revision: z.int() }),
});

export const saveReusable = endpoint({
  method: "PUT",
  path: `${root}/reusable/:reusableId`,
  summary:
    "Saves a course's block as the new content of a reusable one, based on a revision. 409 reusable_changed with the newest as `data` {block, revision} when somebody saved it since.",
  params: ofBoth,
  body: z.object({ block: SavedBlock, revision }),
  response: z.object({ revision: z.int() }),
});

export const changeReusable = endpoint({
  method: "PUT",
  path: `${blocks}/:reusableId`,
  summary: "Renames a reusable block, archives it or offers it again. What uses it stays as it is.",
  params: ofReusable,
  body: z.object({ title, isArchived: z.boolean() }),
  response: z.object({ title: z.string(), isArchived: z.boolean() }),
});
