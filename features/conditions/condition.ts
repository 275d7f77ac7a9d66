import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import type { Seen } from "./condition-kind.ts";
import type { Facts } from "./facts.ts";
import { conditionKinds, tests, type Test } from "./kinds.ts";
import type { Moment } from "./moment.ts";

/** All, at least one, or none of other conditions. Without any, "all" and "none" fit everybody and "any" nobody. */
export interface Combined {
  readonly kind: "all" | "any" | "none";
  readonly of: readonly Condition[];
}
/** Whom something is about, as a document: tests of a person, combined. It is data only; nothing in it is ever part of a statement's text. */
export type Condition = Test | Combined;

/** How many combinations may lie in one another, and how many tests and combinations a document may have. */
export const deepest = 4;
export const largest = 60;

const combinedOf = (inner: z.ZodMiniType) => z.object({ kind: z.enum(["all", "any", "none"]), of: z.array(inner) });
/** One level at a time, so that a document that is too deep is refused without being walked. */
const levelOf = (depth: number): z.ZodMiniType =>
  depth === 0 ? z.discriminatedUnion("kind", tests) : z.discriminatedUnion("kind", [...tests, combinedOf(levelOf(depth - 1))]);

/** The shape of a condition, for contracts and for what is stored. */
export const Condition = (levelOf(deepest) as z.ZodMiniType<Condition>).check(
  z.refine((condition) => sizeOf(condition) <= largest, words("This condition is too large.")),
);

/** Everybody. */
export const everybody: Combined = { kind: "all", of: [] };
/** Nobody. */
export const nobody: Combined = { kind: "any", of: [] };

export const isCombined = (condition: Condition): condition is Combined =>
  condition.kind === "all" || condition.kind === "any" || condition.kind === "none";

/** The number of tests and combinations. */
export const sizeOf = (condition: Condition): number =>
  isCombined(condition) ? condition.of.reduce((sum, one) => sum + sizeOf(one), 1) : 1;

/** The tests of a condition, in their order. */
export const testsIn = (condition: Condition): Test[] => (isCombined(condition) ? condition.of.flatMap(testsIn) : [condition]);

/** A condition from its JSON; undefined for anything else. */
export function readCondition(text: string): Condition | undefined {
  try {
    const read = Condition.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether somebody fits, by the plain rules. The statements of server/compile.ts find the same people. */
export function fits(condition: Condition, facts: Facts, moment: Moment): boolean {
  switch (condition.kind) {
    case "all":
      return condition.of.every((one) => fits(one, facts, moment));
    case "any":
      return condition.of.some((one) => fits(one, facts, moment));
    case "none":
      return !condition.of.some((one) => fits(one, facts, moment));
    default:
      return conditionKinds[condition.kind].fits(condition as never, facts, moment);
  }
}

/** A condition with whether somebody fits each part of it, and what of them each test saw. */
export type Explained = { readonly fits: boolean } & (
  | { readonly kind: Combined["kind"]; readonly of: readonly Explained[] }
  | { readonly kind: "test"; readonly test: Test; readonly seen: Seen }
);

/** Why somebody fits, or does not. */
export function explain(condition: Condition, facts: Facts, moment: Moment): Explained {
  const result = { fits: fits(condition, facts, moment) };
  if (isCombined(condition)) return { ...result, kind: condition.kind, of: condition.of.map((one) => explain(one, facts, moment)) };
  return { ...result, kind: "test", test: condition, seen: conditionKinds[condition.kind].seen(condition as never, facts) };
}
