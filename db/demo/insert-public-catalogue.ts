import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";

/** The catalogue of a portal of the demo that visitors see. */
export interface DemoPublicCatalogue {
  readonly name: string;
  readonly description: string;
  /** The slugs of its courses. */
  readonly courses: readonly string[];
}

/** Inserts the catalogue that a portal shows to visitors. */
export async function insertPublicCatalogue(
  db: Db,
  { portalId, courses }: { readonly portalId: number; readonly courses: ReadonlyMap<string, { readonly id: number }> },
  { name, description, courses: slugs }: DemoPublicCatalogue,
) {
  const [made] = await insertRows<{ id: number }>(
    db,
    "catalogues",
    { portal_id: "bigint", name: "text", description: "text", for_everybody: "boolean", is_public: "boolean" },
    [{ portal_id: portalId, name, description, for_everybody: true, is_public: true }],
    ["id"],
  );
  await insertRows(
    db,
    "catalogue_courses",
    { portal_id: "bigint", catalogue_id: "bigint", course_id: "bigint" },
    slugs.map((slug) => ({ portal_id: portalId, catalogue_id: made?.id, course_id: courses.get(slug)?.id })),
  );
}
