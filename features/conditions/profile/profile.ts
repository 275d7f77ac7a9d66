import * as z from "zod/mini";
import { folded } from "#platform/folded.ts";
import { Text, type ConditionKind } from "../condition-kind.ts";
import type { Facts } from "../facts.ts";
import { textFits, textTests } from "../text-test.ts";

export const profileParts = ["name", "givenName", "familyName", "email"] as const;
/** A test of somebody's name or e-mail address. */
export const Profile = z.object({ kind: z.literal("profile"), of: z.enum(profileParts), test: z.enum(textTests), text: Text });
export type Profile = z.infer<typeof Profile>;

const partOf = ({ of }: Profile, facts: Facts) => (of === "name" ? `${facts.givenName} ${facts.familyName}` : facts[of]);

export const profile: ConditionKind<Profile> = {
  fits: (test, facts) => textFits(test, folded(partOf(test, facts))),
  seen: (test, facts) => ({ texts: [partOf(test, facts).trim()] }),
};
