import { coursePublished } from "#features/notifications/events/course_published/course-published.ts";
import { notify } from "#features/notifications/server/service.ts";
import { pagesOf, type Content } from "#features/courses/content.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { instant } from "#platform/instant.ts";
import { defaultPolicy, policyOf } from "#features/courses/completion-policy.ts";
import { updateDraft } from "#features/courses/server/service.ts";
import { launchableItems } from "#features/scorm/contract.ts";
import { findingIn, removeEmptyDraft } from "#features/scorm/server/service.ts";
import { note, type Happening } from "#platform/audit.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { Parsed } from "#platform/contract.ts";
import { mayEdit } from "#features/courses/policy.ts";
import type { CourseFields, EditorCourse, publishCourse, saveCourse } from "../contract.ts";
import { checksOf, plainPolicy, samePolicy } from "../policy.ts";
import { packageContent, packageItems } from "./package-content.ts";
import * as queries from "./queries.ts";
import { lockPrerequisites, settingsOf, settingsToSave } from "./settings.ts";

export { authorCourseColumns } from "./list-queries.ts";
export { copyCourse } from "./copying.ts";
export { courseColumns } from "./course-columns.ts";
export { fullName, peopleCounts } from "./people-sql.ts";
export { insertVersion, updateCourse } from "./queries.ts";
export { lockPrerequisites, SettingRow, settingColumns, settingsOf } from "./settings.ts";

/** The content of the editor of a SCORM course. Throws 404 outside the portal and for another author, 409 for a course of another type. */
export async function showEditor(context: Context, courseId: number): Promise<EditorCourse> {
  await requireCourse(context, courseId);
  return read(context, courseId);
}

/** Saves details and the next version's policy. Everything but the policy takes effect at once, for learners too. */
export async function keepCourse(context: Context, courseId: number, body: Parsed<typeof saveCourse>["body"]): Promise<EditorCourse> {
  const { db, actor, portal } = context;
  await lockPrerequisites(db, portal.id, body.requiredIds);
  await requireCourse(context, courseId, body.revision);
  const { revision: _, policy, newWindow, ...fields } = body;
  await saveFields(context, courseId, fields);
  await updateDraft(db, { portalId: portal.id, courseId, userId: actor.userId }, "scorm", {
    completion: { kind: "scorm", policy: plainPolicy(policy) },
    presentation: { newWindow },
  });
  return read(context, courseId);
}

/** Saves what is a course's own, of any type: it takes effect at once, for learners too. The caller has locked the course and checked who may. */
export async function saveFields(context: Context, courseId: number, fields: Omit<CourseFields, "policy" | "newWindow">): Promise<void> {
  const { db, portal } = context;
  const categoryIds = [...new Set(fields.categoryIds)];
  if ((await queries.updateCategories(db, portal.id, courseId, categoryIds)) !== categoryIds.length)
    throw invalid("categoryIds", "gone", "One of these categories no longer exists. Reload the page and choose again.");
  const settings = await settingsToSave(db, { portalId: portal.id, courseId }, fields);
  const before = await queries.findTold(db, portal.id, courseId);
  await queries.updateCourse(db, portal.id, courseId, {
    fields: { ...fields, outcomes: fields.outcomes.filter((outcome) => outcome !== ""), settings },
  });
  await noteCourse(context, courseId, "course_saved", { before, after: await queries.findTold(db, portal.id, courseId) });
}

/**
 * Publishes. A new version is created when package or policy differ from the current one; attempts in progress stay on their version,
 * everyone else gets the new one when they start (SCO-7, EDT-8). Without a difference, a course that was taken out of the catalog returns
 * unchanged.
 */
export async function publish(context: Context, courseId: number, { revision, note: words }: Parsed<typeof publishCourse>["body"]) {
  const course = await requireCourse(context, courseId, revision);
  const { db, actor, portal } = context;
  const row = await queries.findEditorCourse(db, portal.id, courseId);
  const { checks, pending } = stateOf(row);
  if (checks.some(({ met }) => !met) || !row.package)
    throw conflict("not_ready", "This course is not ready to be published. See what is missing in its checklist.");
  if (pending.length === 0 && row.status === "published")
    throw conflict("nothing_new", "There is nothing new to publish: the current version has this package and these rules already.");
  const policy = wantedPolicy(row);
  let versionId = row.current?.id;
  let current: { versionId: number; content: Content } | undefined;
  if (versionId === undefined || pending.length > 0) {
    const content = packageContent(row.package.manifest, row.package.id, row);
    const itemKeys = pagesOf(content).map(({ page }) => page.id);
    versionId = await queries.insertVersion(db, {
      portalId: portal.id,
      courseId,
      userId: actor.userId,
      content,
      rule: { kind: "scorm", policy },
      itemKeys,
      note: words,
    });
    current = { versionId, content };
  }
  await queries.updateCourse(db, portal.id, courseId, { status: "published", ...(current && { current }) });
  await noteCourse(context, courseId, "course_published", {
    before: { status: row.status, versionId: row.current?.id ?? null },
    after: { status: "published", versionId, packageId: row.package.id },
  });
  await tellPublished(context, { ...course, id: courseId, title: row.title }, revision);
  return read(context, courseId);
}

/** Tells a course's author that somebody else published it. revision: which the publishing was based on. */
export async function tellPublished(
  { db, actor, portal }: Pick<Context, "db" | "actor" | "portal">,
  course: { readonly id: number; readonly type: CourseType; readonly title: string; readonly createdBy: number | null },
  revision: number,
): Promise<void> {
  if (course.createdBy === null || course.createdBy === actor.userId) return;
  await notify(db, portal.id, coursePublished, [
    {
      subject: `course:${course.id}`,
      userId: course.createdBy,
      occurrence: String(revision),
      variables: {
        courseId: course.id,
        courseType: course.type,
        course: course.title,
        by: `${actor.givenName} ${actor.familyName}`.trim() || actor.email,
        byId: actor.userId,
      },
    },
  ]);
}

/** Takes a course out of the catalog: people who are enrolled keep it (archived); a course without any enrolment becomes a draft again. */
export async function unpublish(context: Context, courseId: number, revision: number): Promise<EditorCourse> {
  const course = await requireCourse(context, courseId, revision);
  if (course.status !== "published") throw conflict("not_published", "This course is not in the catalog.");
  const { db, portal } = context;
  const status = (await queries.hasPeople(db, portal.id, courseId)) ? "archived" : "draft";
  await queries.updateCourse(db, portal.id, courseId, { status });
  await noteCourse(context, courseId, "course_unpublished", { before: { status: course.status }, after: { status } });
  return read(context, courseId);
}

/** Removes a course that was created for an upload that failed; false when something depends on it by now. Throws 404 as requireCourse does. */
export async function discard(context: Context, courseId: number): Promise<{ removed: boolean }> {
  const { db, actor, portal } = context;
  const course = await queries.findOwner(db, portal.id, courseId);
  if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
  const removed = await removeEmptyDraft(db, { portalId: portal.id, courseId });
  if (removed) await noteCourse(context, courseId, "course_discarded");
  return { removed };
}

type Who = Pick<Context, "db" | "actor" | "portal">;

/** Ring two, for courses of every type: the course exists in this portal and the person may edit it. lock: until the transaction ends. */
export async function requireAnyCourse({ db, actor, portal }: Who, courseId: number, lock = false) {
  const course = await queries.findOwner(db, portal.id, courseId, { lock });
  // Another author's course may be a draft, whose existence is nobody else's business (security.md #26).
  if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
  return course;
}

/** The same, for a SCORM course. With a revision, locks it, and throws 409 when it has changed since. */
export async function requireCourse(who: Who, courseId: number, revision?: number) {
  const course = await requireAnyCourse(who, courseId, revision !== undefined);
  if (course.type !== "scorm") throw conflict("other_type", "This is not a SCORM course, and only those can be edited here.");
  if (revision !== undefined && revision !== course.revision)
    throw conflict(
      "changed",
      "Somebody else changed this course while you were working on it. Nothing of yours was saved yet, and nothing of theirs was lost.",
    );
  return course;
}

async function read({ db, portal, language }: Context, courseId: number): Promise<EditorCourse> {
  const row = await queries.findEditorCourse(db, portal.id, courseId);
  const { current: _, package: found, completion: __, ...course } = row;
  return {
    ...settingsOf(course),
    policy: wantedPolicy(row),
    updatedAt: row.updatedAt.toISOString(),
    package: found && {
      ...found,
      uploadedAt: instant(found.uploadedAt),
      items: packageItems(found.manifest),
      findings: found.report.findings.map((one) => findingIn(language, one)),
      isPublished: row.current?.packageId === found.id,
    },
    versions: row.versions.map((version) => ({ ...version, publishedAt: instant(version.publishedAt) })),
    ...stateOf(row),
  };
}

/** The next version's policy, from the draft. */
const wantedPolicy = ({ completion }: Pick<queries.EditorRow, "completion">) =>
  plainPolicy(completion ? policyOf(completion) : defaultPolicy);

/** The checklist, and what a new version would change. */
function stateOf(row: queries.EditorRow): Pick<EditorCourse, "checks" | "pending"> {
  const { title, newWindow, package: found, current } = row;
  const wanted = wantedPolicy(row);
  return {
    checks: checksOf({ title, policy: wanted, launchable: found ? launchableItems(found.manifest).length : 0 }),
    pending: [
      ...(found && current?.packageId !== found.id ? (["package"] as const) : []),
      ...(current && !(current.rule.kind === "scorm" && samePolicy(current.rule.policy, wanted)) ? (["policy"] as const) : []),
      ...(current && current.newWindow !== newWindow ? (["window"] as const) : []),
    ],
  };
}

/** Writes an entry about a course to the audit log. */
const noteCourse = (context: Context, id: number, action: string, change: Pick<Happening, "before" | "after"> = {}) =>
  note(context, { action, object: { kind: "course", id }, ...change });
