import { sql, type RawBuilder } from "kysely";
import type { BulkKind, Change } from "#features/bulk/server/bulk-kind.ts";
import { noteCatalogChange } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { changesCourses } from "../policy.ts";

/** What every action on courses has in common. */
export const onCourses = { on: "courses", rule: changesCourses } as const satisfies Partial<BulkKind<never, object, object>>;

/** The chosen courses o, as the `from` of a kind's effects. */
export const chosenCourses = (portalId: number) => sql`from chosen c join courses o on o.portal_id = ${portalId} and o.id = c.course_id`;

/** Sets columns of courses c, each from its change, as the relation t (course_id, to); whoever has an editor open is told that the course has changed. */
export async function updateCourses<State>(
  db: Db,
  portalId: number,
  changes: readonly Change<State>[],
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`update courses c set ${set}, revision = c.revision + 1, updated_at = now()
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ to }) => JSON.stringify(to))}::jsonb[]) as t (course_id, state)
    where c.portal_id = ${portalId} and c.id = t.course_id`.execute(db);
  await noteCatalogChange(db, portalId, null);
}
