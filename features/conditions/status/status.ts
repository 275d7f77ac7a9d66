import * as z from "zod/mini";
import type { ConditionKind } from "../condition-kind.ts";

/** Whether somebody may come into the portal. */
export const Status = z.object({ kind: z.literal("status"), is: z.enum(["active", "suspended"]) });
export type Status = z.infer<typeof Status>;

export const status: ConditionKind<Status> = {
  fits: ({ is }, facts) => facts.status === is,
  seen: (_, facts) => ({ status: facts.status }),
};
