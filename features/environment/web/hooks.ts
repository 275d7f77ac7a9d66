import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { loadForStage } from "#platform/web/stage-page.ts";
import { showFacts } from "../contract.ts";
import { findingsOf } from "./findings-of.ts";

const never = new Promise<never>(() => undefined);

/**
 * What the server makes of a request. Asked once for each visit of the screen. Where the person came without loading the page, its policy does not let it look at the
 * content host: then it is loaded anew, and there is no answer. So nothing fetches this ahead.
 */
export const factsQuery = queryOptions({
  queryKey: ["facts"],
  queryFn: async ({ signal }) => {
    const facts = await call(showFacts, undefined, { signal });
    return loadForStage(new URL(facts.contentCheck).origin) ? never : facts;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** What the checks of the browser find. isReady: whether it is known where courses play; content is null where that could not be asked. Without a connection too: that is what they tell. */
export const findingsQuery = (isReady: boolean, content: Parameters<typeof findingsOf>[0]) =>
  queryOptions({
    queryKey: ["browser findings", content?.address ?? ""],
    queryFn: () => findingsOf(content),
    enabled: isReady,
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
