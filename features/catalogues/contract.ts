import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** How many catalogues a portal has, and what one names at most. */
export const most = { catalogues: 50, groups: 100, categories: 200, courses: 2000 };

const Id = z.int().check(z.positive(), z.lte(2 ** 52));
const ids = (maximum: number) => z.array(Id).check(z.maxLength(maximum, words("Choose at most {maximum}.")));
const terms = {
  name: z
    .string(words("Enter a name."))
    .check(z.trim(), z.minLength(1, words("Enter a name.")), z.maxLength(120, words("Use at most {maximum} characters."))),
  description: z.string().check(z.trim(), z.maxLength(500, words("Use at most {maximum} characters."))),
  /** Everybody of the portal; else the members of the groups. */
  forEverybody: z.boolean(),
  /** Whether visitors see its courses before they sign in (public-contract.ts). Only one for everybody can be. */
  isPublic: z.prefault(z.boolean(), false),
  groupIds: ids(most.groups),
  /** Their courses are in it, and those of the categories below them. */
  categoryIds: ids(most.categories),
  courseIds: ids(most.courses),
};
export const CatalogueTerms = z.object(terms);
export type CatalogueTerms = z.infer<typeof CatalogueTerms>;

const Named = z.object({ id: z.int(), name: z.string() });

export const CatalogueRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  forEverybody: z.boolean(),
  isPublic: z.boolean(),
  groups: z.array(Named),
  /** Published courses in it, each once. */
  courses: z.int(),
  /** People who are its audience; null for everybody. */
  people: z.nullable(z.int()),
});
export type CatalogueRow = z.infer<typeof CatalogueRow>;

export const listCatalogues = endpoint({
  method: "GET",
  path: "/rest/catalogues",
  // CAT-1
  summary: "The catalogs of the portal: whom each is for, and how many courses it has.",
  response: z.object({
    rows: z.array(CatalogueRow),
    /** Published courses that are in none, which everybody is offered. */
    inNone: z.int(),
  }),
});

const catalogueNumber = words("A catalog is named by its number.");
const oneCatalogue = z.object({
  catalogueId: z.coerce.number(catalogueNumber).check(z.int(catalogueNumber), z.gte(1, catalogueNumber), z.lte(2 ** 52, catalogueNumber)),
});

export const Catalogue = z.extend(CatalogueTerms, {
  id: z.int(),
  revision: z.int(),
  courses: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type Catalogue = z.infer<typeof Catalogue>;

export const getCatalogue = endpoint({
  method: "GET",
  path: "/rest/catalogues/:catalogueId",
  summary: "One catalog with all that it names.",
  params: oneCatalogue,
  response: Catalogue,
});

/** What catalogues can name, besides courses. */
export const Choices = z.object({
  groups: z.array(Named),
  /** Parents before children. */
  categories: z.array(z.extend(Named, { depth: z.int() })),
});
export type Choices = z.infer<typeof Choices>;

export const listCatalogueChoices = endpoint({
  method: "GET",
  path: "/rest/catalogues/choices",
  summary: "The groups and categories that a catalog can name.",
  response: Choices,
});

const Changed = z.object({ id: z.int() });

export const createCatalogue = endpoint({
  method: "POST",
  path: "/rest/catalogues",
  summary: "Adds a catalog. From then on only its audience is offered its courses.",
  body: CatalogueTerms,
  response: Changed,
});

const revision = z.int().check(z.gte(1), z.lte(2 ** 30));
export const saveCatalogue = endpoint({
  method: "PUT",
  path: "/rest/catalogues/:catalogueId",
  summary: "Changes a catalog: whom it is for and what is in it.",
  params: oneCatalogue,
  body: z.object({ ...terms, revision }),
  response: Changed,
});

export const deleteCatalogue = endpoint({
  method: "POST",
  path: "/rest/catalogues/:catalogueId/delete",
  summary: "Deletes a catalog. Its courses stay; those in no other catalog are offered to everybody.",
  params: oneCatalogue,
  response: Changed,
});
