import { sql } from "kysely";
import { noteCatalogChange } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import { most, type Catalogue, type CatalogueTerms } from "../contract.ts";
import type * as api from "../contract.ts";
import * as queries from "./queries.ts";

/** Catalogues that are for the members of a group, for what depends on it. */
export const cataloguesNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'catalogue' as kind, l.id, l.name, '/portal/catalogues?edit=' || l.id as "to" from catalogue_groups k
  join catalogues l on l.portal_id = k.portal_id and l.id = k.catalogue_id where k.portal_id = ${portalId} and k.group_id = ${groupId}`;

/** The catalogues of the portal. */
export const showCatalogues = ({ db, portal }: Context): Promise<Result<typeof api.listCatalogues>> => queries.readView(db, portal.id);
/** What they can name. */
export const showChoices = ({ db, portal }: Context): Promise<Result<typeof api.listCatalogueChoices>> =>
  queries.readChoices(db, portal.id);

/** One catalogue. Throws 404 where the portal has no such. */
export async function showCatalogue({ db, portal }: Pick<Context, "db" | "portal">, id: number): Promise<Catalogue> {
  const found = await queries.findCatalogue(db, portal.id, id);
  if (!found) throw notFound("catalogue", "This catalog could not be found.");
  return found;
}

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** The terms as they are stored, while nobody else changes catalogues. Throws where they cannot be. */
async function checked({ db, portal }: Context, terms: CatalogueTerms, own: number | null): Promise<CatalogueTerms> {
  await queries.lockCatalogues(db, portal.id);
  const { count, isTaken } = await queries.findName(db, portal.id, terms.name, own);
  if (isTaken) throw invalid("name", "name_taken", "Another catalog has this name already.");
  if (own === null && count >= most.catalogues)
    throw conflict("too_many_catalogues", "A portal has {most} catalogs at most.", { most: most.catalogues });
  if (terms.isPublic && !terms.forEverybody)
    throw invalid("isPublic", "not_for_everybody", "Visitors can see a catalog only when it is for everybody of the portal.");
  const named = {
    ...terms,
    groupIds: terms.forEverybody ? [] : unique(terms.groupIds),
    categoryIds: unique(terms.categoryIds),
    courseIds: unique(terms.courseIds),
  };
  const known = await queries.countKnown(db, portal.id, named);
  if (known.groups < named.groupIds.length)
    throw invalid("groupIds", "unknown_group", "One of these groups does not exist any more. Choose again.");
  if (known.categories < named.categoryIds.length)
    throw invalid("categoryIds", "unknown_category", "One of these categories does not exist any more. Choose again.");
  if (known.courses < named.courseIds.length)
    throw invalid("courseIds", "unknown_course", "One of these courses does not exist any more. Choose again.");
  return named;
}

/** What the audit log says of one. */
const facts = ({ id: _id, revision: _revision, courses: _courses, ...terms }: Catalogue) => terms;

/** Adds a catalogue. */
export async function createCatalogue(context: Context, body: CatalogueTerms): Promise<Result<typeof api.createCatalogue>> {
  const { db, portal } = context;
  const terms = await checked(context, body, null);
  const id = await queries.insertCatalogue(db, portal.id, terms);
  await queries.setContents(db, portal.id, id, terms);
  await noteCatalogChange(db, portal.id, null);
  await note(context, { action: "catalogue_made", object: { kind: "catalogue", id }, after: facts(await showCatalogue(context, id)) });
  return { id };
}

/** Changes a catalogue. Throws 409 when it was changed since the revision named. */
export async function saveCatalogue(
  context: Context,
  id: number,
  { revision, ...body }: Parsed<typeof api.saveCatalogue>["body"],
): Promise<Result<typeof api.saveCatalogue>> {
  const { db, portal } = context;
  const before = await showCatalogue(context, id);
  const terms = await checked(context, body, id);
  if (!(await queries.updateCatalogue(db, portal.id, id, terms, revision)))
    throw conflict("catalogue_changed", "Somebody else changed this catalog meanwhile. Load it again.");
  await queries.setContents(db, portal.id, id, terms);
  await noteCatalogChange(db, portal.id, null);
  await note(context, {
    action: "catalogue_changed",
    object: { kind: "catalogue", id },
    before: facts(before),
    after: facts(await showCatalogue(context, id)),
  });
  return { id };
}

/** Deletes a catalogue. */
export async function deleteCatalogue(context: Context, id: number): Promise<Result<typeof api.deleteCatalogue>> {
  const { db, portal } = context;
  await queries.lockCatalogues(db, portal.id);
  const before = await showCatalogue(context, id);
  await queries.deleteCatalogue(db, portal.id, id);
  await noteCatalogChange(db, portal.id, null);
  await note(context, { action: "catalogue_deleted", object: { kind: "catalogue", id }, before: facts(before) });
  return { id };
}
