import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import type { ConditionKind } from "../condition-kind.ts";
import { spellingsOf } from "./zone-spellings.ts";

/** A name only, since which zones there are changes with the years and must not make a stored condition unreadable; one that is none fits nobody. */
const ZoneName = z.string().check(z.minLength(1), z.maxLength(64));
/** Somebody who has chosen one of some time zones by their IANA names; null: none, and reads times in that of the portal. */
export const TimeZone = z.object({
  kind: z.literal("timeZone"),
  zones: z.nullable(
    z.array(ZoneName).check(z.minLength(1, words("Choose a time zone.")), z.maxLength(50, words("Choose at most {maximum}."))),
  ),
});
export type TimeZone = z.infer<typeof TimeZone>;

export const timeZone: ConditionKind<TimeZone> = {
  fits: ({ zones }, { timeZone: chosen }) =>
    zones === null || chosen === null ? zones === chosen : spellingsOf(zones).includes(chosen.toLowerCase()),
  seen: (_, { timeZone: chosen }) => ({ timeZone: chosen }),
};
