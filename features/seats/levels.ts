/** At how much of the seats, in per cent, admins are told, the most first (ENV-8). */
export const levels = [100, 95, 80] as const;
export type Level = (typeof levels)[number] | 0;

interface Use {
  readonly used: number;
  /** Null where there is no limit. */
  readonly cap: number | null;
}

/** The highest level that use has reached; 0 below all of them. db/functions/for-tables/seats.sql has the same, and a test compares both. */
export const levelOf = ({ used, cap }: Use): Level => (cap === null ? 0 : (levels.find((level) => used * 100 >= cap * level) ?? 0));

/** How many seats are left, never less than none; null without a limit. */
export const leftOf = ({ used, cap }: Use): number | null => (cap === null ? null : Math.max(0, cap - used));
