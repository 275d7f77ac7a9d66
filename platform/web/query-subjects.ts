import type { QueryClient } from "@tanstack/react-query";

// A feature that changes something does not know which features show it: they are above it in the import graph. So a query says which subjects it
// shows, and a change says which subject it changed. The feature that owns a subject exports its name.

/** The meta of a query whose result shows these subjects besides its own. */
export const shows = (...subjects: string[]) => ({ shows: subjects });

/** Invalidates every query that shows the subject; those on the screen refetch at once. */
export const refetchWhatShows = (client: QueryClient, subject: string): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => (meta?.["shows"] as string[] | undefined)?.includes(subject) === true });
