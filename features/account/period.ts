import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { isTimeZone } from "./policy.ts";

const aLocalTime = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, words("Write a day and a time."))));
/** From when until when something is shown: what the clocks of a zone show, as 2026-12-01T08:00; null for an open end. */
export const period = {
  startsAt: aLocalTime,
  endsAt: aLocalTime,
  timeZone: z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
};
export type Period = { readonly [Name in keyof typeof period]: z.infer<(typeof period)[Name]> };
