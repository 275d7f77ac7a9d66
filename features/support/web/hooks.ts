import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/** The subject of all queries about questions. */
export const questionSubject = "questions";
const meta = shows(questionSubject);

/** One page of one's own questions; the previous page stays on screen while the next one loads. */
export const myQuestionsQuery = (query: Input<typeof api.listMyQuestions>["query"]) =>
  queryOptions({
    queryKey: ["questions", "mine", query],
    queryFn: ({ signal }) => call(api.listMyQuestions, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** One question of one's own. */
export const myQuestionQuery = (questionId: number) =>
  queryOptions({
    queryKey: ["questions", "own", questionId],
    queryFn: ({ signal }) => call(api.getMyQuestion, { params: { questionId } }, { signal }),
    meta,
  });

/** The calls of a course that may go with a question. Asked for once: what is sent is what was shown. */
export const lastCallsQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["questions", "calls", courseId],
    queryFn: ({ signal }) => call(api.lastCallsIn, { query: { courseId } }, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

function useQuestionChange<Asked>(mutationFn: (asked: Asked) => Promise<api.Question>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (question) => client.setQueryData(myQuestionQuery(question.id).queryKey, question),
    onSettled: () => refetchWhatShows(client, questionSubject),
  });
}

/** Asks for help. */
export const useAsk = () => useQuestionChange((body: Input<typeof api.askQuestion>["body"]) => call(api.askQuestion, { body }));
/** Writes again about a question of one's own. */
export const useWriteAgain = (questionId: number) =>
  useQuestionChange((words: string) => call(api.writeAgain, { params: { questionId }, body: { words } }));
/** Closes a question of one's own. */
export const useCloseMine = (questionId: number) => useQuestionChange(() => call(api.closeMyQuestion, { params: { questionId } }));
