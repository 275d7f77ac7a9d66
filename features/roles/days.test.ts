import { expect, test } from "vitest";
import { dayOf, startOfDay } from "./web/days.ts";

test.each([
  ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z"],
  ["2026-12-01", "Europe/Berlin", "2026-11-30T23:00:00.000Z"],
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
  ["2026-05-05", "UTC", "2026-05-05T00:00:00.000Z"],
  ["2026-05-05", "Pacific/Kiritimati", "2026-05-04T10:00:00.000Z"],
])("%s begins in %s at %s", (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant);
  expect(dayOf(instant, zone)).toBe(day);
  expect(dayOf(new Date(instant).getTime() - 1, zone)).not.toBe(day);
});
