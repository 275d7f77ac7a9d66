import { randomUUID } from "node:crypto";
import type { PortalKey, TestApp } from "#app/test/app.ts";
import type { CatalogueTerms } from "../contract.ts";

/** A catalogue of nothing for nobody, with a name that no other has. */
export const aCatalogueBody = (): CatalogueTerms => ({
  name: `Catalog ${randomUUID()}`,
  description: "",
  forEverybody: false,
  isPublic: false,
  groupIds: [],
  categoryIds: [],
  courseIds: [],
});

/** Puts such a catalogue into a portal, as long as the portal has room for it; gives its number. */
export async function aCatalogue(app: TestApp, portal: PortalKey): Promise<number> {
  const { id: portal_id } = app.portal(portal);
  const { id } = await app.databases.inSystem("a catalog", (db) =>
    db.insertInto("catalogues").values({ portal_id, name: aCatalogueBody().name }).returning("id").executeTakeFirstOrThrow(),
  );
  return id;
}
