import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { OfferedCategory, Sharing } from "./shared-contract.ts";

/** How many categories a portal has, and how many levels deep they go. */
export const mostCategories = 2000;
export const mostLevels = 6;
/** Days for which a deleted or merged one can be brought back. */
export const restoreDays = 7;

const Id = z.int().check(z.positive(), z.lte(2 ** 52));
const terms = {
  name: z
    .string(words("Enter a name."))
    .check(z.trim(), z.minLength(1, words("Enter a name.")), z.maxLength(120, words("Use at most {maximum} characters."))),
  description: z.string().check(z.trim(), z.maxLength(500, words("Use at most {maximum} characters."))),
};
export const CategoryTerms = z.object(terms);
export type CategoryTerms = z.infer<typeof CategoryTerms>;

/** A category as those see it who arrange them. */
export const CategoryRow = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  /** Counted from 0. */
  depth: z.int(),
  name: z.string(),
  description: z.string(),
  /** Hidden itself; and whether the catalog shows it, which it does not below a hidden one either. */
  isHidden: z.boolean(),
  isShown: z.boolean(),
  /** Its word in an address; null for one that has none yet and is named by its number. */
  slug: z.nullable(z.string()),
  /** Its picture; null for none. */
  pictureFileId: z.nullable(z.int()),
  /** Courses of any state in it and in those below it, each once. */
  courses: z.int(),
  revision: z.int(),
  /** Null for one of the portal's own. */
  sharing: z.nullable(Sharing),
});
export type CategoryRow = z.infer<typeof CategoryRow>;

export const RemovedCategory = z.object({
  id: z.int(),
  name: z.string(),
  /** The category that has its courses now; null for one that was empty or whose courses went on. */
  into: z.nullable(z.string()),
  removedAt: z.string(),
});
export type RemovedCategory = z.infer<typeof RemovedCategory>;

export const listCategories = endpoint({
  method: "GET",
  path: "/rest/categories",
  // CAT-7
  summary: "The categories of the portal as a tree, with the number of courses in each and below it, and those removed lately.",
  response: z.object({
    /** Parents before children, in their order. */
    rows: z.array(CategoryRow),
    removed: z.array(RemovedCategory),
    /** What the portal may take on. */
    offered: z.array(OfferedCategory),
    /** Whether the person asking offers categories to other portals. */
    canShare: z.boolean(),
  }),
});

const Changed = z.object({ id: z.int() });
const categoryNumber = words("A category is named by its number.");
const oneCategory = z.object({
  categoryId: z.coerce.number(categoryNumber).check(z.int(categoryNumber), z.gte(1, categoryNumber), z.lte(2 ** 52, categoryNumber)),
});

export const createCategory = endpoint({
  method: "POST",
  path: "/rest/categories",
  summary: "Adds a category behind the others of its level.",
  body: z.object({ ...terms, parentId: z.nullable(Id) }),
  response: Changed,
});

export const saveCategory = endpoint({
  method: "PUT",
  path: "/rest/categories/:categoryId",
  summary: "Changes the name and description of a category, and whether the catalog shows it.",
  params: oneCategory,
  body: z.object({ ...terms, isHidden: z.boolean(), revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: Changed,
});

/** A place in the tree: below a category, or at the top; before one of those there, or behind them all. */
const Place = z.object({ parentId: z.nullable(Id), beforeId: z.nullable(Id) });
export type Place = z.infer<typeof Place>;

export const moveCategory = endpoint({
  method: "POST",
  path: "/rest/categories/:categoryId/move",
  summary: "Moves a category with all below it to another place of the tree. Never into itself.",
  params: oneCategory,
  body: Place,
  /** was: where it stood before. */
  response: z.extend(Changed, { was: Place }),
});

/** What removing a category moves: its courses, how many of them are not in the other one yet, and the categories in it. */
export const Removal = z.object({ courses: z.int(), added: z.int(), children: z.int() });
export type Removal = z.infer<typeof Removal>;

export const previewRemoval = endpoint({
  method: "GET",
  path: "/rest/categories/:categoryId/removal",
  summary: "What removing a category would move into another one. Nothing is changed.",
  params: oneCategory,
  query: z.object({ into: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(2 ** 52))) }),
  response: Removal,
});

export const removeCategory = endpoint({
  method: "POST",
  path: "/rest/categories/:categoryId/remove",
  summary: "Deletes a category, or merges it into another one, which gets its courses and the categories in it. Links to it lead there.",
  params: oneCategory,
  body: z.object({
    /** Null deletes an empty one. */
    into: z.nullable(Id),
    /** What the preview said; refused when it is not so any more. */
    seen: z.object({ courses: z.int().check(z.gte(0)), children: z.int().check(z.gte(0)) }),
  }),
  response: z.extend(Changed, { removal: Removal }),
});

export const restoreCategory = endpoint({
  method: "POST",
  path: "/rest/categories/:categoryId/restore",
  summary: "Brings a removed category back with its courses and the categories that were in it, and takes them from the other one again.",
  params: oneCategory,
  response: Changed,
});

/** Takes a picture as the body, as it is; answered with what the changes of a category answer. */
export const picturePath = "/rest/categories/:categoryId/picture";
/** The most bytes of one. */
export const mostPictureBytes = 5 * 1024 ** 2;

export const removePicture = endpoint({
  method: "POST",
  path: "/rest/categories/:categoryId/picture/remove",
  summary: "Takes the picture of a category away; the catalog shows a drawn one then.",
  params: oneCategory,
  response: Changed,
});
