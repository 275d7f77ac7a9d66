import { expect, test } from "vitest";
import { optionNamed } from "#features/fields/option-names.ts";
import { guessPlan } from "./guess-plan.ts";
import { cellText, dateStyles } from "./server/reading/cell-text.ts";

// security.md 91: cells as long as a record may be, made so that an expression which goes back would take minutes. Each of these did.
const many = 1_000_000;

test("security.md 91: a column of points is no address", () => {
  const known = { targets: [], remembered: new Map(), subject: "people", dateOrder: "dmy" } as unknown as Parameters<typeof guessPlan>[2];
  expect(guessPlan(["x"], [[`a@${".".repeat(many)}@`]], known).columns).toEqual([null]);
});

test("security.md 91: a name of a list after a million blanks is looked up", () => {
  const definition = { options: [{ id: 7, name: "North", parentId: null, mergedInto: null, formerNames: [], isRetired: false }] };
  expect(optionNamed(`${" ".repeat(many)}x`, definition as unknown as Parameters<typeof optionNamed>[1])).not.toBe(7);
});

test("security.md 91: a format of open brackets is a number", () => {
  const styles = dateStyles([200], new Map([[200, "[".repeat(many)]]), false);
  expect([styles.kinds, cellText("n", "5", 0, { at: () => "" }, styles)]).toEqual([["number"], "5"]);
});
