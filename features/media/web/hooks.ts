import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";

/** The files of a course. */
export const courseFilesQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["course-files", courseId],
    queryFn: ({ signal }) => call(api.listFiles, { params: { courseId } }, { signal }),
    staleTime: 0,
  });

/** A change of a course's files by one of them; the list is fetched again. */
function useChange(courseId: number, change: (params: { courseId: number; fileId: number }) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: number) => change({ courseId, fileId }),
    onSettled: () => client.invalidateQueries({ queryKey: courseFilesQuery(courseId).queryKey }),
  });
}

/** Takes a file out of a course's list. */
export const useRemoveFile = (courseId: number) => useChange(courseId, (params) => call(api.removeFile, { params }));
/** Gives a course a file of another one, or one that belongs to none. */
export const useTakeFile = (courseId: number) => useChange(courseId, (params) => call(api.takeFile, { params }));
