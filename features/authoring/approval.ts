import * as z from "zod/mini";

/** Whether the draft of a course is approved (EDT-17). none: nobody was asked. changed: it was changed since it was approved. */
export const Approval = z.object({
  state: z.enum(["none", "asked", "approved", "returned", "changed"]),
  /** Whether the portal publishes only what is approved. */
  isRequired: z.boolean(),
});
export type Approval = z.infer<typeof Approval>;

/** Whether publishing the draft has to be confirmed: somebody was asked about it, and it is not approved as it is. */
export const asksConfirmation = ({ state }: Approval): boolean => state !== "none" && state !== "approved";
