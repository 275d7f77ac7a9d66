import type { QueryClient } from "@tanstack/react-query";

/** Where a link leads: the address within the application, and the parts of it that the screen's path names. */
export interface Destination {
  readonly pathname: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks for what a screen shows first, when somebody points at a link to it: exported as `prefetch` by the screen's module, from the same query as the
 * screen's own. Only what may be asked without having been opened: a call that changes anything has no place here.
 */
export type Prefetch = (client: QueryClient, to: Destination) => unknown;
