import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { isTimeZone } from "./policy.ts";

const whatTime = words("Write a day and a time.");
/** Whether a calendar has this day, and a clock this time. */
const exists = (local: string) => {
  const at = new Date(`${local}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local);
};
/** What the clocks of a zone show, as 2026-12-01T08:00. */
export const localTime = z
  .string()
  .check(z.regex(/^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/, { ...whatTime, abort: true }), z.refine(exists, whatTime));
const aLocalTime = z.nullable(localTime);
/** From when until when something is shown: what the clocks of a zone show, as 2026-12-01T08:00; null for an open end. */
export const period = {
  startsAt: aLocalTime,
  endsAt: aLocalTime,
  timeZone: z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
};
export type Period = { readonly [Name in keyof typeof period]: z.infer<(typeof period)[Name]> };
