import type { Actor } from "#platform/actor.ts";
import { hostUrl } from "#platform/host.ts";
import { announcementKey } from "../announcement-key.ts";
import { RoleName, type Environment, type EnvironmentNoUser } from "../contract.ts";
import { holdersOf, may, permissionIds } from "../permissions.ts";
import { holdsRole } from "../policy.ts";
import { settingOn } from "../setting-values.ts";
import type { Portal } from "./directory.ts";
import { knownSettings } from "./effective-settings.ts";
import type { Page } from "./shown.ts";
import { inLanguageOf } from "./shown-announcements.ts";
import { wordsOf } from "./shown-words.ts";
import { systemHtml } from "./system-announcement.ts";

/** The permissions that the roles of somebody give in full, and that they do not have: screens hide what they are for. */
const lacking = (actor: Actor) =>
  permissionIds.filter((id) => holdersOf(id).some((role) => holdsRole(actor, role)) && !may(id).allows(actor));

interface Around {
  readonly origin: string;
  readonly productName: string;
  readonly sessionMinutes: number;
  /** What the portal shows the person now (shownIn). */
  readonly shown: Page;
}

/** The environment response of the specification (§3) for a signed-in person. The actor must have been loaded with their portals. */
export function environmentOf(portal: Portal, actor: Actor, { origin, productName, sessionMinutes, shown }: Around): Environment {
  const role = actor.activeRole as RoleName;
  const { colors, logo, mobileLogo } = shown.look ?? portal;
  return {
    validPortal: true,
    Colors: colors,
    User: {
      Authenticated: true,
      Email: actor.email,
      Id: actor.userId,
      IsSystemAdmin: actor.isSystemAdmin,
      IsAuthor: holdsRole(actor, "Author"),
      IsManager: holdsRole(actor, "Manager"),
      IsAdmin: holdsRole(actor, "Admin"),
      // A role that was withdrawn since becomes Student.
      CurrentRole: { Name: holdsRole(actor, role) ? role : "Student" },
      ...(actor.limits && { Lacks: lacking(actor) }),
      GivenName: actor.givenName,
      FamilyName: actor.familyName,
      Gate: actor.gate,
      Unread: actor.unread ?? 0,
    },
    Portal: { id: portal.id, Name: portal.name, HostUrl: hostUrl(portal.host, origin) },
    PortalSettings: knownSettings(portal.settings, "members"),
    ...wordsOf(portal, shown, actor.locale),
    Announcements: shown.announcements.map((one) => ({ Id: one.id, Key: announcementKey(one), MustRead: one.mustRead })),
    Logo: logo,
    MobileLogo: mobileLogo,
    Portals: (actor.portals ?? []).map(({ id, name, host }) => ({ id, Name: name, HostUrl: hostUrl(host, origin) })),
    Preferences: {
      Locale: actor.locale ?? portal.locale,
      TimeZone: actor.timeZone ?? portal.timeZone,
      Theme: actor.theme as Environment["Preferences"]["Theme"],
      Shortcuts: actor.shortcuts,
      // Whoever looks at the portal as somebody else is offered nothing of theirs.
      Tours: actor.by || !actor.tours ? RoleName.options : (actor.tours as RoleName[]),
    },
    ProductName: productName,
    // A timer of the browser takes 2^31 milliseconds.
    SessionMinutes: Math.min(sessionMinutes, 35_000),
  };
}

/** What the sign-in page says besides its form, in a language, else the portal's, else whichever it has. */
function welcomeOf({ welcome, locale: own }: Portal, locale: string): EnvironmentNoUser["Welcome"] {
  const text = inLanguageOf(welcome, locale, own);
  return text && { Html: text.html, Language: text.language };
}

interface AroundVisitors {
  /** The visitor's. */
  readonly locale: string;
  readonly productName: string;
  /** Whether visitors see courses of the portal. */
  readonly hasPublicCourses: boolean;
}

/** The login-time variant (specification §3). */
export const environmentNoUserOf = (portal: Portal, { locale, productName, hasPublicCourses }: AroundVisitors): EnvironmentNoUser => ({
  validPortal: true,
  Colors: portal.colors,
  Logo: portal.logo,
  MobileLogo: portal.mobileLogo,
  systemAnnouncement: systemHtml(portal.systemAnnouncement, locale, portal.locale),
  Welcome: welcomeOf(portal, locale),
  PortalName: portal.name,
  preventSelfRegistration: settingOn(portal.settings, "preventSelfRegistration"),
  Contact: { Email: portal.contact["email"] ?? "", Phone: portal.contact["phone"] ?? "" },
  PortalSettings: knownSettings(portal.settings, "everyone"),
  PublicCourses: hasPublicCourses,
  Locale: locale,
  TimeZone: portal.timeZone,
  ProductName: productName,
});
