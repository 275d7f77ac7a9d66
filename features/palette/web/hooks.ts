import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";

/** People and courses for what was typed. What fails is told at once: whoever waits for it types on. */
const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["palette", q],
    queryFn: ({ signal }) => call(api.searchAll, { query: { q } }, { signal }),
    retry: false,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });

/** Milliseconds after the last key before the server is asked. */
const pause = 60;

/**
 * What the server finds for a text, once nobody types any more. data: of this text, or of the one before it until then (isOld); none without a text. isSearching:
 * until the answer for just this text is here.
 */
export function useFound(text: string) {
  const q = text.trim();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), q === "" ? 0 : pause);
    return () => clearTimeout(timer);
  }, [q]);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(asked));
  return {
    data: q === "" ? undefined : data,
    isOld: asked !== q || isPlaceholderData,
    isSearching: q !== "" && (asked !== q || isFetching || isPlaceholderData) && !(isError && asked === q && !isFetching),
    hasFailed: q !== "" && asked === q && isError && !isFetching,
    searchAgain: () => void refetch(),
  };
}
