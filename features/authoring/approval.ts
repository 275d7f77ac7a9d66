import * as z from "zod/mini";
import type { CourseTeam } from "./team-contract.ts";

/** Whether the draft of a course is approved (EDT-17). none: nobody was asked. changed: it was changed since it was approved. */
export const Approval = z.object({
  state: z.enum(["none", "asked", "approved", "returned", "changed"]),
  /** Whether the portal publishes only what is approved. */
  isRequired: z.boolean(),
});
export type Approval = z.infer<typeof Approval>;

/** The state of a draft, by where its course stands in the review and whether the draft was changed since it was approved. */
export const approvalState = ({ review, hasChanged }: Pick<CourseTeam, "review" | "hasChanged">): Approval["state"] =>
  hasChanged ? "changed" : (review ?? "none");

/** Whether publishing the draft has to be confirmed: somebody was asked about it, and it is not approved as it is. */
export const asksConfirmation = ({ state }: Approval): boolean => state !== "none" && state !== "approved";
