import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { fakeLogin } from "#features/portal/contract.ts";
import { call, CallError } from "#platform/call.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import * as api from "../contract.ts";
import * as reviews from "../review-contract.ts";
import * as shares from "../sharing-contract.ts";

/** A course as those who make or review it see it. */
export const previewQuery = (courseId: number, shows: api.ShownDocument, language?: string) =>
  queryOptions<Result<typeof api.openPreview>, CallError>({
    queryKey: ["previewed-course", courseId, shows, language],
    queryFn: ({ signal }) =>
      call(api.openPreview, { params: { courseId }, query: { shows, ...(language !== undefined && { language }) } }, { signal }),
  });

/** All comments on a course. */
export const commentsQuery = (courseId: number) =>
  queryOptions<Result<typeof reviews.listComments>, CallError>({
    queryKey: ["review-comments", courseId],
    queryFn: ({ signal }) => call(reviews.listComments, { params: { courseId } }, { signal }),
  });

/** With whom a course is shared. */
export const sharingQuery = (courseId: number) =>
  queryOptions<Result<typeof shares.readSharing>, CallError>({
    queryKey: ["course-sharing", courseId],
    queryFn: ({ signal }) => call(shares.readSharing, { params: { courseId } }, { signal }),
  });

/** Members who may be named as reviewers; asks nothing for less than two letters. */
export const candidatesQuery = (courseId: number, q: string) =>
  queryOptions({
    queryKey: ["reviewer-candidates", courseId, q],
    queryFn: ({ signal }) => call(shares.findCandidates, { params: { courseId }, query: { q } }, { signal }),
    enabled: q.trim().length >= 2,
  });

/** Sends a change, and asks the queries of comments or of sharing again. */
function useChange<Input>(send: (input: Input) => Promise<unknown>, key: readonly unknown[]) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}

/** What can be done with the comments of a course. */
export function useCommenting(courseId: number) {
  const { queryKey } = commentsQuery(courseId);
  const of = (commentId: number) => ({ params: { courseId, commentId } });
  return {
    add: useChange((body: Parsed<typeof reviews.addComment>["body"]) => call(reviews.addComment, { params: { courseId }, body }), queryKey),
    edit: useChange(({ id, words }: { id: number; words: string }) => call(reviews.editComment, { ...of(id), body: { words } }), queryKey),
    remove: useChange((id: number) => call(reviews.deleteComment, of(id)), queryKey),
    resolve: useChange(
      ({ id, resolved }: { id: number; resolved: boolean }) => call(reviews.resolveComment, { ...of(id), body: { resolved } }),
      queryKey,
    ),
    assign: useChange(
      ({ id, userId }: { id: number; userId: number | null }) => call(reviews.assignComment, { ...of(id), body: { userId } }),
      queryKey,
    ),
  };
}

/** What can be done with reviewers and links of a course. */
export function useSharing(courseId: number) {
  const { queryKey } = sharingQuery(courseId);
  const params = { courseId };
  return {
    addReviewer: useChange((userId: number) => call(shares.addReviewer, { params, body: { userId } }), queryKey),
    removeReviewer: useChange((userId: number) => call(shares.removeReviewer, { params: { courseId, userId } }), queryKey),
    makeLink: useChange((body: Parsed<typeof shares.makeLink>["body"]) => call(shares.makeLink, { params, body }), queryKey),
    revokeLink: useChange((linkId: number) => call(shares.revokeLink, { params: { courseId, linkId } }), queryKey),
  };
}

/** The course of a link that this browser has opened. */
export const externalQuery = (courseId: number) =>
  queryOptions<api.PreviewedCourse, CallError>({
    queryKey: ["external-preview", courseId],
    queryFn: ({ signal }) => call(api.openExternal, { params: { courseId } }, { signal }),
    staleTime: 0,
  });

/** Opens a preview link: as the preview guest, or, for whoever is signed in, as themselves (specification §7 fakeLogin). */
export function useEnterLink(courseId: number, isSignedIn: boolean) {
  return useMutation({
    mutationFn: async (secret: { token: string; passcode: string | null }) => {
      if (!isSignedIn) {
        try {
          return await call(fakeLogin, { body: { courseId, ...secret } });
        } catch (error) {
          // Signed in meanwhile, in another window.
          if (!(error instanceof CallError) || error.code !== "signed_in") throw error;
        }
      }
      return call(api.openLink, { params: { courseId }, body: secret });
    },
  });
}
