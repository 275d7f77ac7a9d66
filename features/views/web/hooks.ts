import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../contract.ts";

/** The views of a list. */
export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ["views", list],
    queryFn: ({ signal }) => call(api.listViews, { query: { list } }, { signal }),
  });

/** Keeps, changes, pins, deletes and brings back views of a list. */
export function useViewChanges(list: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: viewsQuery(list).queryKey });
  return {
    create: useMutation({
      mutationFn: (body: Omit<Input<typeof api.createView>["body"], "list">) => call(api.createView, { body: { list, ...body } }),
      onSettled,
    }),
    save: useMutation({
      mutationFn: ({ viewId, ...body }: Input<typeof api.saveView>["body"] & { viewId: number }) =>
        call(api.saveView, { params: { viewId }, body }),
      onSettled,
    }),
    pin: useMutation({
      mutationFn: ({ viewId, isPinned }: { viewId: number; isPinned: boolean }) =>
        call(api.pinView, { params: { viewId }, body: { isPinned } }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (viewId: number) => call(api.deleteView, { params: { viewId } }), onSettled }),
    restore: useMutation({ mutationFn: (viewId: number) => call(api.restoreView, { params: { viewId } }), onSettled }),
  };
}
