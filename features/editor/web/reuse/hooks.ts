import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Block } from "#features/blocks/kinds.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../../reusable-contract.ts";

/** The subject "reusable blocks of the portal" (platform/web/query-subjects.ts). */
const reusableSubject = "reusable-blocks";

type ListQuery = NonNullable<Input<typeof api.listReusable>["query"]>;

/** A page of the portal's reusable blocks. */
export const reusableListQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ["reusable", "list", query],
    queryFn: ({ signal }) => call(api.listReusable, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: shows(reusableSubject),
  });

/** A reusable block with its content. */
export const reusableQuery = (reusableId: number) =>
  queryOptions({
    queryKey: ["reusable", "one", reusableId],
    queryFn: ({ signal }) => call(api.readReusable, { params: { reusableId } }, { signal }),
    meta: shows(reusableSubject),
  });

/** A page of the courses that use a reusable block. */
export const usesQuery = (reusableId: number, query: NonNullable<Input<typeof api.listUses>["query"]>) =>
  queryOptions({
    queryKey: ["reusable", "uses", reusableId, query],
    queryFn: ({ signal }) => call(api.listUses, { params: { reusableId }, query }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

const revisionsQuery = (ids: string) =>
  queryOptions({
    queryKey: ["reusable", "revisions", ids],
    queryFn: ({ signal }) => call(api.readRevisions, { query: { ids } }, { signal }),
    enabled: ids !== "",
    placeholderData: keepPreviousData,
    meta: shows(reusableSubject),
  });

/** What is said of a block that was taken from a reusable one: linked, or newer where that one has changed since; null for any other block. */
export type Mark = "linked" | "newer" | null;

/** Says of each block of a page whether it is linked, and whether there is an update of it. */
export function useMarks(blocks: readonly Block[]): (block: Block) => Mark {
  const ids = [...new Set(blocks.flatMap(({ from }) => from?.reusableId ?? []))].toSorted((a, b) => a - b).join();
  const { data } = useQuery(revisionsQuery(ids));
  return useMemo(() => {
    const newest = new Map(data?.blocks.map((one) => [one.id, one]));
    return ({ from }) => {
      if (!from) return null;
      const known = newest.get(from.reusableId);
      return known && !known.isArchived && known.revision > from.revision ? "newer" : "linked";
    };
  }, [data]);
}

/** Asks again for whatever shows reusable blocks. */
export function useReusableChanged() {
  const client = useQueryClient();
  return useMemo(() => () => void refetchWhatShows(client, reusableSubject), [client]);
}

/** Gives the course a reusable block's files; resolves to its newest content. */
export const useTakeReusable = (courseId: number) =>
  useMutation({ mutationFn: (reusableId: number) => call(api.takeReusable, { params: { courseId, reusableId } }) });

/** Makes a block of the course reusable. */
export function useMakeReusable(courseId: number) {
  const onSuccess = useReusableChanged();
  return useMutation({
    mutationFn: (body: Input<typeof api.makeReusable>["body"]) => call(api.makeReusable, { params: { courseId }, body }),
    onSuccess,
  });
}

/** Saves a block of the course as the new content of a reusable one. Whether it was refused or not, what is shown is asked for again. */
export function useSaveReusable(courseId: number) {
  const onSettled = useReusableChanged();
  return useMutation({
    mutationFn: ({ reusableId, ...body }: Input<typeof api.saveReusable>["body"] & { reusableId: number }) =>
      call(api.saveReusable, { params: { courseId, reusableId }, body }),
    onSettled,
  });
}

/** Renames a reusable block, archives it or offers it again. */
export function useChangeReusable() {
  const onSettled = useReusableChanged();
  return useMutation({
    mutationFn: ({ reusableId, ...body }: Input<typeof api.changeReusable>["body"] & { reusableId: number }) =>
      call(api.changeReusable, { params: { reusableId }, body }),
    onSettled,
  });
}
