import type { QueryClient } from "@tanstack/react-query";

/** Where a link leads: the address within the application, and the parameters in the screen's path. */
export interface Destination {
  readonly pathname: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * Fetches what a screen shows first, when somebody points at a link to it. The screen's module exports it as `prefetch` and uses the screen's own
 * queries. Only for calls that change nothing: the person may never open the link.
 */
export type Prefetch = (client: QueryClient, to: Destination) => unknown;
