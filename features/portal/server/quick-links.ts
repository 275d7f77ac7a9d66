import * as z from "zod/mini";
import { languages } from "#platform/languages.ts";
import { linkAddress } from "#platform/link-address.ts";
import { quickLinkIcons } from "../quick-link-icons.ts";

const Title = z.nullable(z.string());
/** A quick link as the row of a portal has it, in its place (features/links writes it). */
export const PortalQuickLink = z.object({
  id: z.int(),
  titles: z.object({ en: Title, de: Title }),
  address: z.string().check(z.refine((address) => linkAddress(address) === address)),
  icon: z.enum(quickLinkIcons),
  newTab: z.boolean(),
  /** A condition, which this feature does not know; null for everybody. */
  audience: z.unknown(),
  /** Only for people who read the portal in it; null: in any. */
  language: z.nullable(z.enum(languages)),
  /** In milliseconds. */
  startsAt: z.nullable(z.number()),
  endsAt: z.nullable(z.number()),
});
export type PortalQuickLink = z.infer<typeof PortalQuickLink>;

/** Reads the quick links of a portal's row. What cannot be read, or has an address that nobody may be led to (security.md 41), is left out. */
export const quickLinksIn = (stored: unknown): readonly PortalQuickLink[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const read = PortalQuickLink.safeParse(one);
    return read.success ? [read.data] : [];
  });
