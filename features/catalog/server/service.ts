import type { Condition } from "#features/conditions/condition.ts";
import { quickOf } from "#features/conditions/quick.ts";
import { mayLeave } from "#features/enrolment/policy.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { actionOf, dueOf, kindsInForce, standingReasons } from "#features/enrolment/server/service.ts";
import { courseFacts } from "#features/fields/server/course-texts.ts";
import { announcementsWhere, type AudienceOf } from "#features/portal/server/service.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import { courseIn, seesCourse, type Outline, type OutlineMemory } from "#features/courses/server/service.ts";
import { pagesNamed } from "#features/courses/shown-rule.ts";
import { catalogList } from "../catalog-list.ts";
import type { CatalogMemory } from "./catalog-memory.ts";
import type { catalog, unfound, CourseDetails, DetailsTab, Requirement } from "../contract.ts";
import * as queries from "./queries.ts";

/** The catalog of the portal for the person asking: search, facets with counts, one page (CAT-2, CAT-3). */
export async function listCatalog(
  { db, actor, language }: Context,
  memory: CatalogMemory,
  query: Parsed<typeof catalog>["query"],
): Promise<Result<typeof catalog>> {
  const { rows, page, total, all, facets, isMember, isNear, index } = await memory.read(db, actor, query);
  return {
    // The contract removes the row's additional fields from the reply.
    rows: rows.map((row) => ({
      ...courseIn(row, language),
      categories: index.categoriesOf(row.id),
      enrolled: Boolean(row.active),
      action: actionOf(row, isMember),
    })),
    page,
    pageSize: catalogList.pageSize,
    total,
    all,
    facets,
    isNear,
  };
}

/**
 * Counts words for which the catalog has nothing, for those who make it. Nothing is kept about who searched, nor words that could say who somebody is: addresses and
 * long numbers. Words that the catalog has something for are left out, whoever sends them.
 */
export async function countUnfound({ db, portal }: Context, memory: CatalogMemory, typed: string): Promise<Result<typeof unfound>> {
  const words = typed
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, 100)
    .trim();
  if (words && !/@|\d{6}/.test(words) && (await memory.hasNothing(db, portal.id, words))) await queries.countUnfound(db, portal.id, words);
  return {};
}

/**
 * The details of a course for the person asking (DET-1..3). Throws 404 for drafts, other portals, courses that they are not offered, and archived ones they were never
 * enrolled in.
 */
export async function findDetails(
  context: Context,
  { outlines, audienceOf }: { readonly outlines: OutlineMemory; readonly audienceOf: AudienceOf },
  courseId: number,
): Promise<CourseDetails> {
  const { db, actor, portal, language, say } = context;
  const found = await queries.findDetails(db, actor, courseId);
  if (!found || !(await seesCourse(db, actor, { ...found, id: courseId, wasEnrolled: found.enrolmentId !== null })))
    throw notFound("course", "This course could not be found.");
  // Staff and people who were enrolled once see it all the same, and are enrolled by others only.
  const row = { ...courseIn(found, language), selfEnrol: found.selfEnrol && found.isOffered };
  const version = row.versionId === null ? nothingYet : await outlines.get(db, actor.portalId, row.versionId, language);
  const outline = outlineOf(version, row.donePages);
  const attempts = (row.attempts ?? []).map((attempt) => ({
    ...attempt,
    startedAt: instant(attempt.startedAt),
    lastActivityAt: instantOrNull(attempt.lastActivityAt),
    completedAt: instantOrNull(attempt.completedAt),
  }));
  const isUnderWay = row.attemptId !== null && row.completedAt === null;
  return {
    // The contract removes the row's additional fields from the reply.
    ...row,
    isArchived: row.status === "archived",
    categories: row.categories ?? [],
    window:
      row.enrolZone === null ? null : { from: instantOrNull(row.enrolFrom), until: instantOrNull(row.enrolUntil), zone: row.enrolZone },
    outline,
    resumePageId: isUnderWay ? resumePage(outline, row.place?.pageId) : null,
    completion: row.completionRule && {
      rule: row.completionRule,
      quizzes: { ...version.quizzes },
      ...pagesNamed(
        row.completionRule,
        outline.flatMap(({ pages }) => pages),
      ),
      hasParts: outline.flatMap(({ pages }) => pages).length > 1,
    },
    prerequisites: row.asksFirst ? await queries.findPrerequisites(db, actor, courseId) : null,
    facts: row.factRows
      ? await courseFacts(db, { portalId: actor.portalId, language, zone: actor.timeZone ?? portal.timeZone, say }, courseId, row.factRows)
      : [],
    announcements: await announcementsWhere(context, audienceOf, (audience) => {
      const quick = quickOf(audience as Condition | null);
      return quick.level === "course" && quick.courseId === courseId;
    }),
    attempts,
    requirements: requirementsOf(row),
    enrolment:
      row.enrolmentId === null || row.enrolledSince === null
        ? null
        : {
            active: Boolean(row.active),
            since: instant(row.enrolledSince),
            due: dueOf(row.dueAt, row.completedAt !== null || !row.active),
            accessEndsAt: instantOrNull(row.expiresAt),
            causes: standingReasons(row.reasons),
            canLeave: mayLeave({ active: Boolean(row.active), causes: kindsInForce(row.reasons) }, row.attemptId !== null),
          },
    action: actionOf(row, row.isMember),
    tabs: tabsOf(row, outline.length > 0),
  };
}

/** The tabs that have content (DET-1); the client shows the first one for any other address. */
function tabsOf(row: queries.DetailsRow, hasOutline: boolean): DetailsTab[] {
  return [
    "overview",
    ...(hasOutline ? (["outline"] as const) : []),
    ...(row.attempts?.length ? (["attempts"] as const) : []),
    "requirements",
  ];
}

/** What a course without a version has. */
const nothingYet: Outline = { chapters: [], quizzes: {} };

function outlineOf({ chapters }: Outline, donePages: readonly string[]): CourseDetails["outline"] {
  const done = new Set(donePages);
  return chapters.map((chapter) => ({
    id: chapter.id,
    title: chapter.title,
    minutes: chapter.pages.reduce((sum, page) => sum + page.minutes, 0),
    pages: chapter.pages.map((page) => ({ ...page, done: done.has(page.id) })),
  }));
}

/** The page to continue with: the last place, else the first incomplete page. */
function resumePage(outline: CourseDetails["outline"], lastPage: string | undefined): string | null {
  const pages = outline.flatMap((chapter) => chapter.pages);
  return (pages.find((page) => page.id === lastPage) ?? pages.find((page) => !page.done) ?? pages[0])?.id ?? null;
}

/** The requirements for starting, each met or not. */
function requirementsOf(row: queries.DetailsRow): Requirement[] {
  const met = Boolean(row.active);
  return [
    { code: "member", met: row.isMember },
    ...(row.asksFirst ? [{ code: "prerequisites" as const, met: row.isPrepared }] : []),
    ...(row.selfEnrol && row.entry !== "open" && !met ? [{ code: "window" as const, met: false }] : []),
    { code: !row.selfEnrol ? "invitation" : row.isPriced ? "price" : "selfEnrolment", met },
    ...(row.status === "published" ? [] : [{ code: "published" as const, met: false }]),
    ...(row.hasContent ? [] : [{ code: "content" as const, met: false }]),
  ];
}
