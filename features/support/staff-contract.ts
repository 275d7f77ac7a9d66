import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { closeMyQuestion, Question, QuestionRow, questionStates, writeAgain } from "./contract.ts";
import { topics } from "./topics.ts";

// The part of whoever answers questions (HELP-3).

const asker = { userId: z.int(), name: z.string(), email: z.string() };
export const AskedRow = z.extend(QuestionRow, asker);
export type AskedRow = z.infer<typeof AskedRow>;
export const Asked = z.extend(Question, asker);
export type Asked = z.infer<typeof Asked>;

export const questionList = listOf({
  sorts: bothWays("changed", "asked"),
  sort: "-changed",
  filters: { state: oneOf(questionStates), topic: oneOf(topics) },
  pageSize: 25,
});

export const listQuestions = endpoint({
  method: "GET",
  path: "/rest/support/questions",
  summary:
    "What people of the portal ask, of those whom the person asking reaches. q: words of the question, of the answers, of the name or the email.",
  query: listQuery(questionList),
  response: listPage(AskedRow),
});

const { params } = closeMyQuestion;
export const getQuestion = endpoint({
  method: "GET",
  path: "/rest/support/questions/:questionId",
  summary: "One question with who asked it, what went with it, and all that was written about it.",
  params,
  response: Asked,
});

export const answerQuestion = endpoint({
  method: "POST",
  path: "/rest/support/questions/:questionId/answer",
  summary: "Answers a question. Whoever asked is told.",
  params,
  body: writeAgain.body,
  response: Asked,
});

export const settableStates = ["open", "closed"] as const;
export type SettableState = (typeof settableStates)[number];
export const setQuestionState = endpoint({
  method: "POST",
  path: "/rest/support/questions/:questionId/state",
  summary: "Closes a question, or opens it again. Harmless when repeated.",
  params,
  body: z.object({ state: z.enum(settableStates) }),
  response: Asked,
});
