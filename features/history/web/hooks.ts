import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import type { HistoryFilters } from "../contract.ts";
import { historyCsvPath, listHistory } from "../contract.ts";

export type HistoryQuery = Input<typeof listHistory>["query"];

/** One page of the person's history; the old one stays on screen while the next is on its way. */
export const historyQuery = (query: HistoryQuery) =>
  queryOptions({
    queryKey: ["history", query],
    queryFn: ({ signal }) => call(listHistory, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Everything the filters select, for the print sheet. */
export const useHistoryToPrint = () =>
  useMutation({ mutationFn: (filters: HistoryFilters) => call(listHistory, { query: { ...filters, rows: "all" } }) });

/** Address of the CSV of what the filters select. */
export function csvAddress(filters: HistoryFilters): string {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([key, value]) => (value === undefined || value === "" ? [] : [[key, String(value)]])),
  );
  return query.size ? `${historyCsvPath}?${query}` : historyCsvPath;
}
