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
/** Puts a file that was replaced back in its place. */
export function usePutBack(courseId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ replaced: { fileId, width, height, seconds }, file }: Replaced) =>
      call(api.putBack, { params: { courseId, fileId }, body: { insteadOf: file.fileId, width, height, seconds } }),
    onSettled: () => client.invalidateQueries({ queryKey: courseFilesQuery(courseId).queryKey }),
  });
}
/** What replacing a file gave: the file, and the one before. */
export type Replaced = Required<Pick<api.FileReply, "replaced" | "file">>;
/** Gives a course a file of another one, or one that belongs to none. */
export const useTakeFile = (courseId: number) => useChange(courseId, (params) => call(api.takeFile, { params }));
