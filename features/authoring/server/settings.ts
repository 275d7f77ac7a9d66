import { sql } from "kysely";
import * as z from "zod/mini";
import { testsIn, type Condition } from "#features/conditions/condition.ts";
import { requireVisible, seesCondition } from "#features/conditions/server/service.ts";
import { filesOfOthers } from "#features/courses/server/service.ts";
import { groupsMissing, listNodes, lockFitting, namesGroup } from "#features/groups/server/service.ts";
import { instantIn, localTimeIn } from "#features/fields/date_time/instant-in.ts";
import { settingText } from "#features/portal/contract.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { invalid } from "#platform/errors.ts";
import { same } from "#platform/same.ts";
import type { Context, PortalRef } from "#platform/serve.ts";
import { circleOf, circlesClosed, type AskedGroup, type AskingCourse } from "../circles.ts";
import { CourseFacts, CourseFields } from "../fields-contract.ts";

const { tags, coverFileId, credits, requiredIds, priceCents, priceCurrency, isListed, isTemplate } = CourseFields.shape;

/** The settings of a course as settingColumns select them. */
export const SettingRow = z.object({
  tags,
  coverFileId,
  credits,
  requiredIds,
  requiredCount: z.nullable(z.int()),
  required: CourseFacts.shape.required,
  storedCondition: z.nullable(jsonOf<Condition>()),
  enrolFrom: z.nullable(z.date()),
  enrolUntil: z.nullable(z.date()),
  enrolZone: z.string(),
  priceCents,
  priceCurrency: z.nullable(priceCurrency),
  isListed,
  isTemplate,
});
export type SettingRow = z.infer<typeof SettingRow>;

/** The columns of a SettingRow; needs the alias c (courses). */
export const settingColumns = sql`c.tags, c.cover_file_id as "coverFileId", c.credits,
  (select coalesce(json_agg(q.required_id order by q.nth), '[]') from course_prerequisites q
    where q.portal_id = c.portal_id and q.course_id = c.id) as "requiredIds",
  c.prerequisites_asked as "requiredCount", c.prerequisite_condition as "storedCondition",
  (select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title) order by q.nth), '[]')
    from course_prerequisites q join courses r on r.portal_id = q.portal_id and r.id = q.required_id
    where q.portal_id = c.portal_id and q.course_id = c.id) as required,
  c.enrol_from as "enrolFrom", c.enrol_until as "enrolUntil",
  coalesce(c.enrol_zone, (select p.time_zone from portals p where p.id = c.portal_id)) as "enrolZone",
  c.price_cents as "priceCents", c.price_currency as "priceCurrency", c.listed as "isListed", c.is_template as "isTemplate"`;

/** The currency of the portal's prices (ENV-8). */
const ownCurrency = (portal: PortalRef): CourseFields["priceCurrency"] =>
  priceCurrency.parse(settingText((portal as Portal).settings, "currency"));

/** Settings as the editors show and save them to somebody: a condition about what they do not see stays where it is. */
export async function settingsOf<Row extends SettingRow>(
  { db, actor, portal }: Pick<Context, "db" | "actor" | "portal">,
  { enrolFrom, enrolUntil, requiredCount, storedCondition, ...row }: Row,
) {
  const local = (at: Date | null) => at && localTimeIn(row.enrolZone, at.toISOString());
  return {
    ...row,
    priceCurrency: row.priceCurrency ?? ownCurrency(portal),
    requiredCount: requiredCount === row.requiredIds.length ? null : requiredCount,
    startCondition: storedCondition && !(await seesCondition(db, actor, storedCondition)) ? ("kept" as const) : storedCondition,
    enrolFrom: local(enrolFrom),
    enrolUntil: local(enrolUntil),
  };
}

type Settings = Pick<
  CourseFields,
  "tags" | "credits" | "requiredIds" | "requiredCount" | "startCondition" | "enrolFrom" | "enrolUntil" | "enrolZone"
> &
  Pick<CourseFields, "coverFileId" | "priceCents" | "priceCurrency" | "isListed" | "isTemplate">;
interface Key {
  readonly portalId: number;
  readonly courseId: number;
}

/**
 * Checks what an editor saves against the other courses, files and groups of the portal, and stores its prerequisites. Gives the columns of the course to set, and the
 * condition where it is another one. The caller has locked the course.
 */
export async function settingsToSave({ db, actor }: Pick<Context, "db" | "actor">, key: Key, settings: Settings) {
  const { enrolZone, requiredCount } = settings;
  const at = (time: string | null) => (time === null ? null : instantIn(enrolZone, time));
  const [from, until] = [at(settings.enrolFrom), at(settings.enrolUntil)];
  if (until && from && until <= from) throw invalid("enrolUntil", "ends_too_early", "The end is before the beginning.");
  const ids = [...new Set(settings.requiredIds)];
  if (requiredCount !== null && requiredCount > ids.length)
    throw invalid("requiredCount", "too_many", "This is more than the courses that you named.");
  await requireOwnCover(db, key, settings.coverFileId);
  const stored = await readAsked(db, key);
  await savePrerequisites(db, key, ids);
  const condition = settings.startCondition === "kept" ? stored.condition : settings.startCondition;
  const isOther = !same(condition, stored.condition);
  if (condition && isOther) await requireCondition({ db, actor }, key, condition);
  const asked = { requiredIds: ids, asked: requiredCount ?? ids.length, condition };
  // What was there before is said when the course is published; the other settings can be saved with it.
  if (!same(asked, stored)) await requireBeginning(db, key, asked, isOther);
  const columns = {
    tags: distinct(settings.tags),
    cover_file_id: settings.coverFileId,
    credits: JSON.stringify(settings.credits),
    prerequisites_asked: ids.length === 0 && !condition ? null : asked.asked,
    prerequisite_condition: condition && JSON.stringify(condition),
    enrol_from: from,
    enrol_until: until,
    enrol_zone: from || until ? enrolZone : null,
    price_cents: settings.priceCents,
    price_currency: settings.priceCents === null ? null : settings.priceCurrency,
    listed: settings.isListed,
    is_template: settings.isTemplate,
  };
  return { columns, ...(isOther && { condition }) };
}

const Asked = z.object({ requiredIds: z.array(z.int()), asked: z.int(), condition: z.nullable(jsonOf<Condition>()) });
type Asked = z.infer<typeof Asked>;
/** The columns of what a course asks of whoever begins it; needs the alias c (courses). */
const askedColumns = sql`coalesce(c.prerequisites_asked, 0) as asked, c.prerequisite_condition as condition,
  (select coalesce(json_agg(q.required_id order by q.nth), '[]') from course_prerequisites q
    where q.portal_id = c.portal_id and q.course_id = c.id) as "requiredIds"`;
const readAsked = async (db: Db, { portalId, courseId }: Key) =>
  oneRow(await typed(Asked)`select ${askedColumns} from courses c where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db));

const Asking = z.extend(Asked, { id: z.int(), title: z.string() });
/**
 * Whether nobody new can begin a course, because it asks for itself by way of others or of groups, and through which one (circleOf). next: what it asks instead of what is
 * stored.
 */
export async function findCircle(db: Db, { portalId, courseId }: Key, next?: Asked) {
  const { rows } = await typed(Asking)`
    select c.id, c.title, ${askedColumns} from courses c where c.portal_id = ${portalId} and (c.prerequisites_asked is not null or c.id = ${courseId})
    order by c.id`.execute(db);
  const courses = rows.map((row): AskingCourse => (row.id === courseId ? { ...row, ...next } : row));
  const own = courses.find(({ id }) => id === courseId);
  if (!own || (own.condition === null && own.requiredIds.length === 0)) return null;
  return circleOf(courseId, { courses, groups: await groupsAskedBy(db, portalId, courses) });
}

/** The groups of a portal, where a course asks for one. A group out of use keeps those whom it has. */
async function groupsAskedBy(db: Db, portalId: number, courses: readonly AskingCourse[]): Promise<AskedGroup[]> {
  const namesGroups = courses.some(({ condition }) => condition && testsIn(condition).some(({ kind }) => kind === "group"));
  const nodes = namesGroups ? await listNodes(db, portalId) : [];
  return nodes.map(({ status, ...node }) => ({ ...node, condition: status === "active" ? node.condition : null }));
}

/** The titles of the courses that nobody new could begin any more with another condition of a group, because they would then ask for themselves by way of it. */
export async function circlesByGroup(db: Db, portalId: number, groupId: number, condition: Condition): Promise<string[]> {
  const { rows: courses } = await typed(Asking)`
    select c.id, c.title, ${askedColumns} from courses c
    where c.portal_id = ${portalId} and c.prerequisites_asked is not null order by lower(c.title), c.id`.execute(db);
  const groups = await groupsAskedBy(db, portalId, courses);
  const changed = groups.map((group) => (group.id === groupId && group.condition ? { ...group, condition } : group));
  return circlesClosed({ courses, groups }, { courses, groups: changed }).map(({ title }) => title);
}

/** Refuses what nobody new could begin. isOther: whether it has another condition than before. */
async function requireBeginning(db: Db, key: Key, next: Asked, isOther: boolean): Promise<void> {
  const circle = await findCircle(db, key, next);
  const field = isOther ? "startCondition" : "requiredIds";
  if (circle?.title != null) throw inCircle(field, circle.title);
  if (circle)
    throw invalid(field, "group_circle", "Nobody comes into these groups without completing this course, so nobody could begin it.");
}

/** Refuses a condition that this person may not use, that names a group which is not there, or that asks for the course itself. */
async function requireCondition({ db, actor }: Pick<Context, "db" | "actor">, key: Key, condition: Condition): Promise<void> {
  await requireVisible(db, actor, condition);
  if (await groupsMissing(db, key.portalId, condition))
    throw invalid("startCondition", "unknown_group", "One of these groups does not exist any more. Choose again.");
  if (testsIn(condition).some((test) => test.kind === "completion" && test.courseIds.includes(key.courseId)))
    throw invalid("startCondition", "needs_itself", "A course cannot ask for itself.");
}

/** Courses that ask for members of a group, for what depends on it. */
export const coursesNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'course' as kind, c.id, c.title as name, '/course/details/' || c.type || '/' || c.id as "to" from courses c
  where c.portal_id = ${portalId} and c.prerequisite_condition is not null and ${namesGroup(sql`c.prerequisite_condition`, groupId)}`;

/** Tags without those that differ from an earlier one in capitals only. */
const distinct = (all: readonly string[]) => [...new Map(all.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed();

const Cover = z.object({ current: z.nullable(z.int()) });
async function requireOwnCover(db: Db, key: Key, fileId: number | null) {
  if (fileId === null) return;
  const { current } = oneRow(
    await typed(Cover)`select cover_file_id as current from courses where portal_id = ${key.portalId} and id = ${key.courseId}`.execute(db),
  );
  if (fileId !== current && (await filesOfOthers(db, key, [fileId])).length > 0)
    throw invalid("coverFileId", "foreign_file", "This picture does not belong to this course. Upload it here first.");
}

/** A refusal of what the editor asks in a field, since another course that it names asks for this one. */
const inCircle = (field: string, title: string) =>
  invalid(field, "circle", "{title} asks for this course itself, so nobody could begin either of them.", { title });

const Known = z.object({ id: z.int(), title: z.string(), isOpen: z.boolean(), isKept: z.boolean(), isCircle: z.boolean() });

/**
 * Waits for others who set what courses need: two made to need each other at once would close a circle that neither sees; and for whoever computes who fits this
 * course's condition. Before the course is locked, because whoever has this waits for the courses that are named.
 */
export async function lockPrerequisites(db: Db, key: Key, asked: Pick<CourseFields, "requiredIds" | "startCondition">) {
  if (asked.requiredIds.length > 0 || asked.startCondition !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended('prerequisites', ${key.portalId}))`.execute(db);
  await lockFitting(db, key);
}

/** Sets the courses that have to be completed before this one; the caller has called `lockPrerequisites`. Throws 400 for one that is not published, and where one of them needs this one. */
async function savePrerequisites(db: Db, { portalId, courseId }: Key, ids: readonly number[]) {
  if (ids.length > 0) {
    const { rows } = await typed(Known)`
      with recursive needs as (
        select id as first, id from unnest(${[...ids]}::bigint[]) as n (id)
        union select needs.first, q.required_id from needs join course_prerequisites q on q.portal_id = ${portalId} and q.course_id = needs.id
      )
      select r.id, r.title, r.status = 'published' as "isOpen",
        exists (select from course_prerequisites q where q.portal_id = r.portal_id and q.course_id = ${courseId} and q.required_id = r.id) as "isKept",
        exists (select from needs where needs.first = r.id and needs.id = ${courseId}) as "isCircle"
      from courses r where r.portal_id = ${portalId} and r.id = any(${[...ids]}::bigint[])`.execute(db);
    const circle = rows.find(({ isCircle }) => isCircle);
    if (circle?.id === courseId) throw invalid("requiredIds", "needs_itself", "A course cannot ask for itself.");
    if (circle) throw inCircle("requiredIds", circle.title);
    if (rows.filter(({ isOpen, isKept }) => isOpen || isKept).length !== ids.length)
      throw invalid("requiredIds", "gone", "One of these courses is not in the catalog. Choose others.");
  }
  await sql`delete from course_prerequisites where portal_id = ${portalId} and course_id = ${courseId}`.execute(db);
  await sql`insert into course_prerequisites (portal_id, course_id, required_id, nth)
    select ${portalId}::bigint, ${courseId}::bigint, id, nth from unnest(${[...ids]}::bigint[]) with ordinality as n (id, nth)`.execute(db);
}
