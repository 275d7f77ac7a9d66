import * as z from "zod/mini";
import { completeColors, themeStyle, type PortalColors } from "#ui/portal-theme.ts";
import type { Environment } from "../contract.ts";
import { logosOver } from "../logos-over.ts";

/** How pages look. */
export interface Appearance {
  readonly colors: Environment["Colors"];
  readonly logo: string | null;
  readonly mobileLogo: string | null;
  /** The picture of the browser's tab; null for the product's own. */
  readonly favicon: string | null;
  /** CSS with the corrected colours, for both modes. */
  readonly style: string;
}

/** The address of an image on this portal's own host; null for one with a scheme or another server (security.md #45). */
export const ownPath = (path: string | null): string | null => (path !== null && /^\/(?![/\\])[\w\-./~%]*$/.test(path) ? path : null);

/** Colours and images as they are stored. */
export interface StoredLook {
  readonly colors: unknown;
  readonly logo: string | null;
  readonly mobileLogo: string | null;
  readonly favicon: string | null;
}

/** What pages need of a stored look. The style takes about a millisecond, so it is made when it is first asked for, and once. */
export function appearanceOf({ colors: stored, ...images }: StoredLook): Appearance {
  const colors = completeColors(stored as PortalColors);
  let made: string | undefined;
  return {
    colors,
    logo: ownPath(images.logo),
    mobileLogo: ownPath(images.mobileLogo),
    favicon: ownPath(images.favicon),
    get style() {
      return (made ??= themeStyle(colors));
    },
  };
}

const Path = z.nullable(z.string());
const Stored = z.object({
  /** A condition, which this feature does not know: the people of the group. */
  audience: z.unknown(),
  colors: z.record(z.string(), z.string()),
  logo: Path,
  mobileLogo: Path,
  favicon: Path,
});

/** How a portal looks to the people of a group. */
export interface GroupLook {
  readonly audience?: unknown;
  /** The same for groups that look the same. */
  readonly key: string;
  readonly appearance: Appearance;
}

/** Reads the looks of groups of a portal's row, each over the look of the portal; what cannot be read is left out. */
export const groupLooksIn = (stored: unknown, portal: StoredLook): readonly GroupLook[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const read = Stored.safeParse(one);
    if (!read.success) return [];
    const { audience, colors, favicon, ...logos } = read.data;
    const appearance = appearanceOf({
      colors: { ...(portal.colors as object), ...colors },
      ...logosOver(portal, logos),
      favicon: favicon ?? portal.favicon,
    });
    return [{ audience, key: JSON.stringify([Object.entries(colors).toSorted(), logos.logo, logos.mobileLogo, favicon]), appearance }];
  });

/** The look of somebody in the groups that these are for: of groups that look different, none, so the portal's. */
export const lookFor = (looks: readonly GroupLook[]): Appearance | null =>
  new Set(looks.map(({ key }) => key)).size === 1 ? (looks[0]?.appearance ?? null) : null;
