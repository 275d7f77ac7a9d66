import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../../publish-contract.ts";
import { compareTranslations, type Side } from "../../translation-contract.ts";
import { useRenewDraft } from "../hooks.ts";

/** A published version with its document. Its people may still be moved, so it is asked for anew. */
export const versionQuery = (courseId: number, number: number) =>
  queryOptions({
    queryKey: ["editor", "version", courseId, number],
    queryFn: ({ signal }) => call(api.readVersion, { params: { courseId, number } }, { signal }),
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** The draft as it would be published now. */
export const draftContentQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["editor", "draft-content", courseId],
    queryFn: ({ signal }) => call(api.readDraft, { params: { courseId } }, { signal }),
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });

/** What differs in other languages between two versions, or a version and "draft". */
export const textChangesQuery = (courseId: number, from: string, to: string) =>
  queryOptions({
    queryKey: ["editor", "text-changes", courseId, from, to],
    queryFn: ({ signal }) => call(compareTranslations, { params: { courseId }, query: { from: sideOf(from), to: sideOf(to) } }, { signal }),
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
const sideOf = (which: string): Side => (which === "draft" ? which : Number(which));

/** Makes the draft what a version was. */
export function useRestoreVersion(courseId: number) {
  const renew = useRenewDraft(courseId);
  return useMutation({
    mutationFn: ({ number, outlineRevision }: { number: number; outlineRevision: number }) =>
      call(api.restoreVersion, { params: { courseId, number }, body: { outlineRevision } }),
    onSettled: () => void renew(),
  });
}
