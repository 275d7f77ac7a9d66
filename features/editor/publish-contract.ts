import * as z from "zod/mini";
import { Approval } from "#features/authoring/approval.ts";
import { CompletionRule, Content } from "#features/courses/content.ts";
import { localTime } from "#features/account/period.ts";
import { isTimeZone } from "#features/account/policy.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { changeKinds } from "./changes.ts";
import { ofCourse, revision, root } from "./contract.ts";
import { Move, Scheduled } from "./scheduled.ts";
import { VersionNumber } from "./shapes.ts";

export { Move };

/** Something that is to be mended before publishing; warnings are advice. A block's code has its text in `problemWords` of its kind's editor. */
export const PublishProblem = z.object({
  /** Of a block's kind; else "title", "page_missing", "circle", "group_circle", or an Obstacle's code (completable.ts). */
  code: z.string(),
  severity: z.enum(["error", "warning"]),
  /** Whether it only keeps some people out: an error of this kind does not stop an admin who says why (EDT-15). */
  isBarrier: z.boolean(),
  pageId: z.nullable(z.string()),
  blockId: z.nullable(z.string()),
  /** The kind of the block. */
  kind: z.nullable(z.string()),
  /** The part of the block, such as a question. */
  at: z.nullable(z.string()),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type PublishProblem = z.infer<typeof PublishProblem>;

/** Numbers of people with an enrolment in force. */
export const Groups = z.object({ notStarted: z.int(), inProgress: z.int(), completed: z.int() });
export type Groups = z.infer<typeof Groups>;

const Numbers = z.object({ kept: z.int(), changed: z.int(), added: z.int(), removed: z.int() });

export const checkPublish = endpoint({
  method: "GET",
  path: `${root}/publish`,
  summary:
    "What publishing the draft would do: its problems, how much it changes, and how many people it is about. 409 newer_release for a draft that this release cannot read.",
  params: ofCourse,
  response: z.object({
    problems: z.array(PublishProblem),
    /** Whether no problem is an error. */
    isReady: z.boolean(),
    change: z.enum(changeKinds),
    /** Whether `move` must be chosen: it is no minor edit, and somebody has begun. */
    asksMove: z.boolean(),
    groups: Groups,
    approval: Approval,
    /** Against the current version; null without one. */
    changes: z.nullable(z.object({ pages: Numbers, blocks: Numbers })),
    /** Of the draft as it was checked. */
    revision: z.int(),
  }),
});

/** What was done with the people of a version. */
export const MoveReport = z.extend(Move, {
  /** Whom it was decided about. */
  counts: Groups,
  /** What was done so far: numbers of people, and of pages and blocks carried over for them. */
  done: z.object({
    moved: z.int(),
    restarted: z.int(),
    retaken: z.int(),
    equivalent: z.int(),
    pages: z.int(),
    blocks: z.int(),
    submissions: z.int(),
    /** Parts of packages, with what these stored. */
    parts: z.int(),
  }),
  /** Null while a job works on it. */
  doneAt: z.nullable(z.string()),
});
export type MoveReport = z.infer<typeof MoveReport>;

/** What is said about a new version in the list of versions (EDT-7). */
const Note = z.string().check(z.trim(), z.maxLength(500, words("Use at most {maximum} characters.")));

/** Confirms that a draft is published which was sent to review and is not approved as it is; 409 confirm_unapproved without it. */
const unapproved = z.optional(z.boolean());

export const publishDraft = endpoint({
  method: "POST",
  path: `${root}/publish`,
  summary:
    "Publishes the draft as a new version and moves people as chosen. 409 not_ready with `data` {problems}; 409 choose_move where a choice is needed; 409 not_approved where the portal publishes only what is approved. An unchanged course that is out of the catalog returns to it. Many people are moved by a job (jobId).",
  params: ofCourse,
  body: z.object({
    revision,
    /** Needed for a new version; 400 without one. */
    note: Note,
    move: z.optional(Move),
    unapproved,
  }),
  response: z.object({
    number: z.int(),
    change: z.enum(changeKinds),
    revision: z.int(),
    report: z.nullable(MoveReport),
    jobId: z.nullable(z.int()),
  }),
});

export const publishAnyway = endpoint({
  method: "POST",
  path: `${root}/publish/anyway`,
  summary:
    "Publishes the draft as publish does, although what it has to mend keeps some people out. The reason goes to the audit log. 409 not_ready for any other error; 409 no_barriers where nothing has to be passed over.",
  params: ofCourse,
  body: z.object({
    revision,
    note: Note,
    move: z.optional(Move),
    unapproved,
    reason: Note.check(z.minLength(1, words("Write why the course is published all the same."))),
  }),
  response: publishDraft.response,
});

export const schedulePublication = endpoint({
  method: "PUT",
  path: `${root}/schedule`,
  summary:
    "Has the draft published at a time, as it is then, instead of what was scheduled before. 409 choose_move for a course with a version, unless `move` says what becomes of the people.",
  params: ofCourse,
  body: z.object({
    /** What the clocks of the zone show then, as 2026-12-01T08:00. */
    at: localTime,
    timeZone: z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
    note: Note.check(z.minLength(1, words("Write what is new in this version."))),
    move: z.optional(Move),
    unapproved,
  }),
  response: Scheduled,
});

export const cancelPublication = endpoint({
  method: "POST",
  path: `${root}/schedule/cancel`,
  summary: "Takes back what was scheduled. 409 not_scheduled when nothing is.",
  params: ofCourse,
  response: z.object({ cancelled: z.literal(true) }),
});

export const readDraft = endpoint({
  method: "GET",
  path: `${root}/content`,
  summary: "The draft as the document that would be published, to compare it with a version.",
  params: ofCourse,
  response: z.object({ content: Content, completion: CompletionRule }),
});

const ofVersion = z.extend(ofCourse, { number: VersionNumber });

export const readVersion = endpoint({
  method: "GET",
  path: `${root}/versions/:number`,
  summary: "A published version with its document, its rule, and what was done with the people in the course.",
  params: ofVersion,
  response: z.object({
    number: z.int(),
    note: z.string(),
    publishedAt: z.string(),
    publishedBy: z.nullable(z.string()),
    content: Content,
    completion: CompletionRule,
    report: z.nullable(MoveReport),
  }),
});

export const restoreVersion = endpoint({
  method: "POST",
  path: `${root}/versions/:number/restore`,
  summary:
    "Makes the draft what a version was: outline, pages, rule and translations. 409 outline_changed when the outline was saved since. Pages of the draft stay stored.",
  params: ofVersion,
  body: z.object({ outlineRevision: revision }),
  response: z.object({ outlineRevision: z.int() }),
});
