import { coursePublished } from "#features/notifications/events/course_published/course-published.ts";
import { notify } from "#features/notifications/server/service.ts";
import type { Content } from "#features/courses/content.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { instant } from "#platform/instant.ts";
import { defaultPolicy, policyOf, type ScormPolicy } from "#features/courses/completion-policy.ts";
import { updateDraft } from "#features/courses/server/service.ts";
import { conditionChanged } from "#features/groups/server/service.ts";
import { findingIn, removeEmptyDraft } from "#features/scorm/server/service.ts";
import { note, type Happening } from "#platform/audit.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { Parsed } from "#platform/contract.ts";
import { mayEdit } from "#features/courses/policy.ts";
import type { PackageDraft, savePackageRules } from "../contract.ts";
import type { CourseFields } from "../fields-contract.ts";
import { plainPolicy } from "../policy.ts";
import { packageContent, packageItems } from "./package-content.ts";
import * as queries from "./queries.ts";
import { settingsToSave } from "./settings.ts";

export { approvalOf } from "./approval.ts";
export { authorCourseColumns } from "./list-queries.ts";
export { copyCourse } from "./copying.ts";
export { courseColumns } from "./course-columns.ts";
export { fullName, peopleCounts } from "./people-sql.ts";
export { insertVersion, updateCourse } from "./queries.ts";
export { circlesByGroup, coursesNamingGroup, findCircle, lockPrerequisites, SettingRow, settingColumns, settingsOf } from "./settings.ts";

/** The package of a SCORM course's draft. Throws 404 outside the portal and for another author, 409 for a course of another type. */
export async function showPackage(context: Context, courseId: number): Promise<PackageDraft> {
  await requirePackaged(context, courseId);
  return read(context, courseId);
}

/** Saves how the next version of a SCORM course counts and opens. */
export async function keepRules(
  context: Context,
  courseId: number,
  { revision, policy, newWindow }: Parsed<typeof savePackageRules>["body"],
): Promise<PackageDraft> {
  const { db, actor, portal } = context;
  const course = await requirePackaged(context, courseId, { lock: true });
  if (revision !== course.revision)
    throw conflict(
      "changed",
      "Somebody else changed this course while you were working on it. Nothing of yours was saved yet, and nothing of theirs was lost.",
    );
  const before = await queries.findPackageDraft(db, portal.id, courseId);
  const author = { portalId: portal.id, courseId, userId: actor.userId };
  await keepPackageDraft(db, author, { policy, newWindow, ...(before.chosenId !== null && { packageId: before.chosenId }) });
  await queries.updateCourse(db, portal.id, courseId, {});
  const rules = { policy: plainPolicy(policy), newWindow };
  await noteCourse(context, courseId, "course_saved", {
    before: { policy: wantedPolicy(before), newWindow: before.newWindow },
    after: rules,
  });
  return read(context, courseId);
}

type Author = { readonly portalId: number; readonly courseId: number; readonly userId: number };

/** Makes these the rules of a SCORM course's draft. packageId: its package; without one, the newest. */
export const keepPackageDraft = (
  db: Context["db"],
  author: Author,
  { policy, ...presentation }: { readonly policy: ScormPolicy; readonly newWindow: boolean; readonly packageId?: number },
) => updateDraft(db, author, "scorm", { completion: { kind: "scorm", policy: plainPolicy(policy) }, presentation });

/** The document that a SCORM course's draft would be published as: without a package, one without chapters. */
export async function packagedDraft(db: Context["db"], { portalId, courseId }: Omit<Author, "userId">) {
  const row = await queries.findPackageDraft(db, portalId, courseId);
  const content: Content = row.package ? packageContent(row.package.manifest, row.package.id, row) : { chapters: [] };
  return { content, rule: { kind: "scorm" as const, policy: wantedPolicy(row) } };
}

/** Saves what is a course's own, of any type: it takes effect at once, for learners too. The caller has locked the course and checked who may. */
export async function saveFields(context: Context, courseId: number, fields: CourseFields): Promise<void> {
  const { db, portal } = context;
  const categoryIds = [...new Set(fields.categoryIds)];
  if ((await queries.updateCategories(db, portal.id, courseId, categoryIds)) !== categoryIds.length)
    throw invalid("categoryIds", "gone", "One of these categories no longer exists. Reload the page and choose again.");
  const { columns: settings, condition } = await settingsToSave(context, { portalId: portal.id, courseId }, fields);
  const before = await queries.findTold(db, portal.id, courseId);
  await queries.updateCourse(db, portal.id, courseId, {
    fields: { ...fields, outcomes: fields.outcomes.filter((outcome) => outcome !== ""), settings },
  });
  if (condition !== undefined) await conditionChanged(db, portal, courseId, condition);
  await noteCourse(context, courseId, "course_saved", { before, after: await queries.findTold(db, portal.id, courseId) });
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

/** The same, for a SCORM course; 409 for one of another type. */
async function requirePackaged(who: Who, courseId: number, { lock = false } = {}) {
  const course = await requireAnyCourse(who, courseId, lock);
  if (course.type !== "scorm") throw conflict("other_type", "This is not a SCORM course, and only those have a package of their own.");
  return course;
}

async function read({ db, portal, language }: Context, courseId: number): Promise<PackageDraft> {
  const row = await queries.findPackageDraft(db, portal.id, courseId);
  const { package: found, completion: _, chosenId: __, publishedId, minutes: ___, ...course } = row;
  return {
    ...course,
    policy: wantedPolicy(row),
    package: found && {
      ...found,
      uploadedAt: instant(found.uploadedAt),
      items: packageItems(found.manifest),
      findings: found.report.findings.map((one) => findingIn(language, one)),
      isPublished: publishedId === found.id,
    },
  };
}

/** The next version's policy, from the draft. */
const wantedPolicy = ({ completion }: Pick<queries.PackageDraftRow, "completion">) =>
  plainPolicy(completion ? policyOf(completion) : defaultPolicy);

/** Writes an entry about a course to the audit log. */
const noteCourse = (context: Context, id: number, action: string, change: Pick<Happening, "before" | "after"> = {}) =>
  note(context, { action, object: { kind: "course", id }, ...change });
