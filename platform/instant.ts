/** A timestamp from the database (Date or JSON text) in the wire format, ISO 8601 in UTC. */
export const instant = (value: string | Date): string => new Date(value).toISOString();
/** The same for a timestamp that may be null. */
export const instantOrNull = (value: string | Date | null) => (value === null ? null : instant(value));
