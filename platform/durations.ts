/** Durations as course packages write them: HHHH:MM:SS.SS in SCORM 1.2, ISO 8601 (PT1H5M) in SCORM 2004. This module counts in seconds. */

const clock = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/;
const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,2})?)S)?)?$/;
const daySeconds = 86_400;
/** A longer session time is taken as a mistake of the package. */
const longestSeconds = 366 * daySeconds;

/** The seconds of a duration in either notation; null when it is neither. A year counts as 365 days, a month as 30. */
export function durationSeconds(text: string): number | null {
  const [, hours, minutes, seconds] = clock.exec(text) ?? [];
  if (hours !== undefined) return bounded(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  const parts = iso.exec(text);
  if (!parts || text.endsWith("P") || text.endsWith("T")) return null;
  const [years = 0, months = 0, days = 0, h = 0, m = 0, s = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return bounded((years * 365 + months * 30 + days) * daySeconds + h * 3600 + m * 60 + s);
}

const bounded = (seconds: number) => Math.min(longestSeconds, Math.round(seconds * 100) / 100);

/** Formats seconds in SCORM 1.2 notation. */
export function asClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.min(9999, Math.floor(whole / 3600));
  const hundredths = Math.floor((seconds - whole) * 100 + 1e-6);
  return `${String(hours).padStart(4, "0")}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}${hundredths > 0 ? `.${two(hundredths)}` : ""}`;
}

/** Formats seconds in SCORM 2004 notation. */
export function asIso(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = Math.round((seconds - Math.floor(whole / 60) * 60) * 100) / 100;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `PT${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}${rest}S`;
}
