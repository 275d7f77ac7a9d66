import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { call, postFile } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { useOptimisticChange } from "#platform/web/use-optimistic-change.ts";
import * as api from "../contract.ts";
import * as shared from "../shared-contract.ts";
import { moved } from "../tree.ts";

/** The categories of the portal as a tree, and those removed lately. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call(api.listCategories, undefined, { signal }),
});

/** What removing a category would move into another one. */
export const removalQuery = (id: number, into: number | null) =>
  queryOptions({
    queryKey: ["category-removal", id, into],
    queryFn: ({ signal }) => call(api.previewRemoval, { params: { categoryId: id }, query: into === null ? {} : { into } }, { signal }),
    staleTime: 0,
  });

const refetch = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: categoriesQuery.queryKey }), refetchWhatShows(client, courseSubject)]);

/** A change of the tree: it is fetched again, and so is what shows courses with their categories. */
function useChange<Of, Done>(mutationFn: (of: Of) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetch(client) });
}

export const useCreateCategory = () => useChange((body: Input<typeof api.createCategory>["body"]) => call(api.createCategory, { body }));
export const useSaveCategory = () => useChange((of: Input<typeof api.saveCategory>) => call(api.saveCategory, of));
export const useRemoveCategory = () => useChange((of: Input<typeof api.removeCategory>) => call(api.removeCategory, of));
export const useRemovePicture = () => useChange((id: number) => call(api.removePicture, { params: { categoryId: id } }));
/** How long an upload may take, in ms. */
const uploadMs = 120_000;
export const useTakePicture = () =>
  useChange(({ id, file }: { id: number; file: Blob }) => postFile(api.picturePath.replace(":categoryId", String(id)), file, uploadMs));
export const useShareCategory = () => useChange((of: Input<typeof shared.shareCategory>) => call(shared.shareCategory, of));
export const useTakeCategory = () =>
  useChange(({ sharedId, parentId }: { sharedId: number; parentId: number | null }) =>
    call(shared.takeCategory, { params: { sharedId }, body: { parentId } }),
  );
export const useLeaveCategory = () => useChange((id: number) => call(shared.leaveCategory, { params: { categoryId: id } }));
export const useRestoreCategory = () => useChange((id: number) => call(api.restoreCategory, { params: { categoryId: id } }));

/** Moves a category, shown at once; the server's tree comes back if it refuses. */
export function useMoveCategory() {
  const client = useQueryClient();
  const { queryKey } = categoriesQuery;
  return useOptimisticChange({
    queryKey,
    send: ({ id, ...body }: api.Place & { id: number }) => call(api.moveCategory, { params: { categoryId: id }, body }),
    show: ({ id, ...place }) => client.setQueryData(queryKey, (now) => now && { ...now, rows: moved(now.rows, id, place) }),
    refetch: () => refetch(client),
  });
}
