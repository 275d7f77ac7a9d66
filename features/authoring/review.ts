import type { CourseTeam, ReviewStep } from "./team-contract.ts";

/**
 * What can be done next in the review of a course (EDT-17). Whoever edits it asks for one, and withdraws that while nobody has answered; an admin answers. A portal's
 * only admin may answer their own: nobody else could.
 */
export function nextSteps(review: CourseTeam["review"], { isAdmin }: { readonly isAdmin: boolean }): ReviewStep[] {
  if (review !== "asked") return ["asked"];
  return isAdmin ? ["approved", "returned", "withdrawn"] : ["withdrawn"];
}
