import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { Ids, type ConditionKind } from "../condition-kind.ts";

/** Somebody who is in one of some groups now, also through nested ones. */
export const Group = z.object({ kind: z.literal("group"), groupIds: Ids.check(z.minLength(1, words("Choose a group."))) });
export type Group = z.infer<typeof Group>;

export const group: ConditionKind<Group> = {
  fits: ({ groupIds }, facts) => groupIds.some((id) => facts.groupIds.includes(id)),
  seen: (_, facts) => ({ groupIds: [...facts.groupIds] }),
};
