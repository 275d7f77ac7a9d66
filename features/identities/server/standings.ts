import { isOfProduct, uploadedName } from "#features/branding/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { instantOrNull } from "#platform/instant.ts";
import { tileColors, type PortalColors } from "#ui/portal-theme.ts";
import * as queries from "./queries.ts";

/** How somebody stands in some portals, and how these look; the last visited first. logoPath: where this host has the uploaded logo of a portal; null for its own address. */
export async function standingsOf(
  db: Db,
  person: { readonly userId: number; readonly isSystemAdmin: boolean },
  portalIds: readonly number[],
  logoPath: (portalId: number, file: string) => string | null,
) {
  const rows = portalIds.length > 0 ? await queries.listStandings(db, person, portalIds) : [];
  return rows.map(({ lastVisitAt, colors, logo: address, ...one }) => {
    const file = address && uploadedName(address);
    const own = address && (file || isOfProduct(address)) ? address : null;
    const logo = file ? (logoPath(one.id, file) ?? own) : own;
    return { ...one, lastVisitAt: instantOrNull(lastVisitAt), logo, tile: tileColors(colors as PortalColors, logo !== null) };
  });
}
