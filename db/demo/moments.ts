const DAY = 86_400_000;
const FIRST_HOUR = 7;
const HOURS = 10;

/**
 * Moments so many days before now, at an hour when people work (7 to 17 UTC). Each day is pressed into those hours, so what came first
 * still comes first; yesterday and today stay as they are, so nothing lies ahead of now.
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
