import * as z from "zod/mini";
import { LearnerContent } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { ShownRule } from "#features/courses/shown-rule.ts";
import { Id, Seconds } from "#features/blocks/block-kind.ts";
import { BlockFact, ShownState } from "#features/blocks/kinds.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { CmiFact } from "./cmi-fact.ts";

export { ApiCall, CmiFact } from "./cmi-fact.ts";

/** One fact recorded by a learner's client. seq counts up per client and never repeats; the server applies (attempt, client, seq) once (INV-7). */
export const Fact = z.discriminatedUnion("kind", [
  /** Where the learner is; the highest (epoch, seq) wins. */
  z.object({ kind: z.literal("place"), pageId: Id, blockId: z.optional(Id), second: z.optional(Seconds) }),
  /** The end of a page was reached. */
  z.object({ kind: z.literal("view"), pageId: Id }),
  /** Study time since the previous fact of this kind: claimed here, clamped and credited by the server (security.md §3.6). */
  z.object({ kind: z.literal("time"), seconds: Seconds, pageId: z.optional(Id) }),
  /** What blocks report (features/blocks). */
  BlockFact,
  /** What a SCORM package changed. */
  CmiFact,
]);
export type Fact = z.infer<typeof Fact>;

export const Place = z.object({ pageId: z.string(), blockId: z.optional(z.string()), second: z.optional(z.number()) });

const Completion = z.object({
  completedAt: z.string(),
  scorePercent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
});

/** Everything that the viewer shows of an attempt. The percentage is derived from the completed pages of the pinned version (INV-6). */
export const AttemptState = z.object({
  attemptId: z.int(),
  number: z.int(),
  percent: z.int(),
  donePages: z.array(z.string()),
  place: z.nullable(Place),
  creditedSeconds: z.int(),
  /** Those of them that came after the completion; study time is the rest. */
  reviewSeconds: z.int(),
  /** Credited seconds by page id; a page that was never opened is not in it. */
  pageSeconds: z.record(z.string(), z.int()),
  /** By block id; blocks without progress are missing. */
  blocks: z.record(z.string(), ShownState),
  completion: z.nullable(Completion),
});
export type AttemptState = z.infer<typeof AttemptState>;

/** The epoch of an attempt: it grows by one each time the attempt is opened. A page with a lower epoch has been superseded. */
const Epoch = z.int().check(z.gte(0), z.lte(2 ** 31 - 1));

const AttemptParams = z.object({
  attemptId: z.coerce.number().check(z.int(words("This is not the number of an attempt.")), z.gte(1), z.lte(2 ** 53 - 1)),
});

export const readAttempt = endpoint({
  method: "GET",
  path: "/rest/progress/attempts/:attemptId",
  summary: "The state of one of your own attempts, without opening it.",
  params: AttemptParams,
  response: z.extend(AttemptState, { epoch: Epoch }),
});

export const launch = endpoint({
  method: "POST",
  path: "/rest/progress/launch",
  summary: "Opens a course for learning: the attempt under way or a new one, its pinned version and its state. Raises the epoch.",
  body: z.object({
    courseId: z.int(),
    /** Starts a new attempt after a completed one (MYC-4). */
    retake: z.optional(z.boolean()),
    /** The epoch that this browser opened last. If it is still the newest, no other device has opened the attempt since. */
    lastEpoch: z.optional(z.int()),
  }),
  response: z.object({
    /** language: the course's own, whatever its content is shown in. */
    course: z.object({ id: z.int(), title: z.string(), language: z.string(), type: CourseType, versionNumber: z.int() }),
    content: LearnerContent,
    completion: ShownRule,
    epoch: z.int(),
    /** Whether the attempt was active on another device within the last two minutes and has not been left there. */
    openElsewhere: z.boolean(),
    state: AttemptState,
    startedAt: z.string(),
  }),
});

export const leaveAttempt = endpoint({
  method: "POST",
  path: "/rest/progress/attempts/:attemptId/leave",
  summary: "Says that the page of an opening has ended. Harmless when repeated or late.",
  params: AttemptParams,
  body: z.object({ epoch: Epoch }),
  response: z.object({ attemptId: z.int() }),
});

/** A fact that can never be applied: the reason as a code for programs, and as a sentence in the language of the request. */
const RefusedFact = z.object({
  seq: z.int(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
});
export type RefusedFact = z.infer<typeof RefusedFact>;

export const commit = endpoint({
  method: "POST",
  path: "/rest/progress/attempts/:attemptId/commits",
  summary: "Stores learner-made facts exactly once by (attempt, client, seq) and answers what is durable and the resulting state.",
  params: AttemptParams,
  body: z.object({
    clientId: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)),
    epoch: Epoch,
    commits: z.array(z.object({ seq: z.int().check(z.gte(1)), fact: Fact })).check(z.minLength(1), z.maxLength(200)),
  }),
  response: z.object({
    /** Every seq of this call that is now durable, whether new or sent before. */
    stored: z.array(z.int()),
    /** The highest seq up to which this client's facts have no gap. */
    contiguous: z.int(),
    /** The newest epoch of the attempt: a page with an older one has been superseded and stops recording. */
    epoch: z.int(),
    /** Facts that can never be applied (unknown page, no submission left), with the reason as a sentence; they are stored and not retried. */
    refused: z.array(RefusedFact),
    /** Null when the call contained only facts of a package and they changed nothing that the learner sees. */
    state: z.nullable(AttemptState),
  }),
});

const Chapter = z.optional(
  z.nullable(z.union([z.int().check(z.gte(0, words("A chapter number is not negative."))), z.string().check(z.maxLength(64))])),
);

/**
 * Specification §7 and §9. minutesSpent is an increment in minutes (stored seconds / 60). With an Idempotency-Key header it is counted once; without one
 * the call still works, limited by the clamp (security.md §3.6). A chapter is its number from 1, its id, or the id of one of its pages.
 */
export const updateLastViewedChapterAndTime = endpoint({
  method: "POST",
  path: "/rest/courseviewer/UpdateLastViewedChapterAndTime",
  summary: "Adds viewing time to an attempt (specification §7).",
  body: z.object({
    attemptId: z.int("attemptId is a whole number.").check(z.gte(1, "attemptId is a whole number.")),
    lastViewedChapter: Chapter,
    highestViewedChapter: Chapter,
    minutesSpent: z.number("minutesSpent is a number of minutes.").check(z.gte(0, "minutesSpent is not negative.")),
  }),
  response: z.object({ creditedSeconds: z.int(), totalSeconds: z.int() }),
});
