import * as z from "zod/mini";
import { languages } from "#platform/languages.ts";
import { linkAddress } from "#platform/link-address.ts";
import { quickLinkIcons } from "../quick-link-icons.ts";
import { signedAddress } from "../signed-address.ts";

const Title = z.nullable(z.string());
/** Whether an address is one that people may be led to, as it stands. */
const isFit = ({ signed, address }: { readonly signed: boolean; readonly address: string }) => {
  if (!signed) return linkAddress(address) === address;
  const read = signedAddress(address);
  return "address" in read && read.address === address;
};
/** A quick link as the row of a portal has it, in its place (features/links writes it). */
const Stored = z.object({
  id: z.int(),
  titles: z.object({ en: Title, de: Title }),
  address: z.string(),
  /** Whether people open it through the server, which says in the address who they are. */
  signed: z.boolean(),
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
export type PortalQuickLink = z.infer<typeof Stored>;
const PortalQuickLink = Stored.check(z.refine(isFit));

/** Reads the quick links of a portal's row. What cannot be read, or has an address that nobody may be led to (security.md 41), is left out. */
export const quickLinksIn = (stored: unknown): readonly PortalQuickLink[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const read = PortalQuickLink.safeParse(one);
    return read.success ? [read.data] : [];
  });
