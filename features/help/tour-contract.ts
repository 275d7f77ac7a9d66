import * as z from "zod/mini";
import { RoleName } from "#features/portal/contract.ts";
import { endpoint } from "#platform/contract.ts";

export const noteTour = endpoint({
  method: "POST",
  path: "/rest/help/tour",
  summary: "Keeps that the tour of a role has been offered to the person asking, so that it is not offered again. Harmless when repeated.",
  body: z.object({ role: RoleName }),
  response: z.object({ tours: z.array(RoleName) }),
});
