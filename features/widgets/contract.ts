import * as z from "zod/mini";
import { Condition } from "#features/conditions/condition.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { Environment } from "#features/portal/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { Layouts } from "./layouts.ts";

export const showLayouts = endpoint({
  method: "GET",
  path: "/rest/widgets/layouts",
  summary:
    "How the portal arranges the dashboards of its people: layouts for some in the order in which they are tried, and the one for everybody else.",
  response: Layouts,
});

export const saveLayouts = endpoint({
  method: "PUT",
  path: "/rest/widgets/layouts",
  summary:
    "Arranges the dashboards of the portal's people. They have it at once; what they moved themselves stays where nothing is locked.",
  body: Layouts,
  response: Layouts,
});

export const tryLayoutAudience = endpoint({
  method: "POST",
  path: "/rest/widgets/try",
  summary: "Whom a condition would reach: how many, and the first of them by name. Nothing is changed.",
  body: z.object({ condition: Condition }),
  response: z.object({ total: z.int(), sample: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })) }),
});

export const findPreviewed = endpoint({
  method: "GET",
  path: "/rest/widgets/people",
  summary: "Members of the portal whose dashboard the person asking may look at, by part of a name or e-mail address; 20 at most.",
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(100)), "") }),
  response: z.object({ rows: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })) }),
});

export const previewDashboard = endpoint({
  method: "POST",
  path: "/rest/widgets/preview",
  // DASH-3
  summary:
    "The dashboard of a member of the portal as they see it, or with a layout of the portal; it is only shown, and the audit log says so.",
  body: z.object({
    userId: z.int().check(z.positive()),
    /** A layout by its number, 0 for the one for everybody else; null for what this person sees, with what they moved themselves. */
    layoutId: z.nullable(z.int().check(z.gte(0))),
  }),
  response: z.object({
    person: z.object({ id: z.int(), name: z.string() }),
    dashboard: getDashboard.response,
    announcement: z.string(),
    links: Environment.shape.QuickLinks,
  }),
});
