import type { QuickLinkIcon } from "#features/portal/quick-link-icons.ts";
import { showInPortal } from "#features/links/server/queries.ts";
import type { Language } from "#platform/languages.ts";
import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";

/** A quick link of the demo. */
export interface DemoQuickLink {
  readonly en: string;
  readonly de?: string;
  readonly address: string;
  readonly icon: QuickLinkIcon;
  readonly newTab: boolean;
  /** The name of a group of the demo, for whose members it is. */
  readonly group?: string;
  /** In how many days it begins and ends to be shown. */
  readonly days?: { readonly from: number; readonly until: number };
  /** Only for those who read the portal in it. */
  readonly language?: Language;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Inserts a portal's quick links in their order. */
export async function insertQuickLinks(
  db: Db,
  { portalId, groupIds }: { readonly portalId: number; readonly groupIds: ReadonlyMap<string, number> },
  links: readonly DemoQuickLink[],
) {
  await insertRows(
    db,
    "quick_links",
    {
      portal_id: "bigint",
      titles: "jsonb",
      address: "text",
      icon: "text",
      opens_new_tab: "boolean",
      audience: "jsonb",
      language: "text",
      starts_at: "timestamptz",
      ends_at: "timestamptz",
      time_zone: "text",
      position: "integer",
    },
    links.map(({ en, de, address, icon, newTab, group, days, language }, nth) => ({
      portal_id: portalId,
      titles: { en, de: de ?? null },
      address,
      icon,
      opens_new_tab: newTab,
      audience: group === undefined ? null : { kind: "all", of: [{ kind: "group", groupIds: [groupIds.get(group)] }] },
      language: language ?? null,
      starts_at: days ? inDays(days.from) : null,
      ends_at: days ? inDays(days.until) : null,
      time_zone: "Europe/Berlin",
      position: nth + 1,
    })),
  );
  await showInPortal(db, portalId);
}
