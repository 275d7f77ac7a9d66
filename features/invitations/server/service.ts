import { sql } from "kysely";
import { aboutEffects, givesGroup, listGroups, requireMayAdmit } from "#features/codes/server/service.ts";
import { fills } from "#features/groups/policy.ts";
import { grantsRoles } from "#features/roles/policy.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { Language } from "#platform/languages.ts";
import { readPage } from "#platform/list/server/page.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { invites } from "../policy.ts";
import { invitationList, InvitationRow, mostAtATime } from "../staff-contract.ts";
import type * as api from "../staff-contract.ts";
import * as queries from "./queries.ts";
import { effectsOf, lettersOf, sendInvitation, withdrawAll } from "./send.ts";

export interface Inviting {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
  readonly language: Language;
}

/** Goes on as somebody who invites people into the whole portal, in a transaction of stoa_people: what an invitation gives can be a role. Throws 403. */
export async function inviting<T>(
  { open, databases, http }: OpenContext,
  why: string,
  work: (inviting: Inviting) => Promise<T>,
): Promise<T> {
  const asked = await open(async ({ actor, portal, db, language }) => {
    const asking = requireActor(actor, invites);
    await requireMayAdmit(db, asking);
    return { actor: asking, portal, language };
  });
  return databases.inPeople(asked.portal.id, why, (db) => work({ ...asked, db, http }));
}

/** One page of those who were invited. */
export async function showInvitations(
  { db, actor }: Context,
  query: Parsed<typeof api.listInvitations>["query"],
): Promise<Result<typeof api.listInvitations>> {
  await requireMayAdmit(db, actor);
  const found = await readPage(
    db,
    InvitationRow,
    { page: query.page, pageSize: invitationList.pageSize },
    queries.invitationsOf(actor.portalId, query),
  );
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      sentAt: instant(row.sentAt),
      expiresAt: instant(row.expiresAt),
      acceptedAt: instantOrNull(row.acceptedAt),
    })),
  };
}

/** What the person asking can give with an invitation. */
export async function showChoices({ db, actor }: Context): Promise<Result<typeof api.invitationChoices>> {
  await requireMayAdmit(db, actor);
  return { roles: grantsRoles.allows(actor), groups: fills.allows(actor) ? await listGroups(db, await scopeOf(db, actor)) : [] };
}

/** Invites addresses. Nobody invites with more than they may give themselves (security.md 14), and no answer says who has an account elsewhere. */
export const invite = (
  config: Pick<Config, "secret">,
  context: OpenContext,
  { emails, role, groupIds, days }: Parsed<typeof api.invite>["body"],
) =>
  inviting(context, "people are invited", async (doer): Promise<Result<typeof api.invite>> => {
    const { db, actor, portal } = doer;
    const effects = effectsOf({ role, groupIds });
    await aboutEffects(db, actor, effects);
    const members = await queries.findMembers(db, portal.id, emails);
    // In one order, so that two who invite the same people do not wait for one another in a circle.
    const invited = [...new Set(emails)].filter((email) => !members.includes(email)).toSorted();
    const letters = await lettersOf(doer, config, days);
    for (const email of invited) {
      const { id } = await sendInvitation(letters, actor, { email, effects });
      await note(doer, { action: "person_invited", object: { kind: "invitation", id }, after: { email, ...(role && { role }), groupIds } });
    }
    return { invited: invited.length, members };
  });

/** The chosen invitations that can still be followed or sent again, locked, and how many of the chosen cannot. */
async function chosenOf(db: Db, portalId: number, { ids: some, all }: Parsed<typeof api.withdrawInvitations>["body"]) {
  const ids = all ? await queries.idsOf(db, portalId, { ...all, sort: "-sent" }, mostAtATime) : (some ?? []);
  const found = await queries.lockOpen(db, portalId, ids);
  return { found, left: new Set(ids).size - found.length };
}

/** Sends invitations again; from then on they give by the rights of whoever sent them. */
export const resend = (
  config: Pick<Config, "secret">,
  context: OpenContext,
  { days, ...chosen }: Parsed<typeof api.resendInvitations>["body"],
) =>
  inviting(context, "invitations are sent again", async (doer): Promise<Result<typeof api.resendInvitations>> => {
    const { db, actor, portal } = doer;
    const { found, left } = await chosenOf(db, portal.id, chosen);
    const letters = await lettersOf(doer, config, days);
    for (const { id, email, effects } of found) {
      await aboutEffects(db, actor, effects);
      await sendInvitation(letters, actor, { email, effects });
      await note(doer, { action: "invitation_sent_again", object: { kind: "invitation", id }, after: { email } });
    }
    return { sent: found.length, left };
  });

/** Removes invitations of which nothing came, half a year after their links ended, and lists of addresses: nobody without an account stays known for longer. Gives how many invitations. For the worker. */
export const sweepInvitations = (databases: OpenContext["databases"]): Promise<number> =>
  databases.inSystemUntimed("sweep invitations", async (db) => {
    const { numAffectedRows = 0n } =
      await sql`delete from invitations where accepted_at is null and least(expires_at, withdrawn_at) < now() - interval '180 days'`.execute(
        db,
      );
    await sql`delete from invitation_lists l where l.expires_at < now()
      and not exists (select from jobs j where j.portal_id = l.portal_id and j.id = l.job_id and j.state in ('queued', 'running'))`.execute(
      db,
    );
    return Number(numAffectedRows);
  });

/** Withdraws invitations. */
export const withdraw = (context: OpenContext, chosen: Parsed<typeof api.withdrawInvitations>["body"]) =>
  inviting(context, "invitations are withdrawn", async (doer): Promise<Result<typeof api.withdrawInvitations>> => {
    const { db, portal } = doer;
    const { found, left } = await chosenOf(db, portal.id, chosen);
    await withdrawAll(db, portal.id, found);
    for (const { id, email } of found) {
      await note(doer, { action: "invitation_withdrawn", object: { kind: "invitation", id }, before: { email } });
    }
    return { withdrawn: found.length, left };
  });

/** Invitations that can still be followed and that put people into a group, or make them managers of its members, for what depends on it. */
export const invitationsGivingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'invitation' as kind, v.id, v.email as name, '/users/invitations' as "to" from invitations v
  where v.portal_id = ${portalId} and v.accepted_at is null and v.withdrawn_at is null and v.expires_at > now() and ${givesGroup(sql`v.effects`, groupId)}`;
