import * as z from "zod/mini";
import { CourseFacts, CourseFields } from "#features/authoring/fields-contract.ts";
import { CourseStatus } from "#features/authoring/listing-contract.ts";
import { CompletionRule, Page, PageRule } from "#features/courses/content.ts";
import { DraftOutline } from "#features/courses/draft.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { editorChecks } from "./policy.ts";
import { Scheduled } from "./scheduled.ts";
import { PageId, SavedOutline, SavedPage, SavedRule } from "./shapes.ts";

const courseNumber = "A course is named by its number.";
const courseId = z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber));
export const ofCourse = z.object({ courseId });
const ofPage = z.object({ courseId, pageId: PageId });
export const root = "/rest/editor/online/:courseId";

/** Names the revision that a save is based on. */
export const revision = z.int(words("Name the revision that you changed.")).check(z.gte(1), z.lte(2 ** 30));

/** A page in the outline: everything about it but its blocks. */
export const PageHead = z.object({
  id: z.string(),
  title: z.string(),
  minutes: z.int(),
  rule: PageRule,
  revision: z.int(),
  /** The kinds of its blocks, in order. */
  kinds: z.array(z.string()),
  updatedAt: z.string(),
  /** Who saved it last: their name, or their e-mail address while they have none. */
  updatedBy: z.nullable(z.string()),
});
export type PageHead = z.infer<typeof PageHead>;

export const EditorDraft = z.extend(CourseFields, {
  ...CourseFacts.shape,
  id: z.int(),
  /** Of a SCORM course, the pages are those of its package, and no page can be saved. */
  type: z.enum(["online", "scorm"]),
  status: CourseStatus,
  /** Of the course's fields; outline and pages have their own. */
  revision: z.int(),
  outline: DraftOutline,
  completion: CompletionRule,
  /** Of outline and completion rule together. */
  outlineRevision: z.int(),
  /** The pages that the outline names, in any order. */
  pages: z.array(PageHead),
  /** The conditions for publishing that the outline tells; the blocks' problems are asked with `checkPublish`. */
  checks: z.array(z.object({ code: z.enum(editorChecks), met: z.boolean() })),
  /** Whether the draft was changed since the current version; true without one. */
  hasChanges: z.boolean(),
  /** When it will be published by itself; null when nothing is scheduled. */
  scheduled: z.nullable(Scheduled),
});
export type EditorDraft = z.infer<typeof EditorDraft>;

export const openDraft = endpoint({
  method: "GET",
  path: root,
  summary:
    "An online or SCORM course as its authors work on it, without the blocks of its pages. A published course without a draft gets one from its current version.",
  params: ofCourse,
  response: EditorDraft,
});

export const DraftPage = z.object({ page: Page, revision: z.int() });
export type DraftPage = z.infer<typeof DraftPage>;

export const readPage = endpoint({
  method: "GET",
  path: `${root}/pages/:pageId`,
  summary: "A page of the draft with its blocks. 409 newer_release for one that this release cannot read.",
  params: ofPage,
  response: DraftPage,
});

/** A package of a course with the parts of it that a block can play. */
export const CoursePackage = z.object({
  packageId: z.int(),
  title: z.string(),
  fileName: z.string(),
  uploadedAt: z.string(),
  /** Whether it plays only in a window of its own. */
  needsWindow: z.boolean(),
  parts: z.array(z.object({ scoKey: z.string(), title: z.string() })),
});
export type CoursePackage = z.infer<typeof CoursePackage>;

export const readPackages = endpoint({
  method: "GET",
  path: `${root}/packages`,
  summary: "The SCORM packages of the course, newest first, with the parts that its blocks can play.",
  params: ofCourse,
  response: z.object({ packages: z.array(CoursePackage) }),
});

export const savePage = endpoint({
  method: "PUT",
  path: `${root}/pages/:pageId`,
  summary:
    "Saves a page of the draft, based on a revision (0: a new page). 409 page_changed with theirs as `data` {page, revision} when somebody else saved it since; data.page is null when it is gone.",
  params: ofPage,
  body: z.object({ page: SavedPage, revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: z.object({ revision: z.int() }),
});

export const saveOutline = endpoint({
  method: "PUT",
  path: `${root}/outline`,
  summary:
    "Saves the order of chapters and pages, and the completion rule. Every page named must be stored; one no longer named stays stored until the next publishing. 409 outline_changed with theirs as `data` {outline, completion, revision}.",
  params: ofCourse,
  body: z.object({ outline: SavedOutline, completion: SavedRule, revision }),
  response: z.object({ revision: z.int() }),
});

export const saveDetails = endpoint({
  method: "PUT",
  path: `${root}/details`,
  summary: "Saves the course's own fields, which take effect at once; 409 changed when somebody else changed it since.",
  params: ofCourse,
  body: z.extend(CourseFields, { revision }),
  response: z.object({ revision: z.int() }),
});
