import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

export const followQuickLink = endpoint({
  method: "POST",
  path: "/rest/dashboard/quickLinks/:linkId/followed",
  // QL-2
  summary: "Counts that a quick link was followed. Who followed it is not recorded.",
  params: z.object({ linkId: z.coerce.number().check(z.int(), z.positive()) }),
  response: z.object({ counted: z.boolean() }),
});
