import { sql } from "kysely";
import type { Portal } from "#features/portal/server/directory.ts";
import type { Gate } from "#platform/actor.ts";
import type { Databases, OpenedRequest } from "#platform/db/connect.ts";
import type { PortalRef } from "#platform/serve.ts";
import { factorsOf } from "../factors/factors.ts";
import type { SignInSettings } from "../sign-in-settings.ts";
import { graceEnd, needsFactor } from "./door.ts";
import { findSettings, signInSettingsOf } from "./settings.ts";

/**
 * Says what somebody has to do before anything else. Sessions from before the portal wanted a second factor, or from before the person had the role, are asked for one too
 * (security.md 54). The answer stays with the session, so only the first request under a rule takes a statement; from then on open_request says when the days are over.
 */
export function gateFinder({ inSystem }: Pick<Databases, "inSystem">) {
  const settings = new WeakMap<PortalRef, SignInSettings>();
  return (portal: PortalRef, opened: OpenedRequest): Gate | null | Promise<Gate | null> => {
    if (!opened.factor_open || opened.gate === "password") return opened.gate;
    let known = settings.get(portal);
    if (!known) settings.set(portal, (known = signInSettingsOf((portal as Portal).settings)));
    const { user_id: userId, is_author: isAuthor, is_manager: isManager, is_admin: isAdmin, is_system_admin: isSystemAdmin } = opened;
    const daysOf = ({ factorRoles, factorGraceDays }: SignInSettings) =>
      needsFactor(factorRoles, { isAuthor, isManager, isAdmin, isSystemAdmin }) ? factorGraceDays : null;
    if (daysOf(known) === opened.factor_days) return opened.gate;
    return inSystem("ask a session for a second factor", async (db) => {
      // As the settings are now: what a process knows of a portal may be some seconds old.
      const days = daysOf(await findSettings(db, portal.id));
      const hasOne = days !== null && (await factorsOf(db, portal.id, userId)).some((name) => name !== "recovery");
      const due = days === null || hasOne ? null : await graceEnd(db, portal.id, userId, days);
      // Never waits: this request may hold the session's row itself. Another one stores it then.
      await sql`update sessions s set factor_due_at = ${due && new Date(due)}, factor_days = ${due && days}
        from (select portal_id, id from sessions where portal_id = ${portal.id} and id = ${opened.session_id} and factor_at is null for no key update skip locked) free
        where s.portal_id = free.portal_id and s.id = free.id`.execute(db);
      if (due !== null && due <= Date.now()) return "factor";
      return opened.gate === "factor" ? null : opened.gate;
    });
  };
}
