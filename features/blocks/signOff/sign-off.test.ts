import { expect, test } from "vitest";
import type { BlockProgress } from "../block-kind.ts";
import { decided, keptSignOff, signOff, type SignOffDecision } from "./sign-off.ts";

const block = signOff.sample("x");
const now = "2026-11-28T10:00:00.000Z";
const later = "2026-11-28T11:00:00.000Z";
type Kept = ReturnType<typeof keptSignOff>;
const progress = (state: Kept | null): BlockProgress<Kept> => ({ state, submissions: [], isPartDone: false });
const ready = (state: Kept | null, at = now) =>
  signOff.facts.ready(block, { kind: "ready", blockId: block.id }, { ...progress(state), isNewer: true, now: at }).state ?? state;
const decision = (isMet: boolean): SignOffDecision => ({ at: later, isMet, met: isMet ? ["one"] : [], note: "Again.", by: 7 });

test("a learner asks once, and an assessor's no lets them ask again", () => {
  const asked = ready(null);
  expect(asked).toMatchObject({ readyAt: now, decision: null });
  expect(ready(asked, later)).toBe(asked);
  const refused = decided(asked, decision(false));
  expect(refused).toMatchObject({ readyAt: null, decision: { isMet: false } });
  expect(ready(refused, later)).toMatchObject({ readyAt: later, decision: { isMet: false } });
});

test("what is signed stays signed, whatever comes after", () => {
  const signed = decided(null, decision(true));
  expect(signed).not.toBeNull();
  expect(decided(signed, decision(false))).toBeNull();
  expect(ready(signed, later)).toBe(signed);
});

test.each([
  ["nothing yet", null, false],
  ["asked", ready(null), false],
  ["not yet", decided(null, decision(false)), false],
  ["signed", decided(null, decision(true)), true],
])("%s: done %s", (_, state, isDone) => {
  expect(signOff.isDone(block, { signedOff: true }, progress(state))).toBe(isDone);
  expect(signOff.isDone(block, {}, progress(state))).toBeNull();
});

test("its learner is not told who the assessor is by a number", () => {
  expect(JSON.stringify(signOff.shownState(block, progress(decided(null, decision(true)))))).not.toMatch(/"by"|7/);
});
