import { everybody, isCombined, type Combined, type Condition } from "#features/conditions/condition.ts";
import { quickOf } from "#features/conditions/quick.ts";
import type { AudienceLevel } from "./contract.ts";

// For whom an announcement is, as people choose it (ANN-3). Groups and a course are quick ways to write a condition: nothing else is stored.

/** An audience as it is put together. What was chosen on a level is kept while another one is chosen. */
export interface Chosen {
  readonly level: AudienceLevel;
  readonly groupIds: readonly number[];
  readonly courseId: number | null;
  readonly condition: Combined;
}

/** What is stored, as what is put together. */
export function chosenFrom(audience: Condition | null): Chosen {
  const quick = quickOf(audience);
  return {
    level: quick.level,
    groupIds: quick.level === "groups" ? quick.groupIds : [],
    courseId: quick.level === "course" ? quick.courseId : null,
    condition: audience === null ? everybody : isCombined(audience) ? audience : { kind: "all", of: [audience] },
  };
}

/**
 * The condition of what is put together; null for everybody. It may still lack its groups, course or tests: `isEmpty` tells. before: what is stored, which stays as it
 * is written where groups or course are the same.
 */
export function audienceOf({ level, groupIds, courseId, condition }: Chosen, before: Condition | null = null): Condition | null {
  if (level === "everybody") return null;
  if (level === "condition") return condition;
  const written: Condition =
    level === "groups"
      ? { kind: "group", groupIds: [...groupIds] }
      : { kind: "enrolment", test: "enrolled", courseIds: courseId === null ? [] : [courseId] };
  return JSON.stringify(quickOf(before)) === JSON.stringify(quickOf(written)) ? before : written;
}

/** Whether it is for some people, and nothing says yet for whom. */
export const isEmpty = ({ level, groupIds, courseId, condition }: Chosen): boolean =>
  ({ everybody: false, groups: groupIds.length === 0, course: courseId === null, condition: condition.of.length === 0 })[level];

/** The same on another level. A condition begins as what the quick choice wrote, unless it says more than such a choice can. */
export function onLevel(chosen: Chosen, level: AudienceLevel): Chosen {
  const next = { ...chosen, level };
  const isOwn = chosen.condition.of.length > 0 && quickOf(chosen.condition).level === "condition";
  if (level !== "condition" || isOwn || isEmpty(chosen)) return next;
  // One row for each group, as the builder shows them.
  if (chosen.level === "groups")
    return { ...next, condition: { kind: "any", of: chosen.groupIds.map((id) => ({ kind: "group", groupIds: [id] })) } };
  const written = chosen.level === "course" ? audienceOf(chosen) : null;
  return written ? { ...next, condition: { kind: "all", of: [written] } } : next;
}
