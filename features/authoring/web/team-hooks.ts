import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../team-contract.ts";

/** Who edits a course, and its reviews. */
export const teamQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["authoring", "team", courseId],
    queryFn: ({ signal }) => call(api.readTeam, { params: { courseId } }, { signal }),
  });

/** People who could edit a course too, by a part of their name or address. */
export const authorsQuery = (courseId: number, q: string) =>
  queryOptions({
    queryKey: ["authoring", "authors", courseId, q],
    queryFn: ({ signal }) => call(api.findCoAuthors, { params: { courseId }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Courses that a course could ask for first, by words. */
export const requirableQuery = (courseId: number, q: string) =>
  queryOptions({
    queryKey: ["authoring", "requirable", courseId, q],
    queryFn: ({ signal }) => call(api.findRequirable, { params: { courseId }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What the condition of a course can be about. */
export const startChoicesQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["authoring", "choices", String(courseId)],
    queryFn: ({ signal }) => call(api.listStartChoices, { params: { courseId } }, { signal }),
  });

/** Says who edits a course besides its owner. */
export const saveCoAuthors = (courseId: number, userIds: number[]) => call(api.saveCoAuthors, { params: { courseId }, body: { userIds } });

/** Gives a course to one of its co-authors. */
export const handOver = (courseId: number, to: number, from: number | null) =>
  call(api.handOver, { params: { courseId }, body: { userId: to, from } });

/** Where a course stands in its review, for whoever may approve it. */
export const reviewQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["authoring", "review", courseId],
    queryFn: ({ signal }) => call(api.readReview, { params: { courseId } }, { signal }),
  });

/** Takes a step of the review; an answer is about the draft with this mark. */
export const takeReviewStep = (courseId: number, step: api.ReviewStep, comment: string, draft: string): Promise<api.CourseReview> =>
  api.isAnswer(step)
    ? call(api.answerReview, { params: { courseId }, body: { step, comment, draft } })
    : call(api.takeReviewStep, { params: { courseId }, body: { step, comment } });
