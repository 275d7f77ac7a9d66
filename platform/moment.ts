import { dateFormat } from "./date-format.ts";
import type { Language } from "./languages.ts";

/** Says moments in a language and a time zone: weekday, date, time, and the city of the zone beside it (MAIL-6). Takes ISO instants. */
export function momentIn(language: Language, timeZone: string): (instant: string) => string {
  const clock = dateFormat(language === "pseudo" ? "en" : language, { dateStyle: "full", timeStyle: "short", timeZone });
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return (instant) => `${clock.format(new Date(instant))} (${city})`;
}

/** A moment with its zone as one value of a text, `{moment}`: an instant as RFC 9557 writes it. Whoever reads the text sees it in their language. */
export const zonedMoment = (instant: Date, timeZone: string) => `${instant.toISOString()}[${timeZone}]`;

/** The moment of such a value in words; any other text as it is. */
export function momentInWords(language: Language, value: string): string {
  const [, instant, timeZone] = /^(\S+Z)\[([\w/+-]+)\]$/.exec(value) ?? [];
  return instant !== undefined && timeZone !== undefined ? momentIn(language, timeZone)(instant) : value;
}
