import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });

/** The newest export of one's own data; null where there is none, or it is gone. */
export const getDataExport = endpoint({
  method: "GET",
  path: "/rest/lifecycle/export",
  summary: "The job that made the newest export of one's own data in this portal.",
  response: z.object({ jobId: z.nullable(z.int()) }),
});

export const startDataExport = endpoint({
  method: "POST",
  path: "/rest/lifecycle/export",
  summary: "Begins to put one's own data in this portal into a ZIP file (X-5), unless that is under way already.",
  response: z.object({ jobId: z.int() }),
});

export const exportPerson = endpoint({
  method: "POST",
  path: "/rest/lifecycle/people/:userId/export",
  summary: "The same for a person of the portal, asked for by an admin, who gets the file.",
  params: person,
  response: z.object({ jobId: z.int() }),
});
