import * as z from "zod/mini";
import { gates } from "#platform/actor.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import type { QuickLinkIcon } from "./quick-link-icons.ts";

export { settingNumber, settingOn, settingText } from "./setting-values.ts";

/** The specification's Colors (§3), always all of them: a field that nobody has set has the product's own value. */
export const Colors = z.object({
  footerBarBgColor: z.string(),
  footerBarColor: z.string(),
  topBarBgColor: z.string(),
  menuBarBgColor: z.string(),
  accountBgColor: z.string(),
  accountColor: z.string(),
  logoBgColor: z.string(),
  logoBgPosition: z.string(),
  navBgColor: z.string(),
  navBgImage: z.string(),
  navBgRepeat: z.string(),
  navBgCover: z.string(),
  navColor: z.string(),
});

export const RoleName = z.enum(["Student", "Author", "Manager", "Admin", "System"]);
export type RoleName = z.infer<typeof RoleName>;
export const newRoles = {
  PortalUser: "Student",
  PortalAuthor: "Author",
  PortalManager: "Manager",
  PortalAdmin: "Admin",
  SystemAdmin: "System",
} as const;
export type NewRole = keyof typeof newRoles;

const PortalLink = z.object({ id: z.int(), Name: z.string(), HostUrl: z.string() });
/** The names are those of quickLinkIcons, which the first screens do not load: the portal's row is read by them (server/quick-links.ts). */
const AnIcon = z.string() as z.ZodMiniType<QuickLinkIcon, string>;
const Settings = z.record(z.string(), z.string());

/** Specification §3, with its field names; GivenName to Preferences are ours. */
export const Environment = z.object({
  validPortal: z.literal(true),
  Colors,
  User: z.object({
    Authenticated: z.boolean(),
    Email: z.string(),
    Id: z.int(),
    IsSystemAdmin: z.boolean(),
    IsAuthor: z.boolean(),
    IsManager: z.boolean(),
    IsAdmin: z.boolean(),
    CurrentRole: z.object({ Name: RoleName }),
    /** What their roles let others do and not them, because they have copies with less; left out for nearly everybody. */
    Lacks: z.optional(z.array(z.string())),
    GivenName: z.string(),
    FamilyName: z.string(),
    /** What has to be done before every other screen. */
    Gate: z.nullable(z.enum(gates)),
    /** How many notifications they have not read; 100 stands for more. */
    Unread: z.int(),
  }),
  Portal: PortalLink,
  PortalSettings: Settings,
  /** Everything that the portal tells this person now, as one HTML. */
  Announcement: z.string(),
  /** The same one by one; Key names this asking for it to be read. */
  Announcements: z.array(z.object({ Id: z.int(), Key: z.string(), MustRead: z.boolean() })),
  /** Where people often go, in its order (capabilities.md QL-1). Address: https, mailto, or a path of the product. */
  QuickLinks: z.array(z.object({ Id: z.int(), Title: z.string(), Address: z.string(), Icon: AnIcon, NewTab: z.boolean() })),
  Logo: z.nullable(z.string()),
  MobileLogo: z.nullable(z.string()),
  Portals: z.array(PortalLink),
  /** Locale and TimeZone are resolved: the person's own, else the portal's. */
  Preferences: z.object({
    Locale: z.string(),
    TimeZone: z.string(),
    Theme: z.enum(["system", "light", "dark"]),
    Shortcuts: z.boolean(),
    /** The roles whose tour has been offered to them, which is done once. */
    Tours: z.array(RoleName),
  }),
  ProductName: z.string(),
  /** Minutes without use after which a session ends; 35,000 stand for more. */
  SessionMinutes: z.int(),
});
export type Environment = z.infer<typeof Environment>;

const InvalidPortal = z.object({ validPortal: z.literal(false) });

export const environment = endpoint({
  method: "GET",
  path: "/rest/environment/",
  summary: "What the portal and the signed-in person resolve to (specification §3, §7). 401 when nobody is signed in; 304 by ETag.",
  response: z.discriminatedUnion("validPortal", [Environment, InvalidPortal]),
});

/** The login-time variant (specification §3): only what a person may see before signing in. */
export const EnvironmentNoUser = z.object({
  validPortal: z.literal(true),
  Colors,
  Logo: z.nullable(z.string()),
  MobileLogo: z.nullable(z.string()),
  systemAnnouncement: z.string(),
  /** What the portal says to visitors beside the form (capabilities.md ENV-7): sanitised, with the language that it is in; null for nothing. */
  Welcome: z.nullable(z.object({ Html: z.string(), Language: z.string() })),
  PortalName: z.string(),
  preventSelfRegistration: z.boolean(),
  /** Whom somebody asks who cannot sign in; empty where the portal has given nobody. */
  Contact: z.object({ Email: z.string(), Phone: z.string() }),
  PortalSettings: Settings,
  /** Whether the portal shows courses to visitors (capabilities.md ENV-7). */
  PublicCourses: z.boolean(),
  Locale: z.string(),
  TimeZone: z.string(),
  ProductName: z.string(),
});
export type EnvironmentNoUser = z.infer<typeof EnvironmentNoUser>;

export const environmentNoUser = endpoint({
  method: "GET",
  path: "/rest/environment/environmentNoUser/",
  summary: "What the login page needs (specification §3, §7). 304 by ETag.",
  response: z.discriminatedUnion("validPortal", [EnvironmentNoUser, InvalidPortal]),
});

export const updateCurrentRole = endpoint({
  method: "POST",
  path: "/rest/environment/updateCurrentRole",
  summary: "Changes the role whose menus are shown (specification §4, §7). Never grants a right.",
  query: z.object({
    newRole: z.enum(
      Object.keys(newRoles) as (keyof typeof newRoles)[],
      words("newRole must be PortalUser, PortalAuthor, PortalManager, PortalAdmin or SystemAdmin."),
    ),
  }),
  response: z.object({ CurrentRole: z.object({ Name: RoleName }) }),
});

/** The reserved preview guest (decisions.md "User 13"). */
export const guestId = 13;

export const fakeLogin = endpoint({
  method: "POST",
  path: "/rest/environment/fakeLogin",
  summary: "Starts the preview guest's session from a shared preview link (specification §7, decisions.md User 13).",
  body: z.optional(
    z.nullable(
      z.object({
        courseId: z.optional(z.int()),
        token: z.optional(z.string()),
        passcode: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      }),
    ),
  ),
  response: z.object({ User: z.object({ Id: z.literal(guestId) }) }),
});

/** The specification's About links (§2), in the order of the pages (aboutPages). */
export const aboutLinks = ["/About/Contact.aspx", "/About/CopyrightPolicies.aspx", "/About/Privacy.aspx"] as const;
