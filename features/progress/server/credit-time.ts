/** The limits on the time that may be credited to an attempt; all in whole seconds. */
export interface TimeBounds {
  readonly credited: number;
  readonly creditedToday: number;
  /** Wall-clock seconds since the attempt began. */
  readonly sinceStart: number;
}

const graceSeconds = 60;
const daySeconds = 16 * 3600;
/** The column is a 32-bit integer; a larger claim is an error of the client and is stored as this value. */
const largestClaim = 2_147_483_647;

/** A claim in the form that is stored: whole seconds. */
export const claimedSeconds = (seconds: number) => Math.min(largestClaim, Math.round(seconds));

/**
 * How much of a claim is credited (security.md §3.6): in total never more than the time since the attempt began plus a minute, and at most 16 hours
 * on any UTC day, by the server's clock. Time recorded offline and sent later is therefore credited in full.
 */
export function creditTime(claimed: number, { credited, creditedToday, sinceStart }: TimeBounds): number {
  return Math.max(0, Math.min(claimed, Math.floor(sinceStart) + graceSeconds - credited, daySeconds - creditedToday));
}

/** A claim up to this long is never marked: clocks and slices that were saved late differ by less. */
const plainSeconds = 15 * 60;

/**
 * Whether a claim is far above what the page could have seen: longer than the page has been open, or cut down by the bounds above. It is credited all
 * the same as far as these allow (security.md §3.6), and marked in the record. sinceOpened: seconds since the page that claims was opened at the earliest.
 */
export const isFarAbove = (claimed: number, credited: number, sinceOpened: number): boolean =>
  claimed > plainSeconds && (claimed > sinceOpened + graceSeconds || credited < claimed);
