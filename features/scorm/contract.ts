import * as z from "zod/mini";
import { ApiCall, CmiFact, type RefusedFact } from "#features/progress/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { Manifest } from "./manifest.ts";
import { Needs } from "./needs.ts";

export { Needs } from "./needs.ts";
export { Finding, type ImportReport, launchableItems, type Manifest, type ManifestItem } from "./manifest.ts";

/** The most bytes an uploaded package may have (security.md §3.4). */
export const uploadLimitBytes = 2 * 1024 ** 3;

/** Whether packages of one course play on this origin, apart from all others; an installation with one content host has no such (CONTENT_HOSTS=one). */
export const hasOwnHost = (contentOrigin: string) => /^https?:\/\/c-[0-9a-f]{32}\./.test(contentOrigin);

/** The state of each part of an attempt, by its SCO key. */
export const States = z.record(
  z.string(),
  z.object({
    // As the database stores it: looking at each of up to 70,000 elements would double the cost of opening a full attempt.
    cmi: z.custom<Record<string, string>>((value) => typeof value === "object" && value !== null),
    completed: z.boolean(),
    passed: z.nullable(z.boolean()),
    reportedSeconds: z.number(),
  }),
);

/** Everything that the launcher needs before it opens the first SCO's frame. */
export const OpenedPackage = z.object({
  token: z.string(),
  /** Complete URL on the content origin. */
  launcherUrl: z.string(),
  contentOrigin: z.string(),
  standard: z.enum(["1.2", "2004"]),
  title: z.string(),
  organization: Manifest.shape.organization,
  sequencingCollection: Manifest.shape.sequencingCollection,
  /** The key under which the sequencing state is stored; each package of an attempt has its own. */
  sequencingKey: z.string(),
  /** What it needs of the place it plays in, as its import saw it. */
  needs: Needs,
  /** Whether the author chose a separate window. */
  newWindow: z.boolean(),
  /** By SCO key: the elements as last stored, with the standard's own names. */
  states: States,
  /** How many bytes the package may still add to its attempt's state, and report today; null in a test, which records nothing. */
  room: z.nullable(z.object({ state: z.int(), day: z.int() })),
  learner: z.object({ id: z.string(), name: z.string() }),
  isTest: z.boolean(),
});
export type OpenedPackage = z.infer<typeof OpenedPackage>;

export const openPackage = endpoint({
  method: "POST",
  path: "/rest/scorm/open",
  summary: "Opens the SCORM package of an attempt: a commit-only token, the launcher's address and the state of every SCO.",
  body: z.object({
    attemptId: z.int(),
    epoch: z.int(),
    /** Opens only the part in this block of an online course; without it, the whole package of a SCORM course. */
    blockId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
  }),
  response: OpenedPackage,
});

export const openTest = endpoint({
  method: "POST",
  path: "/rest/scorm/openTest",
  summary: "Opens a course's newest package as a test for its authors; nothing is recorded.",
  body: z.object({ courseId: z.int() }),
  response: OpenedPackage,
});

/** Body of POST /rest/scorm/commit, as text: what a launcher sends itself when its page ends. */
export const LauncherCommit = z.object({
  token: z.string().check(z.maxLength(1000)),
  clientId: z.string().check(z.regex(/^[A-Za-z0-9-]{8,100}$/)),
  commits: z.array(z.object({ seq: z.int().check(z.gte(1)), fact: CmiFact })).check(z.minLength(1), z.maxLength(200)),
});
export type LauncherCommit = z.infer<typeof LauncherCommit>;

/** The answer: what is durable now, facts that can never be applied, and the newest epoch of the attempt: one that is newer than the token's has overtaken it. */
export interface LauncherCommitReply {
  readonly stored: number[];
  readonly refused: RefusedFact[];
  readonly epoch: number;
}

/** What a package's window gets by its token where it has no page behind it (CONTENT_HOSTS=one). */
export interface OpenedAlone {
  readonly opened: OpenedPackage;
  readonly epoch: number;
  /** The number of the window's first fact, above those of all windows before it: the log is folded in the order of these numbers. */
  readonly firstSeq: number;
  /** The same for all windows in which this package of this attempt plays, and known to no other. */
  readonly key: string;
  /** The part in which something was reported last. */
  readonly place: string | null;
}

export const launcherCommitPath = "/rest/scorm/commit";

/** Calls that came together from one session of a part. */
export const LoggedCalls = z.object({
  scoKey: z.string(),
  /** The part's title in the version that the attempt uses. */
  title: z.string(),
  session: z.string(),
  receivedAt: z.string(),
  calls: z.array(ApiCall),
});
export type LoggedCalls = z.infer<typeof LoggedCalls>;

export const attemptCalls = endpoint({
  method: "GET",
  path: "/rest/scorm/attempts/:attemptId/calls",
  // SCO-8
  summary: "What the package did in an attempt, call by call, newest session first.",
  params: z.object({ attemptId: z.coerce.number().check(z.int()) }),
  query: z.object({ before: z.optional(z.coerce.number().check(z.int())) }),
  response: z.object({
    /** Whole values, where the facts that came with the calls have them. */
    batches: z.array(
      z.extend(LoggedCalls, { id: z.int(), calls: z.array(z.extend(ApiCall, { value: z.optional(z.string()), result: z.string() })) }),
    ),
    next: z.nullable(z.int()),
  }),
});

/** Specification §3: the answer to an upload. data and Message say what is wrong; ShowWarning asks before an existing package is replaced. */
export const UploadReply = z.object({
  isSuccessful: z.boolean(),
  data: z.string(),
  ShowWarning: z.boolean(),
  Message: z.string(),
  /** The package, where it was taken. */
  packageId: z.optional(z.int()),
});
