/** How a day is written, such as “Oct 31, 2026”. */
export const dayStyle = { day: "numeric", month: "short", year: "numeric" } as const;

const kept = new Map<string, Intl.DateTimeFormat>();

/** Intl's formatter of dates in a language with these options. It is kept: making one takes many times as long as writing a date with it. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = kept.get(key);
  if (known) return known;
  // Every zone in three languages would be 1,800 for each way to write a date.
  if (kept.size > 500) kept.clear();
  const made = new Intl.DateTimeFormat(language, options);
  kept.set(key, made);
  return made;
}
