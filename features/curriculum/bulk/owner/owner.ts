import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { conflict, notFound } from "#platform/errors.ts";
import { words } from "#platform/words.ts";
import { canOwn, findOwner } from "../../server/queries.ts";
import { chosenCourses, onCourses, updateCourses } from "../course-kind.ts";

const Input = z.object({ userId: z.int(words("Choose who is to own them.")) });
interface State {
  readonly ownerId: number | null;
  /** Their name, for the words alone. */
  readonly owner?: string | null;
}

/** Gives courses to another author (EDT-17): who owns a course edits it and is told of what happens to it. */
export const courseOwner: BulkKind<z.infer<typeof Input>, State, object> = {
  ...onCourses,
  name: "course-owner",
  input: Input,
  async about({ db, actor }, { userId }) {
    const isAuthor = await findOwner(db, actor.portalId, userId);
    if (isAuthor === undefined) throw notFound("person", "This person could not be found.");
    if (!isAuthor) throw conflict("no_author", "Only active authors and admins own courses. Give this person the role first.");
    return {};
  },
  // Who lost the role between the preview and the job gets no course; undoing takes the courses from them too.
  effects: ({ actor }, { userId }, { isUndo }) => sql`
    select c.course_id, jsonb_build_object('ownerId', o.created_by) as before, jsonb_build_object('ownerId', ${userId}::bigint) as after,
      case when not ${isUndo}::boolean and not exists (select from memberships m join users u on u.id = m.user_id and u.kind = 'person'
        where m.portal_id = o.portal_id and m.user_id = ${userId} and ${canOwn}) then 'noAuthor' end as left_out
    ${chosenCourses(actor.portalId)}`,
  write: ({ db, actor }, _, changes) => updateCourses(db, actor.portalId, changes, sql`created_by = (t.state ->> 'ownerId')::bigint`),
  audit: () => "course_owner_changed",
  title: (say, _, count) => say("{count, plural, one {Give # course to another owner} other {Give # courses to another owner}}", { count }),
  withNames: (state) => sql`${state} || jsonb_build_object('owner', (
    select coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) from users u where u.id = (${state} ->> 'ownerId')::bigint))`,
  state: (say, _, { owner }) => owner ?? say("Nobody"),
  leftOut: (say) => ({ same: say("Theirs already"), noAuthor: say("The new owner is no active author or admin any more") }),
};
