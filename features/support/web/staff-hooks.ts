import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../staff-contract.ts";
import { questionSubject } from "./hooks.ts";

const meta = shows(questionSubject);

/** One page of what people ask; the previous page stays on screen while the next one loads. */
export const questionsQuery = (query: Input<typeof api.listQuestions>["query"]) =>
  queryOptions({
    queryKey: ["questions", "list", query],
    queryFn: ({ signal }) => call(api.listQuestions, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** One question, for whoever answers. */
export const questionQuery = (questionId: number) =>
  queryOptions({
    queryKey: ["questions", "one", questionId],
    queryFn: ({ signal }) => call(api.getQuestion, { params: { questionId } }, { signal }),
    meta,
  });

function useQuestionChange<Asked>(mutationFn: (asked: Asked) => Promise<api.Asked>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (question) => client.setQueryData(questionQuery(question.id).queryKey, question),
    onSettled: () => refetchWhatShows(client, questionSubject),
  });
}

/** Answers a question. */
export const useAnswer = (questionId: number) =>
  useQuestionChange((words: string) => call(api.answerQuestion, { params: { questionId }, body: { words } }));
/** Closes a question, or opens it again. */
export const useSetState = (questionId: number) =>
  useQuestionChange((state: api.SettableState) => call(api.setQuestionState, { params: { questionId }, body: { state } }));
