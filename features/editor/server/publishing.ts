import { asksConfirmation, type Approval } from "#features/authoring/approval.ts";
import { approvalOf, findCircle, insertVersion, packagedDraft, tellPublished, updateCourse } from "#features/authoring/server/service.ts";
import { isBarrier, problemsOfBlocks } from "#features/blocks/block.ts";
import { filesOf, pagesOf, type Content } from "#features/courses/content.ts";
import { draftContent } from "#features/courses/draft.ts";
import { untitled } from "#features/courses/policy.ts";
import { findDraft } from "#features/courses/server/service.ts";
import { deadline } from "#features/enrolment/server/service.ts";
import { startJob } from "#features/jobs/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instantOrNull } from "#platform/instant.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { carriesAll, carriesOf, changeOf, countChanges, withOwnIds, type ChangeKind } from "../changes.ts";
import { obstaclesIn } from "../completable.ts";
import type * as api from "../publish-contract.ts";
import type { Move, MoveReport, PublishProblem } from "../publish-contract.ts";
import { same } from "#platform/same.ts";
import { moveJob } from "./move-job.ts";
import { chunkSize, movePeople } from "./move-people.ts";
import * as queries from "./publish-queries.ts";
import type { Key } from "./queries.ts";
import { requireEditable, requireRevision } from "./service.ts";
import { translationsOf } from "./translations.ts";

/** Who may publish, of the courses that they may edit. */
export const publishes = may("publish-courses");
/** Who may publish a course that keeps some people out. */
export const passesOver = may("publish-with-barriers");

/** A course by its key and type, as requireEditable found it. */
type EditedKey = Awaited<ReturnType<typeof requireEditable>>["key"];

/** What a draft says: of a SCORM course, what its package is made of. */
async function readDocument(db: Context["db"], key: EditedKey, current: Content | null) {
  const found = await findDraft(db, key);
  if (!found) throw notFound("course", "This course could not be found.");
  const { draft, pages } = found;
  const inStep = { outline: draft.revision, pages: {} };
  if (key.type === "scorm") return { ...(await packagedDraft(db, key)), inStep, missing: [] };
  const named = new Set(draft.outline.chapters.flatMap(({ pageIds }) => pageIds));
  return {
    content: withOwnIds(draftContent(draft, pages), current),
    rule: draft.completion,
    inStep: {
      ...inStep,
      pages: Object.fromEntries(pages.flatMap(({ page, revision }) => (named.has(page.id) ? [[page.id, revision]] : []))),
    },
    missing: [...named].filter((id) => !pages.some(({ page }) => page.id === id)),
  };
}

/** The draft as the document it would be published as, beside the current version. */
export async function readWhole({ db }: Pick<Context, "db">, key: EditedKey) {
  const current = (await queries.findCurrent(db, key)) ?? null;
  const { content, rule, inStep, missing } = await readDocument(db, key, current?.content ?? null);
  const { translations, revisions, behind } = await translationsOf(db, key, content);
  return { content, rule, translations, behind, current, inStep: { ...inStep, languages: revisions }, missing };
}
type Whole = Awaited<ReturnType<typeof readWhole>>;

/** How much publishing it changes; texts in other languages alone are a minor edit. */
export function changeIn({ current, ...next }: Whole): ChangeKind {
  const change = changeOf(current, next);
  return change === "nothing" && !same(current?.translations, next.translations) ? "minor" : change;
}

const nowhere = { pageId: null, blockId: null, kind: null, at: null, values: {}, isBarrier: false };

/** Everything to mend before publishing: errors first, then advice. */
function problemsOf(title: string, { content, rule, missing, behind }: Whole): PublishProblem[] {
  const found: PublishProblem[] = [
    ...(title.trim() === "" || title === untitled ? [{ ...nowhere, code: "title", severity: "error" as const }] : []),
    ...missing.map((pageId) => ({ ...nowhere, code: "page_missing", severity: "error" as const, pageId })),
    ...obstaclesIn(content, rule).map((obstacle) => ({ ...nowhere, ...obstacle, severity: "error" as const })),
    ...pagesOf(content).flatMap(({ page }) =>
      problemsOfBlocks(page.blocks).map(({ block, problem: { code, severity, at = null, values = {} } }) => ({
        code,
        severity,
        isBarrier: isBarrier(block, code),
        pageId: page.id,
        blockId: block.id,
        kind: block.kind,
        at,
        values,
      })),
    ),
    ...behind.map((values) => ({ ...nowhere, code: "translation_behind", severity: "warning" as const, values })),
  ];
  return [...found.filter(({ severity }) => severity === "error"), ...found.filter(({ severity }) => severity === "warning")];
}

/** Advice about what the course asks of whoever begins it, where nobody new can by now, such as since a group of its condition was changed. */
async function circleProblems(db: Context["db"], key: Key): Promise<PublishProblem[]> {
  const circle = await findCircle(db, key);
  if (!circle) return [];
  const { title } = circle;
  return [{ ...nowhere, severity: "warning", ...(title === null ? { code: "group_circle" } : { code: "circle", values: { title } }) }];
}

/** What publishing would do. Changes nothing. */
export async function checkPublish(context: Context, courseId: number): Promise<Result<typeof api.checkPublish>> {
  const { key, course } = await requireEditable(context, courseId);
  const whole = await readWhole(context, key);
  const groups = await queries.countGroups(context.db, key);
  const problems = [...problemsOf(course.title, whole), ...(await circleProblems(context.db, key))];
  const change = changeIn(whole);
  return {
    problems,
    isReady: problems.every(({ severity }) => severity !== "error"),
    change,
    asksMove: change === "major" && groups.inProgress + groups.completed > 0,
    groups,
    approval: await approvalOf(context.db, key),
    changes: whole.current && countChanges(whole.current.content, whole.content),
    revision: course.revision,
  };
}

/** Of a minor edit: who is in the course goes on in the new version with everything they did. */
const minorMove: Move = { inProgress: "move", completed: "leave" };

/** What was chosen for the people, without a day where nothing is done again. Throws 400 for a day that is no date, is over, or ends before the publication. */
export function checkedMove({ retakeBy, ...move }: Move, zone: string, publishAt?: Date): Move {
  if (move.completed !== "retake" || !retakeBy) return move;
  const until = deadline(dayField, retakeBy, zone);
  if (publishAt && until && until <= publishAt)
    throw invalid(dayField, "before_publication", "Choose a day that does not end before the publication.");
  return { ...move, retakeBy };
}
const dayField = "move.retakeBy";

/**
 * Publishes the draft as a new version, and does with the people what was chosen; many of them are moved by a job. In a transaction of stoa_people, because it can
 * give people another due date.
 */
export async function publishDraft(
  { open, databases, http }: OpenContext,
  courseId: number,
  { revision, move, ...how }: Parsed<typeof api.publishDraft>["body"] & { readonly reason?: string },
): Promise<Result<typeof api.publishDraft>> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, publishes), portal }));
  return databases.inPeople(asked.portal.id, "publish a course", async (db) => {
    const context = { ...asked, db, http };
    const { course } = await requireEditable(context, courseId, { lock: true });
    requireRevision(course, revision);
    return publishNow(context, courseId, { ...how, move: move && checkedMove(move, asked.portal.timeZone) });
  });
}

/** Publishes the draft although it keeps some people out, for a reason that the audit log keeps. Who may pass that over still has to be somebody who publishes. */
export async function publishAnyway(
  context: OpenContext,
  courseId: number,
  body: Parsed<typeof api.publishAnyway>["body"],
): Promise<Result<typeof api.publishAnyway>> {
  await context.open(async ({ actor }) => requireActor(actor, passesOver));
  return publishDraft(context, courseId, body);
}

/** Who publishes: a request, or the worker in the name of whoever scheduled it. */
export type Publisher = Pick<Context, "db" | "actor" | "portal"> & { readonly http: { readonly ip: string; readonly requestId: string } };

/** Publishes the draft as it is now. Throws 404 and 409 as the endpoint says. */
export async function publishNow(
  context: Publisher,
  courseId: number,
  how: {
    readonly note: string;
    readonly move?: Move | undefined;
    readonly unapproved?: boolean | undefined;
    readonly scheduledAt?: string;
    readonly reason?: string;
  },
): Promise<Result<typeof api.publishDraft>> {
  const { db, portal } = context;
  const { note: words, move: chosen, scheduledAt, reason } = how;
  const { key, course } = await requireEditable(context, courseId, { lock: true });
  const whole = await readWhole(context, key);
  const problems = problemsOf(course.title, whole);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (reason !== undefined && errors.length === 0)
    throw conflict("no_barriers", "Nothing in this course keeps people out any more. Publish it as usual.");
  if (errors.some((error) => reason === undefined || !error.isBarrier))
    throw conflict("not_ready", "This course is not ready to be published. See what is missing in its checklist.").with({ problems });
  const change = changeIn(whole);
  if (change === "nothing" && course.status === "published")
    throw conflict("draft_unchanged", "There is nothing new to publish: the draft is the same as the current version.");
  if (change !== "nothing") requireApproval(await approvalOf(db, key), how);
  if (change !== "nothing" && words === "") throw invalid("note", "missing", "Write what is new in this version.");
  const groups = await queries.countGroups(db, key);
  if (change === "major" && !chosen && groups.inProgress + groups.completed > 0)
    throw conflict("choose_move", "People are in this course already. Choose what the new version means for them.").with({ groups });

  const { content, rule, translations, current } = whole;
  let versionId = current?.id ?? 0;
  if (change !== "nothing") {
    const itemKeys = pagesOf(content).map(({ page }) => page.id);
    versionId = await insertVersion(db, { ...key, content, rule, translations, itemKeys, note: words });
    await queries.settleDraft(db, key, whole.inStep, filesOf(content));
  }
  await updateCourse(db, portal.id, courseId, {
    status: "published",
    ...(change !== "nothing" && { current: { versionId, content, translations } }),
  });
  const move = change === "minor" ? minorMove : change === "major" ? chosen : undefined;
  const jobId = move ? await beginMove(context, key, { versionId, move, groups, isMinor: change === "minor", content }) : null;
  await note(context, {
    action: "course_published",
    object: { kind: "course", id: courseId },
    before: { status: course.status, versionId: current?.id ?? null },
    after: { status: "published", versionId, ...(move && { ...move, people: groups }), ...(scheduledAt !== undefined && { scheduledAt }) },
  });
  if (reason !== undefined)
    await note(context, {
      action: "barriers_passed_over",
      object: { kind: "course", id: courseId },
      after: { versionId, reason, barriers: errors.map(({ code, pageId, blockId }) => `${code} ${pageId}/${blockId}`) },
    });
  await tellPublished(context, { ...course, id: courseId }, course.revision);
  const number = await queries.numberOf(db, portal.id, versionId);
  const made = move ? await queries.findVersion(db, { portalId: portal.id, courseId }, number) : undefined;
  return { number, change, revision: course.revision + 1, report: reportOf(made?.report ?? null), jobId };
}

/** Throws 409 for a draft that is not approved as it is: always where the portal asks for that, otherwise unless it was confirmed. */
function requireApproval(approval: Approval, { unapproved = false }: { readonly unapproved?: boolean | undefined }): void {
  if (approval.isRequired && approval.state !== "approved")
    throw conflict(
      "not_approved",
      "This portal publishes courses only when they are approved, and this draft is not. Ask for a review first.",
    );
  if (asksConfirmation(approval) && !unapproved)
    throw conflict(
      "confirm_unapproved",
      "This draft was sent to review and is not approved as it is now. Confirm that it is to be published all the same.",
    );
}

/** Writes the decision and moves the people: a chunk of them at once, more of them by a job, whose number it gives. */
async function beginMove(
  context: Publisher,
  key: Key,
  of: { versionId: number; move: Move; groups: MoveReport["counts"]; isMinor: boolean; content: Content },
): Promise<number | null> {
  const { versionId, move, groups, isMinor, content } = of;
  const versions = move.inProgress === "move" ? await queries.listVersionsInUse(context.db, key) : [];
  const carries = versions.map((one) => ({
    version: one.id,
    ...(isMinor && isNewest(one.id, versions) ? carriesAll(content) : carriesOf(one.content, content)),
  }));
  const people = (move.inProgress === "finish" ? 0 : groups.inProgress) + (move.completed === "leave" ? 0 : groups.completed);
  await queries.insertMove(context.db, key, { versionId, move, counts: groups, carries, isDone: people === 0 });
  if (people === 0) return null;
  if (people >= chunkSize) return startJob(context, moveJob, { input: { courseId: key.courseId, versionId }, total: people });
  const { last } = await movePeople(context.db, { portalId: key.portalId, versionId, after: 0 });
  if (last !== null) await movePeople(context.db, { portalId: key.portalId, versionId, after: last });
  return null;
}

/** The edit is minor against the version before; against older ones it may be more. */
const isNewest = (id: number, versions: readonly { readonly id: number }[]) => versions.every((one) => one.id <= id);

const nothingDone: MoveReport["done"] = {
  moved: 0,
  restarted: 0,
  retaken: 0,
  equivalent: 0,
  pages: 0,
  blocks: 0,
  submissions: 0,
  parts: 0,
};
type StoredReport = Partial<MoveReport> & Omit<MoveReport, "done">;

/** What was done with the people, as it is told; null where nobody was in the course. */
export const reportOf = (report: StoredReport | null): MoveReport | null =>
  report && { ...report, done: { ...nothingDone, ...report.done }, doneAt: instantOrNull(report.doneAt) };
