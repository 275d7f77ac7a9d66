import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

export const sessionLeft = endpoint({
  method: "GET",
  path: "/rest/auth/session",
  summary: "How long the present session still lasts. Asking does not count as using it.",
  response: z.object({
    seconds: z.int(),
    /** Whether using it makes it last longer; false when it ends in any case by then. */
    canStay: z.boolean(),
  }),
});
