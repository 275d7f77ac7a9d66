import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import { listHistory } from "../contract.ts";

type HistoryRequest = Input<typeof listHistory>["query"];

/** One page of the person's history; the previous page stays on screen while the next one loads. */
export const historyQuery = (query: HistoryRequest) =>
  queryOptions({
    queryKey: ["history", query],
    queryFn: ({ signal }) => call(listHistory, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(standingSubject),
  });

/** All rows that match a request, for the print sheet. */
export const useHistoryToPrint = () =>
  useMutation({ mutationFn: (query: HistoryRequest) => call(listHistory, { query: { ...query, page: 1, rows: "all" } }) });
