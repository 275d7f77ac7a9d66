import type { CourseTeam, ReviewStep } from "./team-contract.ts";

/**
 * What can be done next in the review of a course (EDT-17). Whoever edits it asks for one, and withdraws that while nobody has answered; whoever may approve courses
 * answers. Somebody who may do both may answer their own: a portal may have nobody else who could.
 */
export function nextSteps(
  review: CourseTeam["review"],
  { asks, approves }: { readonly asks: boolean; readonly approves: boolean },
): ReviewStep[] {
  if (review !== "asked") return asks ? ["asked"] : [];
  return [...(approves ? (["approved", "returned"] as const) : []), ...(asks ? (["withdrawn"] as const) : [])];
}
