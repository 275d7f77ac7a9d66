import { sql } from "kysely";
import * as z from "zod/mini";
import { testsIn, type Condition, type Explained } from "#features/conditions/condition.ts";
import { explainPerson } from "#features/conditions/server/service.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { isOneOfferedTo, seesCourse } from "#features/courses/server/service.ts";
import { accessTo } from "#features/fields/policy.ts";
import { readFields } from "#features/fields/server/service.ts";
import { placeOf } from "#features/roles/server/service.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { StartCondition, StartLine } from "../start-contract.ts";

const Asked = z.object({
  status: z.string(),
  wasEnrolled: z.boolean(),
  isOffered: z.boolean(),
  condition: z.nullable(jsonOf<Condition>()),
});
const findAsked = async (db: Db, asker: Asker, courseId: number) =>
  (
    await typed(Asked)`
    select c.status, c.prerequisite_condition as condition, ${isOneOfferedTo(asker)} as "isOffered",
      exists (select from enrolments e where e.portal_id = c.portal_id and e.user_id = ${asker.userId} and e.course_id = c.id) as "wasEnrolled"
    from courses c where c.portal_id = ${asker.portalId} and c.id = ${courseId}`.execute(db)
  ).rows[0];

const Named = z.object({
  isStored: z.boolean(),
  groups: z.array(z.object({ id: z.int(), name: z.string() })),
  courses: z.array(z.object({ id: z.int(), type: CourseType, title: z.nullable(z.string()), isThere: z.boolean() })),
});
type Named = z.infer<typeof Named>;

/** Whether somebody counts as fitting, and the groups and courses that a condition names. A title that they are not offered and were never enrolled in is left out. */
const findNamed = async (db: Db, asker: Asker, courseId: number, condition: Condition): Promise<Named> => {
  const tests = testsIn(condition);
  const groupIds = tests.flatMap((test) => (test.kind === "group" ? test.groupIds : []));
  const courseIds = tests.flatMap((test) => ("courseIds" in test ? test.courseIds : []));
  const { portalId, userId } = asker;
  return oneRow(
    await typed(Named)`
    select exists (select from course_fitting f where f.portal_id = ${portalId} and f.course_id = ${courseId} and f.user_id = ${userId}) as "isStored",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]') from groups g
        where g.portal_id = ${portalId} and g.id = any (${groupIds}::bigint[]) and g.status <> 'deleted') as groups,
      (select coalesce(json_agg(json_build_object('id', r.id, 'type', r.type, 'title', case when r.is_known then r.title end,
          'isThere', (r.status = 'published' and r.is_known) or (r.status = 'archived' and r.was_in))), '[]')
        from (select r.*, r.was_in or ${isOneOfferedTo(asker, sql`r.id`)} as is_known from (
          select o.id, o.type, o.title, o.status, exists (
            select from enrolments e where e.portal_id = o.portal_id and e.user_id = ${userId} and e.course_id = o.id) as was_in
          from courses o where o.portal_id = ${portalId} and o.id = any (${courseIds}::bigint[])) r) r) as courses`.execute(db),
  );
};

/**
 * What a course's condition asks of whoever begins it, line by line, with how the person asking stands; null without one. What they may not know of themselves has no
 * words. Throws 404 where the details of the course do.
 */
export async function showStart(context: Context, courseId: number): Promise<{ condition: StartCondition | null }> {
  const { db, actor } = context;
  const asked = await findAsked(db, actor, courseId);
  if (!asked || !(await seesCourse(db, actor, { ...asked, id: courseId }))) throw notFound("course", "This course could not be found.");
  return { condition: asked.condition && (await told(context, courseId, asked.condition)) };
}

async function told({ db, actor, portal, say }: Context, courseId: number, condition: Condition): Promise<StartCondition> {
  const named = await findNamed(db, actor, courseId, condition);
  const explained = await explainPerson(db, condition, await placeOf(db, portal, [condition]), actor.userId);
  const asksFields = testsIn(condition).some(({ kind }) => kind === "field");
  const fields = (asksFields ? await readFields(db, portal.id) : []).map((field) => ({
    ...field,
    access: accessTo(field, actor, actor.userId),
  }));
  const shown = fields.filter(({ access }) => access !== "hidden");
  const known: Known = {
    courses: named.courses.filter(({ isThere }) => isThere),
    shown: new Set(shown.map(({ id }) => id)),
    edited: new Set(shown.flatMap(({ id, access }) => (access === "edit" ? [id] : []))),
  };
  const asked = new Set(testsIn(condition).flatMap((test) => (test.kind === "field" ? [test.fieldId] : [])));
  return {
    met: explained?.fits ?? false,
    isStored: named.isStored,
    lines: explained ? linesOf(explained, known) : [],
    choices: {
      groups: named.groups,
      courses: named.courses.map(({ id, title }) => ({ id, name: title ?? say("A course that is for other people") })),
      fields: shown
        .filter(({ id }) => asked.has(id))
        .map(({ id, name, options }) => ({ id, name, options: options.map((option) => ({ id: option.id, name: option.name })) })),
    },
  };
}

interface Known {
  readonly courses: readonly { readonly id: number; readonly type: CourseType; readonly title: string | null }[];
  readonly shown: ReadonlySet<number>;
  readonly edited: ReadonlySet<number>;
}

/** The lines of a condition. "None of these" becomes "all of these, each not", so that each line is met or not by itself. */
function linesOf(one: Explained, known: Known, { depth = 0, isNegated = false } = {}): StartLine[] {
  const met = one.fits !== isNegated;
  if (one.kind === "test") {
    const { test } = one;
    // Whom somebody looks after is what admins see.
    const isHidden = test.kind === "scope" || (test.kind === "field" && !known.shown.has(test.fieldId));
    const plain = { depth, how: null, met };
    if (isHidden) return [{ ...plain, test: null, courses: [], isOwnField: false }];
    const courseIds = "courseIds" in test ? test.courseIds : [];
    return [
      {
        ...plain,
        test: isNegated ? { kind: "none", of: [test] } : test,
        courses: known.courses.filter(({ id }) => courseIds.includes(id)).map(({ id, type, title }) => ({ id, type, title: title ?? "" })),
        isOwnField: test.kind === "field" && known.edited.has(test.fieldId),
      },
    ];
  }
  const isTurned = isNegated !== (one.kind === "none");
  const how = (one.kind === "all") === isTurned ? "any" : "all";
  return [
    { depth, how, met, test: null, courses: [], isOwnField: false },
    ...one.of.flatMap((part) => linesOf(part, known, { depth: depth + 1, isNegated: isTurned })),
  ];
}
