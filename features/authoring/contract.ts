import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { Outcome } from "#features/history/contract.ts";
import { ScormPolicy } from "#features/courses/completion-policy.ts";
import { Finding, Needs } from "#features/scorm/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { AuthorCourse, CourseStatus, courseStatuses } from "./listing-contract.ts";
import { policyProblem } from "./policy.ts";
import { starterNames } from "./starters/starter-names.ts";

const courseNumber = "A course is named by its number.";
const params = z.object({
  courseId: z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber)),
});

/**
 * Specification §7. Body: courseTypeId 1, 2 or 3, and what the course begins as, where it is not empty: the name of a starter, or the number of a course that is
 * offered as a template. Reply: CourseID, or only a message when a business rule refuses it (decisions.md).
 */
export const createCourse = endpoint({
  method: "POST",
  path: "/rest/course/createCourse",
  summary:
    "Creates a draft course of a type, which cannot be changed later (specification §4). Answers CourseID, or message where it is refused.",
  body: z.object({
    courseTypeId: z.literal([1, 2, 3], words("Choose a course type: 1 online, 2 classroom or webinar, 3 online SCORM.")),
    template: z.optional(z.union([z.enum(starterNames), z.int()], words("Choose a template."))),
  }),
  response: z.object({ CourseID: z.optional(z.int()), message: z.optional(z.string()) }),
});

/**
 * POST, a form of `title` (optional) and `file`: a document that becomes an online course. `do=look` in the query says what it would make, `do=add` makes it. Answers a
 * DocumentReply, with the CourseID of createCourse once it is made.
 */
export const documentCoursePath = "/rest/course/createCourse/document";

/** What a new course can begin as. pages: how many it has. */
export const TemplateCourse = z.object({
  id: z.int(),
  type: CourseType,
  title: z.string(),
  pages: z.int(),
  author: z.nullable(z.string()),
});
export type TemplateCourse = z.infer<typeof TemplateCourse>;

export const listTemplates = endpoint({
  method: "GET",
  path: "/rest/course/templates",
  summary:
    "What a new course can begin as: starters in the language of the person asking, and the courses of the portal that are offered as templates.",
  response: z.object({
    starters: z.array(z.object({ name: z.enum(starterNames), title: z.string(), summary: z.string(), pages: z.int() })),
    courses: z.array(TemplateCourse),
  }),
});

/** The list of the author's courses. owner: "everyone" works for admins only; others always get their own. */
export const coursesList = listOf({
  sorts: bothWays("updated", "title", "learners"),
  sort: "-updated",
  filters: { status: oneOf(courseStatuses), owner: oneOf(["everyone"]) },
  pageSize: 20,
});

export const listCourses = endpoint({
  method: "GET",
  path: "/rest/editor/courses",
  summary: "The courses of the author asking, with package and learners; for admins those of every author on request.",
  query: listQuery(coursesList),
  response: listPage(AuthorCourse, { canSeeEveryone: z.boolean() }),
});

/** One entry of the package's table of contents as a flat list; depth counts from 0. key is null for a folder. */
export const PackageItem = z.object({ key: z.nullable(z.string()), title: z.string(), depth: z.int(), isSco: z.boolean() });
export type PackageItem = z.infer<typeof PackageItem>;

export const PackageFacts = z.object({
  id: z.int(),
  standard: z.string(),
  edition: z.string(),
  title: z.string(),
  fileName: z.string(),
  entryCount: z.int(),
  bytes: z.number(),
  uploadedAt: z.string(),
  uploadedBy: z.nullable(z.string()),
  items: z.array(PackageItem),
  findings: z.array(Finding),
  /** What it needs of the place it plays in. */
  needs: Needs,
  /** Whether this is the package of the current version; the course itself may be out of the catalog. */
  isPublished: z.boolean(),
});
export type PackageFacts = z.infer<typeof PackageFacts>;

/** The package of a SCORM course's draft, with the rules that the next version gets. */
export const PackageDraft = z.object({
  id: z.int(),
  title: z.string(),
  /** Of the course; a save names the revision that it is based on. */
  revision: z.int(),
  policy: ScormPolicy,
  /** Whether the next version opens in a separate window. */
  newWindow: z.boolean(),
  package: z.nullable(PackageFacts),
  /** Whether the course was ever published. */
  hasVersions: z.boolean(),
});
export type PackageDraft = z.infer<typeof PackageDraft>;

export const openPackage = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/package",
  summary: "The package of a SCORM course's draft and its rules; for its author and admins.",
  params,
  response: PackageDraft,
});

/** The policy as an editor saves it: each field valid, and all of them together. */
export const SavedPolicy = ScormPolicy.check(
  z.superRefine((policy, context) => {
    const problem = policyProblem(policy);
    if (problem)
      context.addIssue({ code: "custom", path: [problem.field], params: { code: problem.code }, message: problem.words.error() });
  }),
);

const revision = z.int().check(z.gte(1), z.lte(2 ** 30));

/** What a SCORM course is published with besides its package. */
export const PackageRules = z.object({ policy: SavedPolicy, newWindow: z.boolean() });
export type PackageRules = z.infer<typeof PackageRules>;

export const savePackageRules = endpoint({
  method: "PUT",
  path: "/rest/editor/courses/:courseId/package",
  summary: "Saves how the next version of a SCORM course counts and opens; 409 when somebody else has changed the course since.",
  params,
  body: z.extend(PackageRules, { revision }),
  response: PackageDraft,
});

export const discardCourse = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/discard",
  summary: "Removes a course that was made for an upload that failed (decisions.md): a draft without package, version and people.",
  params,
  response: z.object({ removed: z.boolean() }),
});

export const duplicateCourse = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/duplicate",
  summary: "Makes a draft of the person asking with everything that the course's authors made; pages with new ids, files shared.",
  params,
  response: z.object({ id: z.int(), type: CourseType, title: z.string() }),
});

export const archiveCourse = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/archive",
  summary: "Takes a published course of any type out of the catalog. People who have it keep it; without any it is a draft again.",
  params,
  response: z.object({ status: CourseStatus }),
});

export const deleteCourse = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/delete",
  // INV-4
  summary:
    "Deletes a course that nobody was ever enrolled in, with its versions and packages; 409 for any other, and while another course asks for it.",
  params,
  response: z.object({ removed: z.literal(true) }),
});

export const AttemptRow = z.object({
  attemptId: z.int(),
  learner: z.string(),
  email: z.string(),
  number: z.int(),
  version: z.int(),
  startedAt: z.string(),
  lastActivityAt: z.nullable(z.string()),
  /** Study time, until completion. reviewSeconds: time after it. flaggedClaims: claims of time far above what the page could have seen. */
  seconds: z.int(),
  reviewSeconds: z.int(),
  flaggedClaims: z.int(),
  percent: z.int(),
  scorePercent: z.nullable(z.number()),
  outcome: Outcome,
  /** Whether a package was played in it, whose calls are in its log. */
  hasLog: z.boolean(),
});
export type AttemptRow = z.infer<typeof AttemptRow>;

/** The list of a course's attempts. q: part of a name or an e-mail address. */
export const attemptsList = listOf({ sorts: ["-active"], sort: "-active", filters: {}, pageSize: 20 });

export const listAttempts = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/attempts",
  summary: "The attempts in a course, latest activity first, for its author and admins.",
  params,
  query: listQuery(attemptsList),
  response: listPage(AttemptRow),
});
