import * as z from "zod/mini";
import { Choices } from "#features/conditions/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

const courseNumber = words("A course is named by its number.");
const params = z.object({
  courseId: z.coerce.number(courseNumber).check(z.int(courseNumber), z.gte(1, courseNumber), z.lte(2 ** 52, courseNumber)),
});
const search = z.object({ q: z.optional(z.string().check(z.maxLength(100))) });
const Person = z.object({ id: z.int(), name: z.string(), email: z.string() });

/** Where a course stands with those who look it over before it is published (EDT-17); null while nobody was asked. */
export const reviewStates = ["asked", "approved", "returned"] as const;
/** What is done in a review: by those who edit the course, and by whoever may approve it. */
const asking = ["asked", "withdrawn"] as const;
const answering = ["approved", "returned"] as const;
export const reviewSteps = [...asking, ...answering] as const;
export type ReviewStep = (typeof reviewSteps)[number];
export const isAnswer = (step: ReviewStep): step is (typeof answering)[number] => answering.some((one) => one === step);

export const CourseTeam = z.object({
  owner: z.nullable(Person),
  coAuthors: z.array(Person),
  /** Whether the person asking says who else edits the course. */
  mayShare: z.boolean(),
  review: z.nullable(z.enum(reviewStates)),
  /** What the person asking can do next in the review. */
  nextSteps: z.array(z.enum(reviewSteps)),
  /** Whether the draft was changed since it was approved. */
  hasChanged: z.boolean(),
  /** A mark of what the draft says now. */
  draft: z.string(),
  /** Newest first. */
  steps: z.array(z.object({ id: z.int(), step: z.enum(reviewSteps), comment: z.string(), by: z.nullable(z.string()), at: z.string() })),
});
export type CourseTeam = z.infer<typeof CourseTeam>;

const { review, nextSteps, hasChanged, draft, steps } = CourseTeam.shape;
export const CourseReview = z.object({ review, nextSteps, hasChanged, draft, steps });
export type CourseReview = z.infer<typeof CourseReview>;
const comment = z.string().check(z.trim(), z.maxLength(2000, words("Use at most {maximum} characters.")));

export const readTeam = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/team",
  summary: "Who edits a course of any type, and where it stands with those who look it over.",
  params,
  response: CourseTeam,
});

export const saveCoAuthors = endpoint({
  method: "PUT",
  path: "/rest/editor/courses/:courseId/coauthors",
  summary: "Says who edits a course besides its owner; for the owner and admins.",
  params,
  body: z.object({ userIds: z.array(z.int()).check(z.maxLength(20, words("Choose at most {maximum} co-authors."))) }),
  response: CourseTeam,
});

export const handOver = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/owner",
  summary:
    "Gives a course to one of its co-authors, for the owner and admins; whoever owned it is a co-author from then on. 409 where somebody else owns it by now.",
  params,
  body: z.object({
    userId: z.int(),
    /** Whose it was on the screen. */
    from: z.nullable(z.int()),
  }),
  response: CourseTeam,
});

export const takeReviewStep = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/review",
  summary: "Asks for a review of a course, or withdraws that while nobody has answered. 409 for a step that is not next.",
  params,
  body: z.object({ step: z.enum(asking), comment }),
  response: CourseReview,
});

export const readReview = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/review",
  summary: "Where a course stands in its review, for whoever may approve courses: one that was ever asked about.",
  params,
  response: CourseReview,
});

export const answerReview = endpoint({
  method: "POST",
  path: "/rest/editor/courses/:courseId/review/answer",
  summary:
    "Approves a course that was asked about, or gives it back with a comment. 409 while nobody asks, and draft_changed when the draft is not the one that was looked at.",
  params,
  body: z.object({
    step: z.enum(answering),
    comment,
    /** The mark of the draft that was looked at. */
    draft: z.string().check(z.maxLength(64)),
  }),
  response: CourseReview,
});

export const findCoAuthors = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/authors",
  summary: "Authors and admins of the portal who could edit a course, by a part of their name or email address.",
  params,
  query: search,
  response: z.object({ rows: z.array(Person) }),
});

export const findRequirable = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/requirable",
  summary: "Published courses that a course could ask for first, by words of their titles.",
  params,
  query: search,
  response: z.object({ rows: z.array(z.object({ id: z.int(), title: z.string() })) }),
});

export const listStartChoices = endpoint({
  method: "GET",
  path: "/rest/editor/courses/:courseId/choices",
  summary:
    "What the condition of a course can be about, for whoever edits it: as in /rest/conditions/choices, with the fields that they see.",
  params,
  response: Choices,
});
