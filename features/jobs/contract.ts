import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** Up to this many people or courses, what somebody asks for is done in the request; more are a job (capabilities.md INV-8, INV-9). */
export const atOnce = 50;

/** The states of a job (capabilities.md INV-8, REP-6). */
export const jobStates = ["queued", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

/** One job of one's own. title, reason, facts and links are words in the language of the person asking. */
export const Job = z.object({
  id: z.int(),
  kind: z.string(),
  /** Who started it; null for the person asking. */
  owner: z.nullable(z.string()),
  title: z.string(),
  state: z.enum(jobStates),
  /** How many jobs of the portal wait before this one; 0 unless it is queued. */
  ahead: z.int(),
  done: z.int(),
  /** What done and total count; null where the title says it. */
  unit: z.nullable(z.enum(["bytes"])),
  /** null while it is not known. */
  total: z.nullable(z.int()),
  /** About how many seconds a running job still takes; null in its first five, and while that is not known. */
  secondsLeft: z.nullable(z.int()),
  isCancelling: z.boolean(),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** The result file; null when there is none, or it has expired. */
  file: z.nullable(z.object({ name: z.string(), bytes: z.int(), until: z.string() })),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  links: z.array(z.object({ label: z.string(), href: z.string() })),
  /** The screen that it belongs to, its address below /v. */
  place: z.nullable(z.object({ label: z.string(), to: z.string() })),
  /** Until when it can be undone; null when it cannot, or was. */
  undoUntil: z.nullable(z.string()),
  /** The job that undid it. */
  undoneBy: z.nullable(z.int()),
});
export type Job = z.infer<typeof Job>;

/** The list of one's own jobs. whose: on the screen, with those of everybody that the person asking oversees. */
export const jobsList = listOf({
  sorts: ["-created"],
  sort: "-created",
  filters: { state: oneOf(jobStates), whose: oneOf(["everybody"]) },
  pageSize: 25,
});

export const listJobs = endpoint({
  method: "GET",
  path: "/rest/jobs",
  summary: "The jobs that the person asking has started, newest first.",
  query: listQuery(jobsList),
  response: listPage(Job),
});

export const listOverseen = endpoint({
  method: "GET",
  path: "/rest/jobs/overseen",
  summary: "One's own jobs with what others do to many people at once, newest first. For admins.",
  query: listQuery(jobsList),
  response: listJobs.response,
});

export const trayJobs = endpoint({
  method: "GET",
  path: "/rest/jobs/tray",
  summary: "One's own unfinished jobs, and those that ended in the last day and were not put away.",
  response: z.object({ jobs: z.array(Job) }),
});

const params = z.object({
  jobId: z.coerce.number(words("A job is named by its number.")).check(z.int(words("A job is named by its number."))),
});

export const getJob = endpoint({
  method: "GET",
  path: "/rest/jobs/:jobId",
  summary: "One job of one's own, or one that the person asking oversees.",
  params,
  response: Job,
});

const change = <const Name extends string>(name: Name, summary: string) =>
  endpoint({ method: "POST", path: `/rest/jobs/:jobId/${name}`, summary, params, response: Job });

export const cancelJob = change(
  "cancel",
  "Cancels a job: a queued one at once, a running one after the part it is doing. What was done stays done.",
);
export const retryJob = change("retry", "Queues a failed or cancelled job again. It goes on where it left off.");
export const undoJob = change("undo", "Undoes what a finished job did, where that is possible. Answers the job that does so.");
export const putAwayJob = change("putAway", "Takes a finished job out of the tray; it stays in the list.");

/** The address of a job's result file. */
export const jobFilePath = (jobId: number | string) => `/rest/jobs/${jobId}/file`;
