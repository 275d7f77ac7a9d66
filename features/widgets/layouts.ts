import * as z from "zod/mini";
import { PortalLayout } from "#features/dashboard/layout-schema.ts";
import { words } from "#platform/words.ts";
import { LayoutTerms, mostLayouts } from "./layout-terms.ts";

/** An arrangement of the dashboard for whoever fits a condition, and no layout before it (DASH-2). */
export const AudienceLayout = z.extend(LayoutTerms, { id: z.int().check(z.positive()), layout: PortalLayout });
export type AudienceLayout = z.infer<typeof AudienceLayout>;

/** How a portal arranges its dashboards, as it comes from outside. */
export const Layouts = z.object({
  /** In the order in which they are tried: the first that fits is somebody's. */
  layouts: z.array(AudienceLayout).check(
    z.maxLength(mostLayouts, words("A portal has {maximum} layouts at most.")),
    z.refine((layouts) => new Set(layouts.map(({ id }) => id)).size === layouts.length, words("Give each layout a number of its own.")),
  ),
  /** For everybody else. */
  everybody: PortalLayout,
  revision: z.int().check(z.gte(0), z.lte(2 ** 30)),
});
export type Layouts = z.infer<typeof Layouts>;
