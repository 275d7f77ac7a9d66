import { completeColors, themeStyle, type PortalColors } from "#ui/portal-theme.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Environment } from "../contract.ts";
import type { SettingKey } from "../settings.ts";
import { announcementHtml } from "./announcement-html.ts";
import { effectiveSettings } from "./effective-settings.ts";
import * as queries from "./queries.ts";
import { quickLinksIn, type PortalQuickLink } from "./quick-links.ts";
import { announcementsIn, type PortalAnnouncement } from "./shown-announcements.ts";
import { widgetsIn, type PortalWidgets } from "./widget-layouts.ts";

/** A portal in the form that every request needs: its row, and what is derived from it once instead of per request. */
export interface Portal {
  readonly id: number;
  readonly name: string;
  readonly colors: Environment["Colors"];
  /** The value in force of every setting. */
  readonly settings: Readonly<Record<SettingKey, string>>;
  /** What is shown now or later, to everybody or to some. */
  readonly announcements: readonly PortalAnnouncement[];
  /** In their order, for everybody or for some. */
  readonly quickLinks: readonly PortalQuickLink[];
  /** How dashboards are arranged, for everybody or for some. */
  readonly widgets: PortalWidgets;
  readonly logo: string | null;
  readonly mobileLogo: string | null;
  /** The picture of the browser's tab; null for the product's own. */
  readonly favicon: string | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly contact: Readonly<Record<string, string>>;
  readonly host: string;
  /** CSS with the corrected colours, for both modes. */
  readonly style: string;
  readonly systemAnnouncement: string;
}

export interface PortalDirectory {
  /** The active portal registered for a host name (lower case, without port), or null. */
  find(host: string): Promise<Portal | null>;
  /** Clears the cache; the next find reads the database. */
  forget(): void;
}

const freshMs = 5_000;

/**
 * Finds portals by host, cached for some seconds. A stale entry is refreshed in the background, so only the first request waits. onFailure: told why a
 * refresh in the background failed, or why one portal could not be read; the other portals stay.
 */
export function portalDirectory(db: Db, onFailure: (error: unknown) => void = () => undefined): PortalDirectory {
  let hosts: Map<string, Portal> | null = null;
  // The last rows as text: computing a theme takes about a millisecond, so it is only repeated when its row changed.
  let texts = new Map<string, string>();
  let readAt = 0;
  let reading: Promise<Map<string, Portal>> | null = null;

  const read = () => {
    reading ??= queries
      .listPortals(db)
      .then((rows) => {
        const known = hosts;
        const next = new Map<string, Portal>();
        const fresh = new Map(rows.map((row) => [row.host, JSON.stringify(row)]));
        for (const row of rows) {
          const same = texts.get(row.host) === fresh.get(row.host) ? known?.get(row.host) : undefined;
          try {
            next.set(row.host, same ?? toPortal(row));
          } catch (error) {
            onFailure(error);
          }
        }
        [hosts, texts, readAt] = [next, fresh, performance.now()];
        return next;
      })
      .finally(() => (reading = null));
    return reading;
  };

  return {
    async find(host) {
      if (!hosts) return (await read()).get(host) ?? null;
      if (performance.now() - readAt > freshMs) {
        const refreshed = read();
        // An unknown host may have just been registered, so this request waits for the refresh.
        if (!hosts.has(host)) return (await refreshed).get(host) ?? null;
        // What is known stays; the reason is logged, because nobody waits for this refresh.
        refreshed.catch((error: unknown) => onFailure(error));
      }
      return hosts.get(host) ?? null;
    },
    forget() {
      hosts = null;
    },
  };
}

function toPortal(row: queries.PortalRow): Portal {
  const colors = completeColors(row.colors as PortalColors);
  return {
    id: row.id,
    name: row.name,
    colors,
    settings: effectiveSettings(row.settings as Record<string, unknown>),
    announcements: announcementsIn(row.announcements),
    quickLinks: quickLinksIn(row.quick_links),
    widgets: widgetsIn(row.widgets),
    logo: ownPath(row.logo_file),
    mobileLogo: ownPath(row.mobile_logo_file),
    favicon: ownPath(row.favicon_file),
    locale: row.locale,
    timeZone: row.time_zone,
    contact: row.contact as Record<string, string>,
    host: row.primary_host,
    style: themeStyle(colors),
    systemAnnouncement: announcementHtml(row.system_announcement),
  };
}

/** The address of an image on this portal's own host; null for one with a scheme or another server (security.md #45). */
const ownPath = (path: string | null): string | null => (path !== null && /^\/(?![/\\])[\w\-./~%]*$/.test(path) ? path : null);
