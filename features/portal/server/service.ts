import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type { RoleName } from "../contract.ts";
import { holdsRole } from "../policy.ts";
import { settingChoices } from "../setting-choices.ts";
import { effectiveSettings } from "./effective-settings.ts";
import * as queries from "./queries.ts";

/** The answer to a change of the current role. */
export const currentRole = (role: RoleName) => ({ CurrentRole: { Name: role } });

/** Whether a role that the person holds is their current one already. */
export const isCurrentRole = (actor: Actor | null, role: RoleName) => actor?.activeRole === role && holdsRole(actor, role);

/** Changes the current role of this session (specification §4) and so of the next one. Throws 403 for a role that the person does not hold. */
export async function updateCurrentRole(context: Context, role: RoleName) {
  const { db, actor } = context;
  if (!holdsRole(actor, role)) throw forbidden("no_role", "You do not have this role in this portal.");
  const { portalId, sessionId, userId, activeRole } = actor;
  if (activeRole !== role && (await queries.updateActiveRole(db, { portalId, sessionId, userId, role })))
    await note(context, { action: "role_changed", object: { kind: "user", id: userId }, before: { role: activeRole }, after: { role } });
  return currentRole(role);
}

/** The languages that a portal offers, as they stand now. */
export async function offeredLanguages(db: Db, portalId: number): Promise<string[]> {
  const { settings } = await db.selectFrom("portals").select("settings").where("id", "=", portalId).executeTakeFirstOrThrow();
  return settingChoices(effectiveSettings(settings as Record<string, unknown>), "languages");
}

export { announcementHtml, announcementLines } from "./announcement-html.ts";
export { announcementsWhere } from "./announcements.ts";
export { shownTo } from "./shown-words.ts";
export type { AudienceOf, AudiencesAsked } from "./shown.ts";
export { AnnouncementTexts, cleanTexts, textFor } from "./shown-announcements.ts";
export { usualText } from "./about.ts";
export { SystemAnnouncement, systemWordsIn } from "./system-announcement.ts";
