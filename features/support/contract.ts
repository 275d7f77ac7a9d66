import * as z from "zod/mini";
import { LoggedCalls } from "#features/scorm/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { linkAddress } from "#platform/link-address.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { topics } from "./topics.ts";

// The part of whoever asks (HELP-3); that of whoever answers is in staff-contract.ts. No files are taken.

/** open: nobody has answered what was written last. */
export const questionStates = ["open", "answered", "closed"] as const;
export type QuestionState = (typeof questionStates)[number];

/** The most characters of a question, and of each message after it. */
export const longestText = 4000;
/** How often somebody writes in an hour at most, questions and messages together. */
export const mostAnHour = 10;
/** How many of somebody's last jobs go with a question at most. */
export const mostJobs = 5;
/** The most characters of an address, and of what is said of a browser. */
export const longestFact = 500;
export const longestFindings = 1000;
/** The most calls of a package that go with a question, and the most bytes of them. */
export const mostCalls = { calls: 200, bytes: 64 * 1024 };

const Words = z
  .string()
  .check(z.trim(), z.minLength(1, words("Write your question.")), z.maxLength(longestText, words("Use at most {maximum} characters.")));
const Message = z.object({ words: Words });

/** An address of the portal's own, from the slash after /v on; null for any other. */
export const ownAddress = (typed: string): string | null => {
  const path = typed.startsWith("/") && typed.length <= longestFact ? linkAddress(typed) : null;
  return path !== null && path.startsWith("/") && path.length <= longestFact ? path : null;
};

/** What somebody asks, and what goes with it because they said so. */
export const AskedQuestion = z.object({
  topic: z.enum(topics, words("Choose what it is about.")),
  words: Words,
  page: z.nullable(z.string().check(z.refine((typed) => ownAddress(typed) !== null, words("This is no address of this portal.")))),
  browser: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(longestFact))),
  /** What "Check my computer" found, a line each. */
  findings: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(longestFindings))),
  jobIds: z.array(z.int().check(z.positive())).check(z.maxLength(mostJobs)),
  /** The calls that lastCallsIn gave, by its attempt and newest batch: the portal reads them itself. */
  calls: z.nullable(z.object({ attemptId: z.int(), upTo: z.int() })),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

const row = {
  id: z.int(),
  topic: z.enum(topics),
  state: z.enum(questionStates),
  /** How it begins. */
  begins: z.string(),
  askedAt: z.string(),
  changedAt: z.string(),
};
export const QuestionRow = z.object(row);
export type QuestionRow = z.infer<typeof QuestionRow>;

/** Calls of a package of one's own attempt at a SCORM course, newest batch first. */
export const SentCalls = z.object({ courseTitle: z.string(), batches: z.array(LoggedCalls) });
export type SentCalls = z.infer<typeof SentCalls>;

const { begins: _begins, ...facts } = row;
export const Question = z.object({
  ...facts,
  page: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  findings: z.nullable(z.string()),
  jobIds: z.array(z.int()),
  calls: z.nullable(SentCalls),
  /** The question and what was written since, in its order. */
  messages: z.array(
    z.object({
      id: z.int(),
      isAnswer: z.boolean(),
      /** Who wrote it; null where the name is for nobody. */
      by: z.nullable(z.string()),
      words: z.string(),
      writtenAt: z.string(),
    }),
  ),
});
export type Question = z.infer<typeof Question>;

export const myQuestionList = listOf({ sorts: ["-changed"], sort: "-changed", filters: { state: oneOf(questionStates) }, pageSize: 25 });

export const askQuestion = endpoint({
  method: "POST",
  path: "/rest/help/questions",
  // HELP-3
  summary:
    "Asks the people who run the portal for help. Kept with it is what the body names and nothing else; of the jobs and calls, one's own.",
  body: AskedQuestion,
  response: Question,
});

export const listMyQuestions = endpoint({
  method: "GET",
  path: "/rest/help/questions",
  summary: "The questions that the person asking has asked, what changed last first.",
  query: listQuery(myQuestionList),
  response: listPage(QuestionRow),
});

export const lastCallsIn = endpoint({
  method: "GET",
  path: "/rest/help/calls",
  summary:
    "The last calls of the package in one's own newest attempt at a SCORM course, as they may go with a question; null where there are none.",
  query: z.object({ courseId: z.coerce.number().check(z.int(), z.positive()) }),
  response: z.object({ log: z.nullable(z.extend(SentCalls, { attemptId: z.int(), upTo: z.int() })) }),
});

const params = z.object({ questionId: z.coerce.number().check(z.int(), z.positive()) });
export const getMyQuestion = endpoint({
  method: "GET",
  path: "/rest/help/questions/:questionId",
  summary: "One question of one's own with all that was written about it.",
  params,
  response: Question,
});

export const writeAgain = endpoint({
  method: "POST",
  path: "/rest/help/questions/:questionId/messages",
  summary: "Adds a message to a question of one's own, which is open again by it.",
  params,
  body: Message,
  response: Question,
});

export const closeMyQuestion = endpoint({
  method: "POST",
  path: "/rest/help/questions/:questionId/close",
  summary: "Closes a question of one's own. Harmless when repeated.",
  params,
  response: Question,
});
