import { queryOptions } from "@tanstack/react-query";
import { switchablePortals } from "#features/auth/contract.ts";
import { call } from "#platform/call.ts";

/** How the person signed in stands in each portal that they may switch to, asked anew each time that the list of them opens. */
export const portalStandingsQuery = queryOptions({
  queryKey: ["portals", "standings"],
  queryFn: ({ signal }) => call(switchablePortals, undefined, { signal }),
  staleTime: 0,
});
