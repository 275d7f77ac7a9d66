import { isCombined, type Condition } from "./condition.ts";
import { mostIds } from "./condition-kind.ts";

/** What an audience comes to: groups or a course where its condition is exactly that, else a condition. */
export type Quick =
  | { readonly level: "everybody" | "condition" }
  | { readonly level: "groups"; readonly groupIds: readonly number[] }
  | { readonly level: "course"; readonly courseId: number };

/** The choice that an audience is; null: everybody. Any of some groups is the same as one test of all of them, as far as one test names so many. */
export function quickOf(audience: Condition | null): Quick {
  if (audience === null) return { level: "everybody" };
  const parts = !isCombined(audience)
    ? [audience]
    : audience.kind === "any" || (audience.kind === "all" && audience.of.length === 1)
      ? audience.of
      : [];
  const groups = parts.flatMap((part) => (part.kind === "group" ? [part.groupIds] : []));
  const groupIds = [...new Set(groups.flat())];
  if (groups.length > 0 && groups.length === parts.length && groupIds.length <= mostIds) return { level: "groups", groupIds };
  const [only, ...others] = parts;
  if (only?.kind !== "enrolment" || others.length > 0 || only.test !== "enrolled") return { level: "condition" };
  const [courseId, ...more] = only.courseIds;
  return courseId === undefined || more.length > 0 ? { level: "condition" } : { level: "course", courseId };
}
