import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import type { Say } from "#platform/catalogue.ts";
import { chosenCourses, onCourses, updateCourses } from "../course-kind.ts";

interface State {
  readonly isOpen: boolean;
}
const Nothing = z.object({});

/** Says for courses in the catalog who can enrol: everybody, or only those whom they are assigned to. Who is enrolled stays. */
const openKind = (
  name: string,
  isOpen: boolean,
  words: { title: (say: Say, count: number) => string; same: (say: Say) => string },
): BulkKind<object, State, object> => ({
  ...onCourses,
  name,
  input: Nothing,
  about: async () => ({}),
  effects: ({ actor }) => sql`
    select c.course_id, jsonb_build_object('isOpen', o.self_enrol) as before, jsonb_build_object('isOpen', ${isOpen}::boolean) as after, null::text as left_out
    ${chosenCourses(actor.portalId)}`,
  write: ({ db, actor }, _, changes) => updateCourses(db, actor.portalId, changes, sql`self_enrol = (t.state ->> 'isOpen')::boolean`),
  audit: () => "course_enrolment_changed",
  title: (say, _, count) => words.title(say, count),
  state: (say, _, state) => (state.isOpen ? say("Everyone in this portal") : say("Only people it is assigned to")),
  leftOut: (say) => ({ same: words.same(say) }),
});

export const openCourses = openKind("course-open", true, {
  title: (say, count) => say("{count, plural, one {Let everyone enrol in # course} other {Let everyone enrol in # courses}}", { count }),
  same: (say) => say("Open to everyone already"),
});

export const closeCourses = openKind("course-assigned-only", false, {
  title: (say, count) =>
    say(
      "{count, plural, one {Close # course to all but those it is assigned to} other {Close # courses to all but those they are assigned to}}",
      { count },
    ),
  same: (say) => say("Only by assignment already"),
});
