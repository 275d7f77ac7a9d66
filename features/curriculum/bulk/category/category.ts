import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import type { Say } from "#platform/catalogue.ts";
import { notFound } from "#platform/errors.ts";
import { words } from "#platform/words.ts";
import { findCategory } from "../../server/queries.ts";
import { chosenCourses, onCourses, updateCourses } from "../course-kind.ts";

const Input = z.object({ categoryId: z.int(words("Choose a category.")) });
interface State {
  readonly isIn: boolean;
}
interface About {
  readonly name: string;
}

/** Puts courses into a category or takes them out of it; their other categories stay. */
const categoryKind = (
  name: string,
  isIn: boolean,
  texts: { title: (say: Say, values: { count: number; name: string }) => string; same: (say: Say) => string },
): BulkKind<z.infer<typeof Input>, State, About> => ({
  ...onCourses,
  name,
  input: Input,
  async about({ db, actor }, { categoryId }) {
    const found = await findCategory(db, actor.portalId, categoryId);
    if (found === undefined) throw notFound("category", "This category could not be found.");
    return { name: found };
  },
  effects: ({ actor }, { categoryId }) => sql`
    select c.course_id, jsonb_build_object('isIn', exists (select from course_categories k
        where k.portal_id = o.portal_id and k.course_id = o.id and k.category_id = ${categoryId})) as before,
      jsonb_build_object('isIn', ${isIn}::boolean) as after,
      case when not exists (select from categories g where g.portal_id = o.portal_id and g.id = ${categoryId}) then 'gone' end as left_out
    ${chosenCourses(actor.portalId)}`,
  async write({ db, actor: { portalId } }, { categoryId }, changes) {
    const ids = (which: boolean) => changes.filter(({ to }) => to.isIn === which).map(({ id }) => id);
    await sql`insert into course_categories (portal_id, course_id, category_id)
      select g.portal_id, w.id, g.id from categories g cross join unnest(${ids(true)}::bigint[]) as w (id)
      where g.portal_id = ${portalId} and g.id = ${categoryId} for key share of g on conflict do nothing`.execute(db);
    await sql`delete from course_categories
      where portal_id = ${portalId} and category_id = ${categoryId} and course_id = any (${ids(false)}::bigint[])`.execute(db);
    await updateCourses(db, portalId, changes, sql`status = c.status`);
  },
  audit: () => "course_categories_changed",
  title: (say, about, count) => texts.title(say, { count, name: about.name }),
  state: (say, about, state) => (state.isIn ? say("In “{name}”", { name: about.name }) : say("Not in “{name}”", { name: about.name })),
  leftOut: (say) => ({ same: texts.same(say), gone: say("The category is gone") }),
});

export const addCategory = categoryKind("course-category-add", true, {
  title: (say, values) => say("{count, plural, one {Put # course into “{name}”} other {Put # courses into “{name}”}}", values),
  same: (say) => say("In this category already"),
});

export const removeCategory = categoryKind("course-category-remove", false, {
  title: (say, values) => say("{count, plural, one {Take # course out of “{name}”} other {Take # courses out of “{name}”}}", values),
  same: (say) => say("Not in this category"),
});
