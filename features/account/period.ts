import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { isTimeZone } from "./policy.ts";

/** Whether this is a day that a calendar has, with a time that a clock shows. What is no date counts as the first one, which is another. */
const exists = (local: string) =>
  /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(local) && new Date(Date.parse(`${local}Z`) || 0).toJSON().startsWith(local);
/** What the clocks of a zone show, as 2026-12-01T08:00. */
export const localTime = z.string().check(z.refine(exists, words("Write a day and a time.")));
const aLocalTime = z.nullable(localTime);
/** From when until when something is shown: what the clocks of a zone show, as 2026-12-01T08:00; null for an open end. */
export const period = {
  startsAt: aLocalTime,
  endsAt: aLocalTime,
  timeZone: z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
};
export type Period = { readonly [Name in keyof typeof period]: z.infer<(typeof period)[Name]> };
