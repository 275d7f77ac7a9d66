import type { QueryClient } from "@tanstack/react-query";

// A feature that changes something does not know who shows it: those stand above it. So a query says what it shows, and a change says what
// changed. Both use the subject's one name, which the feature that owns it exports.

/** The meta of a query whose answer shows these subjects beside its own. */
export const shows = (...subjects: string[]) => ({ shows: subjects });

/** Makes every query that shows the subject ask again, at once where it is on the screen. */
export const refetchWhatShows = (client: QueryClient, subject: string): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => (meta?.["shows"] as string[] | undefined)?.includes(subject) === true });
