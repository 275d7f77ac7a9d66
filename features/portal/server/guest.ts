import type { Actor } from "#platform/actor.ts";
import type { Http } from "#platform/serve.ts";
import { guestId, type Environment } from "../contract.ts";
import type { Portal } from "./directory.ts";
import { knownSettings } from "./effective-settings.ts";
import { environmentOf } from "./environment.ts";

/** Whether a request comes from the preview guest: a browser without a session that has opened a preview link. */
export type IsGuest = (http: Http) => Promise<boolean>;

/** The reserved preview guest (decisions.md "User 13") as somebody who asks. They have no right, and no session that a call reads. */
const guest = (portalId: number, locale: string): Actor => ({
  userId: guestId,
  portalId,
  sessionId: 0,
  email: "preview-guest@stoa.invalid",
  givenName: "Preview guest",
  familyName: "",
  isSystemAdmin: false,
  isAuthor: false,
  isManager: false,
  isAdmin: false,
  limits: null,
  activeRole: "Student",
  gate: null,
  locale,
  timeZone: null,
  theme: "system",
  shortcuts: true,
  by: null,
  portals: null,
  unread: null,
  tours: null,
});

/** The environment of the preview guest: what a visitor may know of the portal, in a visitor's language, and that they are nobody's. */
export function guestEnvironment(
  portal: Portal,
  { locale, ...around }: { locale: string; origin: string; productName: string; sessionMinutes: number },
): Environment {
  const environment = environmentOf(portal, guest(portal.id, locale), {
    ...around,
    shown: { announcements: [], quickLinks: [], look: null },
  });
  return { ...environment, PortalSettings: knownSettings(portal.settings, "everyone") };
}
