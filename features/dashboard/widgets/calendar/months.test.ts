import { expect, test } from "vitest";
import { addMonths, dayOf, firstDayIn, weeksOf } from "./months.ts";

test("a month stands in weeks of seven days, from Monday or Sunday on", () => {
  const november = weeksOf("2026-11", 1);
  expect(november.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(november[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(november.at(-1)?.[0]).toBe("2026-11-30");
  expect(weeksOf("2026-11", 7)[0]?.[0]).toBe("2026-11-01");
  expect(weeksOf("2027-02", 1)).toHaveLength(4);
  expect(weeksOf("2028-02", 1).flat().filter(Boolean)).toHaveLength(29);
});

test("an instant is on the day that it is where the person is", () => {
  expect(dayOf("2026-11-30T23:30:00Z", "Europe/Berlin")).toBe("2026-12-01");
  expect(dayOf("2026-11-30T23:30:00Z", "America/New_York")).toBe("2026-11-30");
});

test("months go on over the end of a year", () => {
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
});

test("weeks begin as they do in a language's country", () => {
  expect([firstDayIn("de"), firstDayIn("en")]).toEqual([1, 7]);
});
