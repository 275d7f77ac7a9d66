import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";

const id = z.int().check(z.gte(1), z.lte(2 ** 52));

/** The address at which web pages play. src is good for some hours and for this person alone; origin is that of the course. */
export const OpenedSite = z.object({
  src: z.string(),
  origin: z.string(),
  /** Whether the pages may open windows: on a host that courses share one would outlive its page. */
  mayOpenWindows: z.boolean(),
});
export type OpenedSite = z.infer<typeof OpenedSite>;

export const openSite = endpoint({
  method: "POST",
  path: "/rest/web-pages/open",
  summary: "Opens web pages that came as a zip, for somebody who may load the zip: their address on the content origin of this course.",
  body: z.object({ courseId: id, fileId: id }),
  response: OpenedSite,
});
