import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** What a bulk action can be about. */
export const subjectNames = ["people", "courses"] as const;
export type SubjectName = (typeof subjectNames)[number];

/** Days for which an action can be undone. */
export const undoDays = 7;

const aNumber = words("A person or a course is named by its number.");
/** Whom or what an action is for: these, or all that the query of a list finds. */
export const Selection = z.union([
  z.object({
    ids: z
      .array(z.int(aNumber))
      .check(
        z.minLength(1, words("Choose at least one first.")),
        z.maxLength(5000, words("Choose {maximum} or fewer, or all that match.")),
      ),
  }),
  z.object({ list: z.string(), query: z.record(z.string(), z.string()) }),
]);
export type Selection = z.infer<typeof Selection>;

/** One person or course of an action, in words: the state before and after, why it is left out, and what came of it. A course has no email. */
export const BulkRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  before: z.string(),
  after: z.string(),
  /** Why nothing is or was done for them, or undone; null otherwise. */
  reason: z.nullable(z.string()),
  outcome: z.enum(["planned", "leftOut", "done", "notDone", "undone", "notUndone"]),
});
export type BulkRow = z.infer<typeof BulkRow>;

export const previewBulk = endpoint({
  method: "POST",
  path: "/rest/bulk",
  summary: "Previews an action on people or courses: what it would do to which, and which are left out and why. Nothing is changed.",
  body: z.object({ kind: z.string(), input: z.unknown(), of: Selection }),
  response: z.object({
    runId: z.int(),
    /** What it is about. */
    on: z.enum(subjectNames),
    title: z.string(),
    /** How many are chosen, and how many of them change. */
    total: z.int(),
    changes: z.int(),
    /** It cannot be undone. */
    isFinal: z.boolean(),
    leftOut: z.array(z.object({ reason: z.string(), count: z.int() })),
    /** The first few who change; all of them are in the list of rows. */
    sample: z.array(BulkRow),
  }),
});

export const bulkRows = listOf({
  sorts: bothWays("name"),
  sort: "name",
  filters: { show: oneOf(["changes", "leftOut", "notDone", "notUndone"]) },
  pageSize: 50,
});
const params = z.object({
  runId: z.coerce.number(words("An action is named by its number.")).check(z.int(words("An action is named by its number."))),
});

export const listBulkRows = endpoint({
  method: "GET",
  path: "/rest/bulk/:runId/rows",
  summary: "Everybody, or every course, that one's own action is about, with what it does or did to them.",
  params,
  query: listQuery(bulkRows),
  response: listPage(BulkRow),
});

export const runBulk = endpoint({
  method: "POST",
  path: "/rest/bulk/:runId/run",
  summary:
    "Does what the preview said: at once for up to 50 people or courses, as a job for more. Answers the job, which can be undone for seven days.",
  params,
  response: z.object({
    jobId: z.int(),
    /** null while the job has not ended. done: how many were changed; notDone: how many were not any more as the preview said. */
    result: z.nullable(z.object({ done: z.int(), notDone: z.int() })),
  }),
});

/** The most lines of a pasted list, and the most characters. */
export const mostLines = 20_000;
const mostText = 4 * 1024 ** 2;

export const keepList = endpoint({
  method: "POST",
  path: "/rest/bulk/lists",
  summary:
    "Keeps a pasted list of people for a day, so that an action can be about more of them than a request can name. A line is an e-mail address, an external id or the part of an address before the @.",
  body: z.object({
    text: z.string(words("Paste at least one line.")).check(
      z.maxLength(mostText, words("This is too much to paste.")),
      z.refine((text) => text.trim() !== "", words("Paste at least one line.")),
    ),
  }),
  response: z.object({
    id: z.int(),
    /** People found; lines that name somebody again; that name nobody whom the person asking reaches; that fit several people. */
    found: z.int(),
    twice: z.int(),
    unknown: z.int(),
    several: z.int(),
    /** The first of the lines that name nobody, or several. */
    left: z.array(z.object({ line: z.int(), words: z.string(), fate: z.enum(["unknown", "several"]) })),
  }),
});
export type KeptList = z.infer<typeof keepList.response>;
