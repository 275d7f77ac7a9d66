import { sql } from "kysely";
import { readFields } from "#features/fields/server/service.ts";
import { changesSettings } from "#features/settings/policy.ts";
import { saveSettings as changeSettings } from "#features/settings/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { invalid } from "#platform/errors.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type { RegistrationSettings } from "../queue-contract.ts";
import type * as api from "../queue-contract.ts";
import { opensPortal } from "../policy.ts";
import { canAsk } from "#features/fields/asked-kinds.ts";
import { standing } from "./register.ts";

type Reply = Result<typeof api.getRegistrationSettings>;

async function read(db: Db, portalId: number): Promise<Reply> {
  const { chosen, domains, fieldIds, terms, termsVersion, isPrevented } = await standing(db, portalId);
  const fields = (await readFields(db, portalId)).filter(canAsk).map(({ id, name, isRequired }) => ({ id, name, isRequired }));
  return {
    mode: chosen,
    domains,
    fieldIds: fieldIds.filter((id) => fields.some((field) => field.id === id)),
    terms,
    termsVersion,
    isPrevented,
    fields,
  };
}

/** How the portal takes registrations. */
export const showSettings = ({ db, actor }: Context): Promise<Reply> => read(db, actor.portalId);

/** Changes how the portal takes registrations. Other terms are a new version, and the old text stays. */
export async function saveSettings(
  { open, databases, http }: OpenContext,
  wanted: RegistrationSettings,
  changed: () => void,
): Promise<Reply> {
  const { actor, say } = await open(async (scope) => ({ actor: requireActor(scope.actor, opensPortal), say: scope.say }));
  const { portalId } = actor;
  const reply = await databases.inSystem("how a portal takes registrations is changed", async (db) => {
    const { revision } = await db.selectFrom("portals").select("revision").where("id", "=", portalId).forUpdate().executeTakeFirstOrThrow();
    const before = await read(db, portalId);
    // Who may register at all is a setting of the portal: changed in one place, under one permission and one action, whichever page asks.
    if (wanted.mode !== before.mode) {
      requireActor(actor, changesSettings);
      await changeSettings({ db, portal: { id: portalId }, actor, http, say }, { revision, values: { registrationMode: wanted.mode } });
    }
    if (wanted.fieldIds.some((id) => !before.fields.some((field) => field.id === id)))
      throw invalid("fieldIds", "cannot_ask", "One of these fields cannot be asked here. Choose again.");
    const isNew = wanted.terms !== before.terms;
    const version = wanted.terms === "" ? before.termsVersion : before.termsVersion + (isNew ? 1 : 0);
    const domains = [...new Set(wanted.domains)];
    await sql`insert into registration_settings (portal_id, domains, field_ids, terms, terms_version)
      values (${portalId}, ${domains}, ${wanted.fieldIds}::bigint[], ${wanted.terms}, ${version})
      on conflict (portal_id) do update set domains = excluded.domains, field_ids = excluded.field_ids, terms = excluded.terms,
        terms_version = excluded.terms_version`.execute(db);
    if (isNew && wanted.terms !== "")
      await sql`insert into registration_terms (portal_id, version, terms, made_by) values (${portalId}, ${version}, ${wanted.terms}, ${actor.userId})`.execute(
        db,
      );
    await note(
      { db, portal: { id: portalId }, actor, http },
      {
        action: "registration_changed",
        before: { domains: before.domains, fieldIds: before.fieldIds, termsVersion: before.termsVersion },
        after: { domains, fieldIds: wanted.fieldIds, termsVersion: version },
      },
    );
    return read(db, portalId);
  });
  changed();
  return reply;
}
