import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { Ids, type ConditionKind } from "../condition-kind.ts";

/** Somebody in the team of one of some managers: whom their roles of manager reach now (features/roles). */
export const Scope = z.object({ kind: z.literal("scope"), managerIds: Ids.check(z.minLength(1, words("Choose a manager."))) });
export type Scope = z.infer<typeof Scope>;

export const scope: ConditionKind<Scope> = {
  fits: ({ managerIds }, facts) => managerIds.some((id) => facts.managerIds.includes(id)),
  seen: ({ managerIds }, facts) => ({ managerIds: managerIds.filter((id) => facts.managerIds.includes(id)) }),
};
