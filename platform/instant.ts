/** An instant of the database, Date or JSON text, as the wire has it. */
export const instant = (value: string | Date): string => new Date(value).toISOString();
/** The same for an instant that may be missing. */
export const instantOrNull = (value: string | Date | null) => (value === null ? null : instant(value));
