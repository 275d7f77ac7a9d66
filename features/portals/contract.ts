import * as z from "zod/mini";
import { localTime, period } from "#features/account/period.ts";
import { isTimeZone } from "#features/account/policy.ts";
import { newEmail } from "#features/auth/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { PartId, partIds } from "./parts.ts";

// All portals of the installation, for system admins (capabilities.md ENV-6 to ENV-10, SYS-2).

/** Full-page link of the specification, and the screen that it leads to. */
export const portalsLink = { path: "/SysAdmin/Portals/SelectPortal.aspx", screen: "/v/sysAdmin/portals" } as const;

/** That of the system announcement, which is written on the same screen. */
export const systemAnnouncementLink = {
  path: "/SysAdmin/DBManagement/SystemAnnouncement.aspx",
  screen: "/v/sysAdmin/portals?write=announcement",
} as const;

export const portalStatuses = ["active", "suspended"] as const;
export type PortalStatus = (typeof portalStatuses)[number];
/** The most addresses of a portal. */
export const mostHosts = 20;

export const portalsList = listOf({
  sorts: bothWays("name", "people", "active"),
  sort: "name",
  filters: { status: oneOf(portalStatuses) },
  pageSize: 25,
});

export const PortalRow = z.object({
  portalId: z.int(),
  name: z.string(),
  status: z.enum(portalStatuses),
  /** Whether it is the portal in which one asks. */
  isHere: z.boolean(),
  /** Its host names, the primary first. */
  hosts: z.array(z.string()),
  /** Active members who are no system admins: each takes a seat. */
  people: z.int(),
  /** How many seats there are; null without a limit. */
  seats: z.nullable(z.int()),
  /** When somebody last used it; null for never. */
  lastActiveAt: z.nullable(z.string()),
});
export type PortalRow = z.infer<typeof PortalRow>;

export const listPortals = endpoint({
  method: "GET",
  path: "/rest/portals",
  summary: "All portals of the installation. For system admins.",
  query: listQuery(portalsList),
  response: listPage(PortalRow),
});

export const PortalHost = z.object({ host: z.string(), isPrimary: z.boolean() });
export type PortalHost = z.infer<typeof PortalHost>;

export const PortalDetails = z.object({
  portalId: z.int(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(portalStatuses),
  locale: z.string(),
  timeZone: z.string(),
  isHere: z.boolean(),
  /** The primary first. */
  hosts: z.array(PortalHost),
  /** One more host name, at which it is reached by its short name; null where there is none, or it is registered. */
  shortHost: z.nullable(z.string()),
  people: z.int(),
  seats: z.nullable(z.int()),
  lastActiveAt: z.nullable(z.string()),
  openedAt: z.string(),
});
export type PortalDetails = z.infer<typeof PortalDetails>;

const portalNumber = words("A portal is named by its number.");
const onePortal = z.object({
  portalId: z.coerce.number(portalNumber).check(z.int(portalNumber), z.gte(1, portalNumber), z.lte(2 ** 52, portalNumber)),
});

export const getPortal = endpoint({
  method: "GET",
  path: "/rest/portals/:portalId",
  summary: "One portal: its names, addresses and how it stands. For system admins.",
  params: onePortal,
  response: PortalDetails,
});

const aName = words("Enter the name of the portal.");
const aSlug = words("Use small letters, figures and hyphens only, 40 at most, such as harbor-health.");
const aHost = words("Enter a host name such as learn.example.org, without http:// and port.");
const terms = {
  name: z.string(aName).check(z.trim(), z.minLength(1, aName), z.maxLength(120, words("Use at most {maximum} characters."))),
  /** The short name, which no other portal has. */
  slug: z.string(aSlug).check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9-]{1,40}$/, aSlug)),
  locale: z.enum(languages, words("Choose a language.")),
  /** IANA name. */
  timeZone: z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
};
const hostName = z.string(aHost).check(z.trim(), z.minLength(1, aHost), z.maxLength(253, words("Use at most {maximum} characters.")));

export const PortalTerms = z.object(terms);
export type PortalTerms = z.infer<typeof PortalTerms>;

export const savePortal = endpoint({
  method: "PUT",
  path: "/rest/portals/:portalId",
  summary: "Changes the names, the language and the time zone of a portal. For system admins.",
  params: onePortal,
  body: PortalTerms,
  response: PortalDetails,
});

export const setPortalStatus = endpoint({
  method: "POST",
  path: "/rest/portals/:portalId/status",
  summary: "Suspends a portal, which then answers nobody and whose sessions end, or brings it back. For system admins.",
  params: onePortal,
  body: z.object({ status: z.enum(portalStatuses) }),
  response: PortalDetails,
});

const oneHost = z.object({ host: hostName });
export const addHost = endpoint({
  method: "POST",
  path: "/rest/portals/:portalId/hosts",
  summary: "Makes a portal reachable at one more host name. For system admins.",
  params: onePortal,
  body: oneHost,
  response: PortalDetails,
});

export const setPrimaryHost = endpoint({
  method: "POST",
  path: "/rest/portals/:portalId/hosts/primary",
  summary: "Makes a host name of a portal the one to which links in emails and Switch Portal lead. For system admins.",
  params: onePortal,
  body: oneHost,
  response: PortalDetails,
});

export const removeHost = endpoint({
  method: "POST",
  path: "/rest/portals/:portalId/hosts/remove",
  summary: "Takes a host name from a portal. For system admins.",
  params: onePortal,
  body: oneHost,
  response: PortalDetails,
});

/** What asking a host for its portal came to. */
export const reaches = [
  "here",
  "elsewhere",
  "redirects",
  "inner",
  "unknown_host",
  "unreachable",
  "timeout",
  "certificate",
  "suspended",
] as const;

export const HostCheck = z.object({
  host: z.string(),
  /** What the name servers have. local: a name of one machine, for which nobody is asked; unasked: they did not answer. */
  names: z.object({
    state: z.enum(["found", "none", "unasked", "local"]),
    addresses: z.array(z.string()),
    /** The name in whose place it stands; null for none. */
    alias: z.nullable(z.string()),
  }),
  /** to: where it leads instead, of redirects. */
  reach: z.object({ state: z.enum(reaches), to: z.nullable(z.string()) }),
  /** plain: this installation is reached without HTTPS. until: when the certificate ends. */
  certificate: z.object({
    state: z.enum(["valid", "soon", "wrong", "unasked", "plain"]),
    until: z.nullable(z.string()),
  }),
  /** alias: mail for addresses at this name does not arrive, because an alias takes the place of its other records. */
  mail: z.object({ state: z.enum(["none", "domain", "alias", "unasked"]) }),
});
export type HostCheck = z.infer<typeof HostCheck>;

export const checkHost = endpoint({
  method: "POST",
  path: "/rest/portals/:portalId/hosts/check",
  summary:
    "Looks from the server whether a host name of a portal leads here: its records, whether this installation answers, its certificate, and whether it is an email domain too. Nothing is changed. For system admins.",
  params: onePortal,
  body: oneHost,
  response: HostCheck,
});

export const listTemplates = endpoint({
  method: "GET",
  path: "/rest/portals/templates",
  summary: "The portals from which a new one can be copied, by name. For system admins.",
  response: z.object({ rows: z.array(z.object({ portalId: z.int(), name: z.string() })) }),
});

const aText = z.nullable(z.string().check(z.trim(), z.maxLength(1_000, words("Use at most {maximum} characters."))));
const aLength = words("Enter 1 to 10,080 minutes, which is a week.");
/** What everybody is told in all portals. Without text and maintenance nobody is told anything. */
export const SystemAnnouncement = z.object({
  /** Plain text by language; null or empty for none. */
  texts: z.object({ en: aText, de: aText }),
  ...period,
  /** When the installation is not to be used: from when, by the clocks of the zone, and for how many minutes. */
  maintenance: z.nullable(z.object({ startsAt: localTime, minutes: z.int(aLength).check(z.gte(1, aLength), z.lte(10_080, aLength)) })),
});
export type SystemAnnouncement = z.infer<typeof SystemAnnouncement>;

const ToldToAll = z.object({
  /** Null: nothing is told, or HTML of an earlier version. */
  announcement: z.nullable(SystemAnnouncement),
  /** What an earlier version has on the sign-in pages, as HTML; saving takes its place. Empty for nothing. */
  earlierHtml: z.string(),
});
export type ToldToAll = z.infer<typeof ToldToAll>;

export const getSystemAnnouncement = endpoint({
  method: "GET",
  path: "/rest/portals/systemAnnouncement",
  summary: "What everybody is told in all portals, also before signing in. For system admins.",
  response: ToldToAll,
});

export const saveSystemAnnouncement = endpoint({
  method: "PUT",
  path: "/rest/portals/systemAnnouncement",
  summary:
    "Changes what everybody is told in all portals, also before signing in, from when until when, and when a maintenance is. For system admins.",
  body: SystemAnnouncement,
  response: ToldToAll,
});

export const OpenPortal = z.object({
  ...terms,
  host: hostName,
  /** The portal from which parts are copied; null: nothing is. */
  templateId: z.nullable(z.int(words("Choose a portal.")).check(z.gte(1, words("Choose a portal.")), z.lte(2 ** 52))),
  parts: z.array(PartId).check(z.maxLength(partIds.length)),
  /** Its first admin: somebody who has an account, or who gets a link to choose a password. */
  adminEmail: newEmail,
});
export type OpenPortal = z.infer<typeof OpenPortal>;

export const openPortal = endpoint({
  method: "POST",
  path: "/rest/portals",
  summary: "Opens a portal, with parts of another one where wanted, and invites its first admin. All of it or nothing. For system admins.",
  body: OpenPortal,
  response: z.object({ portalId: z.int() }),
});

/** For proxies that ask before they obtain a certificate. 200: there is a portal at this name; anything else: there is none. */
export const askHost = endpoint({
  method: "GET",
  path: "/rest/hosts/ask",
  summary: "Whether a portal is registered for a host name, for a proxy that obtains certificates by itself: 200 if so, 404 if not.",
  query: z.object({ domain: z.string().check(z.maxLength(253)) }),
  response: z.object({}),
});
