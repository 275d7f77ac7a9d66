import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import type { Language } from "#platform/languages.ts";
import { settingChoices } from "../setting-choices.ts";
import type { SettingKey } from "../settings.ts";
import { announcementHtml } from "./announcement-html.ts";
import { effectiveSettings } from "./effective-settings.ts";
import { appearanceOf, groupLooksIn, type Appearance, type GroupLook } from "./group-looks.ts";
import * as queries from "./queries.ts";
import { quickLinksIn, type PortalQuickLink } from "./quick-links.ts";
import { shortHost, type ShortHosts } from "./short-host.ts";
import { announcementsIn, type PortalAnnouncement } from "./shown-announcements.ts";
import { systemAnnouncementsIn, systemWordsIn, type SystemWords } from "./system-announcement.ts";
import { widgetsIn, type PortalWidgets } from "./widget-layouts.ts";

/** A portal in the form that every request needs: its row, and what is derived from it once instead of per request. */
export interface Portal extends Appearance {
  readonly id: number;
  readonly name: string;
  /** The value in force of every setting. */
  readonly settings: Readonly<Record<SettingKey, string>>;
  /** What is shown now or later, to everybody or to some. */
  readonly announcements: readonly PortalAnnouncement[];
  /** In their order, for everybody or for some. */
  readonly quickLinks: readonly PortalQuickLink[];
  /** How dashboards are arranged, for everybody or for some. */
  readonly widgets: PortalWidgets;
  /** How it looks to the people of some groups. */
  readonly groupLooks: readonly GroupLook[];
  readonly locale: string;
  /** The languages that it offers. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly contact: Readonly<Record<string, string>>;
  /** What its sign-in page says to visitors, as HTML, by language; null for nothing. */
  readonly welcome: Readonly<Record<"en" | "de", { readonly html: string; readonly language: Language } | null>>;
  readonly host: string;
  readonly systemAnnouncement: SystemWords;
}

export interface PortalDirectory {
  /** The active portal registered for a host name (lower case, without port), or reached there by its short name; or null. */
  find(host: string): Promise<Portal | null>;
  /** How a host name stands: of a portal in use, of one that is suspended and answers nobody, or null for none. */
  standing(host: string): Promise<"active" | "suspended" | null>;
  /** Clears the cache; the next find reads the database. */
  forget(): void;
}

const freshMs = 5_000;

/**
 * Finds portals by host, cached for some seconds. A stale entry is refreshed in the background, so only the first request waits. shortHosts: at which
 * names portals are reached by their short names. onFailure: told why a refresh in the background failed, or why one portal could not be read; the other
 * portals stay.
 */
export function portalDirectory(db: Db, shortHosts: ShortHosts, onFailure: (error: unknown) => void = () => undefined): PortalDirectory {
  let hosts: Map<string, Portal> | null = null;
  let suspended = new Set<string>();
  // The last portals with their rows as text: computing a theme takes about a millisecond, so it is only repeated when its row changed.
  let made = new Map<number, { text: string; portal: Portal }>();
  let readAt = 0;
  let reading: Promise<Map<string, Portal>> | null = null;

  const read = () => {
    reading ??= queries
      .listPortals(db)
      .then((rows) => {
        // A portal has a row for each of its host names; they differ in nothing else.
        const byId = new Map(rows.map((row) => [row.id, { ...row, host: row.primary_host }]));
        const portals: typeof made = new Map();
        for (const row of byId.values()) {
          if (row.status !== "active") continue;
          const text = JSON.stringify(row);
          const before = made.get(row.id);
          try {
            portals.set(row.id, before?.text === text ? before : { text, portal: toPortal(row) });
          } catch (error) {
            onFailure(error);
          }
        }
        // A name at which a portal is registered is its own, whatever another one's short name is.
        const registered = new Map(rows.map(({ host, id }) => [host, id]));
        const short = [...byId.values()].flatMap(({ id, slug }) => {
          const host = shortHost(shortHosts, slug);
          return host === null || registered.has(host) ? [] : [[host, id] as const];
        });
        const next = new Map<string, Portal>();
        suspended = new Set();
        for (const [host, id] of [...registered, ...short]) {
          const portal = portals.get(id)?.portal;
          if (portal) next.set(host, portal);
          else if (byId.get(id)?.status !== "active") suspended.add(host);
        }
        [hosts, made, readAt] = [next, portals, performance.now()];
        return next;
      })
      .finally(() => (reading = null));
    return reading;
  };

  const find = async (host: string) => {
    if (!hosts) return (await read()).get(host) ?? null;
    if (performance.now() - readAt > freshMs) {
      const refreshed = read();
      // An unknown host may have just been registered, so this request waits for the refresh.
      if (!hosts.has(host)) return (await refreshed).get(host) ?? null;
      // What is known stays; the reason is logged, because nobody waits for this refresh.
      refreshed.catch((error: unknown) => onFailure(error));
    }
    return hosts.get(host) ?? null;
  };

  return {
    find,
    async standing(host) {
      if (await find(host)) return "active";
      return suspended.has(host) ? "suspended" : null;
    },
    forget() {
      hosts = null;
    },
  };
}

function toPortal(row: queries.PortalRow): Portal {
  const look = { colors: row.colors, logo: row.logo_file, mobileLogo: row.mobile_logo_file, favicon: row.favicon_file };
  const settings = effectiveSettings(row.settings as Record<string, unknown>);
  const systemAnnouncement = systemWordsIn(row.system_announcement);
  return {
    ...appearanceOf(look),
    id: row.id,
    name: row.name,
    settings,
    announcements: [...systemAnnouncementsIn(systemAnnouncement), ...announcementsIn(row.announcements)],
    quickLinks: quickLinksIn(row.quick_links),
    widgets: widgetsIn(row.widgets),
    groupLooks: groupLooksIn(row.group_looks, look),
    locale: row.locale,
    languages: settingChoices(settings, "languages"),
    timeZone: row.time_zone,
    contact: row.contact as Record<string, string>,
    welcome: welcomeIn(row.login_texts),
    host: row.primary_host,
    systemAnnouncement,
  };
}

const LoginTexts = z.object({ en: z.nullable(z.string()), de: z.nullable(z.string()) });

/** What a portal's row says to visitors, sanitised again (security.md 39). Null for nothing, and for what cannot be read. */
function welcomeIn(stored: unknown): Portal["welcome"] {
  const texts = LoginTexts.safeParse(stored).data ?? { en: null, de: null };
  const of = (language: "en" | "de") => (texts[language] === null ? null : { html: announcementHtml(texts[language]), language });
  return { en: of("en"), de: of("de") };
}
