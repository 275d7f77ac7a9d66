import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

export const showFacts = endpoint({
  method: "GET",
  path: "/rest/environment/facts",
  summary: "What the server makes of a request of this person: for the screen Environment, and for whoever helps them.",
  response: z.object({
    version: z.string(),
    /** By which the server's log names this request. */
    requestId: z.string(),
    at: z.string(),
    /** The address at which the portal was asked, as the server sees it. */
    origin: z.string(),
    /** A page of the content host, by which the browser finds out whether it is reached (features/scorm/content-reach.ts). */
    contentCheck: z.string(),
    /** The content host as a network's list of allowed hosts has it: with an asterisk where every course has its own. */
    contentHost: z.string(),
  }),
});
