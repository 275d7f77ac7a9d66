import { environmentNoUser } from "#features/portal/contract.ts";
import { call } from "#platform/call.ts";

/** The portal of a page that needs nobody signed in. */
export const portalQuery = {
  queryKey: ["auth", "portal"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(environmentNoUser, undefined, { signal }),
};
