import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import type { Say } from "#platform/catalogue.ts";
import { chosenCourses, onCourses, updateCourses } from "../course-kind.ts";

interface State {
  readonly status: "draft" | "published" | "archived";
}
const Nothing = z.object({});

/** Why undoing leaves a course o alone: it was a draft, and has people now. */
const wouldLeave = (runId: number) => sql`case when exists (select from enrolments e where e.portal_id = o.portal_id and e.course_id = o.id)
  and exists (select from bulk_course_rows b where b.portal_id = o.portal_id and b.run_id = ${runId} and b.course_id = o.id
    and b.before ->> 'status' = 'draft') then 'enrolled' end`;

/** Takes courses out of the catalog or puts them back. Who has a course keeps it; one without anybody is a draft again, as when its author takes it out. */
const statusKind = (
  name: string,
  {
    to,
    leftOut,
    ...words
  }: { to: RawBuilder<unknown>; leftOut: RawBuilder<unknown>; title: (say: Say, count: number) => string; same: (say: Say) => string },
): BulkKind<object, State, object> => ({
  ...onCourses,
  name,
  input: Nothing,
  about: async () => ({}),
  // Whoever enrolled since would lose a course that became a draft again.
  effects: ({ actor }, _, { isUndo, runId }) => sql`
    select c.course_id, jsonb_build_object('status', o.status) as before, jsonb_build_object('status', ${to}) as after,
      ${isUndo ? wouldLeave(runId) : leftOut} as left_out
    ${chosenCourses(actor.portalId)}`,
  write: ({ db, actor }, _, changes) =>
    updateCourses(
      db,
      actor.portalId,
      changes,
      sql`status = t.state ->> 'status', published_at = case when t.state ->> 'status' = 'published' then coalesce(c.published_at, now()) else c.published_at end`,
    ),
  audit: ({ to: { status } }) => (status === "published" ? "course_published" : "course_unpublished"),
  title: (say, _, count) => words.title(say, count),
  state: (say, _, { status }) => ({ draft: say("Draft"), published: say("Published"), archived: say("Out of the catalog") })[status],
  leftOut: (say) => ({
    same: words.same(say),
    unpublished: say("Never published: its author publishes it first"),
    enrolled: say("People have enrolled since: take it out of the catalog instead"),
  }),
});

export const archiveCourses = statusKind("course-archive", {
  to: sql`case when o.status <> 'published' then o.status
    when exists (select from enrolments e where e.portal_id = o.portal_id and e.course_id = o.id) then 'archived' else 'draft' end`,
  leftOut: sql`null::text`,
  title: (say, count) =>
    say("{count, plural, one {Take # course out of the catalog} other {Take # courses out of the catalog}}", { count }),
  same: (say) => say("Not in the catalog"),
});

export const returnCourses = statusKind("course-return", {
  to: sql`'published'::text`,
  leftOut: sql`case when o.current_version_id is null then 'unpublished' end`,
  title: (say, count) =>
    say("{count, plural, one {Put # course back into the catalog} other {Put # courses back into the catalog}}", { count }),
  same: (say) => say("In the catalog already"),
});
