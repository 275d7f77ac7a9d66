const DAY = 86_400_000;
const FIRST_HOUR = 7;
const HOURS = 10;

/**
 * Returns a function from days before now to a time within working hours (7 to 17 UTC). Each day is compressed into those hours, so the order of
 * events stays; yesterday and today are not changed, so nothing lies in the future.
 */
export const momentsBefore = (now: Date) => {
  const recent = Math.floor(now.getTime() / DAY) * DAY - DAY;
  return (days: number): Date => {
    const moment = now.getTime() - days * DAY;
    if (moment >= recent) return new Date(moment);
    const midnight = Math.floor(moment / DAY) * DAY;
    return new Date(midnight + FIRST_HOUR * 3_600_000 + Math.round(((moment - midnight) * HOURS) / 24));
  };
};
