import { aheadOf } from "#platform/web/clock-ahead.ts";
import type { SheetField } from "../sheet-contract.ts";

// Values as their inputs hold them: a text for most kinds, the ids that are checked for several of a list.
export type Typed = string | string[];

/** What stands in lists for no choice. */
export const noChoice = "none";

/** What the clocks of a zone show at an instant, as 2026-01-31T14:30. */
export const localTime = (instant: string, zone: string) => {
  const at = Date.parse(instant);
  return new Date(at + aheadOf(zone, at)).toISOString().slice(0, 16);
};

/** The instant of a clock time (2026-01-31T14:30) in a zone; the text itself where it is none. */
export function instantOf(local: string, zone: string): string {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return local;
  const guess = wall - aheadOf(zone, wall);
  // Once more, for a clock that is changed in between.
  return new Date(wall - aheadOf(zone, guess)).toISOString();
}

/** The name of a value of a list, with those above it in a hierarchical one. */
export function optionLabel(option: SheetField["options"][number], options: SheetField["options"]): string {
  const names: string[] = [];
  for (let at: typeof option | undefined = option; at && names.length < 20;) {
    names.unshift(at.name);
    const { parentId }: { parentId: number | null } = at;
    at = options.find(({ id }) => id === parentId);
  }
  return names.join(" › ");
}
