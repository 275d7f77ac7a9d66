import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { OpenedSite } from "#features/blocks/webPackage/open-site.ts";
import { BlockFact, ShownState } from "#features/blocks/kinds.ts";
import { LearnerContent } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { ShownRule } from "#features/courses/shown-rule.ts";
import { OpenedPackage } from "#features/scorm/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

const courseNumber = "A course is named by its number.";
const courseId = z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber));
export const ofCourse = z.object({ courseId });
export const root = "/rest/preview/courses/:courseId";

/** draft: what the authors work on; current: the published version that new learners get. */
export const documents = ["draft", "current"] as const;
export const ShownDocument = z.enum(documents, words("Choose the draft or the published version."));
export type ShownDocument = z.infer<typeof ShownDocument>;

/** In which language a course is shown, where it has that; without one, as the person asking would learn it. Its own for any other. */
const PreviewLanguage = z.string().check(z.maxLength(35));
/** A course as it is shown before it is learnt. Nothing in it is progress. */
export const PreviewedCourse = z.object({
  course: z.object({ id: z.int(), title: z.string(), type: CourseType }),
  /** The course's own language, and the others that this document has. */
  source: z.string(),
  languages: z.array(z.string()),
  /** Which document this is: the asked one where the course has it, else the other. */
  shows: ShownDocument,
  content: LearnerContent,
  completion: ShownRule,
});
export type PreviewedCourse = z.infer<typeof PreviewedCourse>;

export const openPreview = endpoint({
  method: "GET",
  path: root,
  summary: "A course as its learners would see it, for those who make it and its reviewers. Nothing is recorded, and nothing is locked.",
  params: ofCourse,
  query: z.object({ shows: z.optional(ShownDocument), language: z.optional(PreviewLanguage) }),
  response: z.extend(PreviewedCourse, {
    /** Which documents the course has. */
    has: z.array(ShownDocument),
    /** Whether the person asking makes this course, and so has its editor. */
    makes: z.boolean(),
    /** Whether they answer its review. */
    approves: z.boolean(),
  }),
});

/** What was done in a block, tried without being recorded. */
const Tried = z.object({ fact: BlockFact });
/** The state of the block after it alone; null where the block keeps nothing of it. */
const TriedState = z.object({ state: z.nullable(ShownState) });

export const tryBlock = endpoint({
  method: "POST",
  path: `${root}/tries`,
  summary: "What a block would make of a learner's fact, such as the marking of a quiz, with the right answers. Nothing is recorded.",
  params: ofCourse,
  body: z.extend(Tried, { shows: ShownDocument, language: z.optional(PreviewLanguage) }),
  response: TriedState,
});

/** Which package: the part in a block of an online course; without one, the whole package of a SCORM course. */
const WhichPackage = z.object({ blockId: z.optional(Id) });
export type WhichPackage = z.infer<typeof WhichPackage>;

export const playPackage = endpoint({
  method: "POST",
  path: `${root}/package`,
  summary: "Opens a SCORM package as the learners of a course would see it. Nothing is recorded: its token cannot write.",
  params: ofCourse,
  body: z.extend(WhichPackage, { shows: ShownDocument }),
  response: OpenedPackage,
});

export const externalRoot = "/rest/preview/external/:courseId";

/** The secret of a link, and its passcode where it has one. */
export const LinkSecret = {
  token: z.string().check(z.maxLength(100)),
  passcode: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
};

export const openLink = endpoint({
  method: "POST",
  path: `${externalRoot}/open`,
  summary:
    "Opens an external preview for somebody signed in, who stays who they are. 403 preview_link for a link that does not work, passcode_needed and passcode_wrong where it has a passcode.",
  params: ofCourse,
  body: z.object(LinkSecret),
  response: z.object({ courseId: z.int() }),
});

export const openExternal = endpoint({
  method: "GET",
  path: externalRoot,
  summary: "The course of a link that this browser has opened. 403 preview_link once the link is revoked or over.",
  params: ofCourse,
  response: PreviewedCourse,
});

export const tryExternal = endpoint({
  method: "POST",
  path: `${externalRoot}/tries`,
  summary: "The same as trying a block in a preview, without right answers that a learner would not see.",
  params: ofCourse,
  body: Tried,
  response: TriedState,
});

export const playExternal = endpoint({
  method: "POST",
  path: `${externalRoot}/package`,
  summary: "The same as opening a package in a preview, by a link that this browser has opened.",
  params: ofCourse,
  body: WhichPackage,
  response: OpenedPackage,
});

export const openExternalSite = endpoint({
  method: "POST",
  path: `${externalRoot}/site`,
  summary: "The same as opening web pages that came as a zip, by a link that this browser has opened.",
  params: ofCourse,
  body: z.object({ fileId: z.int().check(z.gte(1), z.lte(2 ** 52)) }),
  response: OpenedSite,
});
