import { rule, type Actor } from "#platform/actor.ts";
import { mayEdit } from "#features/courses/policy.ts";
import { may } from "#features/portal/permissions.ts";

/** Looking at courses before they are learnt, and commenting on them. Which courses somebody reaches, `mayPreview` decides. */
export const previews = rule("signed in: courses one makes or reviews", () => true);

/** The facts of a course by which it is decided who may preview it. */
export interface PreviewedCourse {
  readonly createdBy: number | null;
  readonly coAuthors: readonly number[];
  /** Whether the person asking is named as a reviewer. */
  readonly isReviewer: boolean;
  /** Whether its authors asked for a review, or had an answer (EDT-17). */
  readonly isUnderReview: boolean;
}

/** Ring two: whether somebody makes this course: one of its authors, or an admin of the portal. */
export function makes(actor: Actor, course: Pick<PreviewedCourse, "createdBy" | "coAuthors">): boolean {
  const see = may("see-courses");
  return see.allows(actor) && mayEdit(see.as?.(actor) ?? actor, course);
}

/** Ring two: whether somebody answers the review of this course. */
export const approves = (actor: Actor, course: PreviewedCourse): boolean => course.isUnderReview && may("approve-courses").allows(actor);

/** Ring two: preview and review are for those who make a course and its reviewers (decisions.md), and for whoever approves it. */
export const mayPreview = (actor: Actor, course: PreviewedCourse): boolean =>
  makes(actor, course) || course.isReviewer || approves(actor, course);

/**
 * The modes of the course viewer (specification §2), and what each does; answers: to a quiz that is not passed and may be handed in again. Tests
 * compare them with the server and the screens.
 */
export const modes = {
  learn: { number: 1, writesAttempt: true, writesTime: true, needsSignIn: true, showsAnswers: false, showsComments: false },
  preview: { number: 2, writesAttempt: false, writesTime: false, needsSignIn: true, showsAnswers: true, showsComments: false },
  review: { number: 3, writesAttempt: false, writesTime: false, needsSignIn: true, showsAnswers: true, showsComments: true },
  external: { number: 4, writesAttempt: false, writesTime: false, needsSignIn: false, showsAnswers: false, showsComments: false },
} as const;
export type Mode = keyof typeof modes;

/** The most of something in one course. */
export const most = { reviewers: 50, comments: 2000, links: 50, linkDays: 90, words: 4000 } as const;

/** After this many wrong passcodes in a row a link is closed to everybody for some minutes. */
export const passcodeTries = 5;
export const passcodeMinutes = 15;
/** How long a browser may use a link that it has opened, without opening it again. */
export const passMinutes = 30;
