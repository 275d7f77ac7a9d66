import { sql } from "kysely";
import { aboutEffects } from "#features/codes/server/service.ts";
import { startJob } from "#features/jobs/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { OpenContext } from "#platform/serve.ts";
import { readAddresses } from "../addresses.ts";
import { invitePeople } from "../jobs/invite-people.ts";
import { mostListed } from "../staff-contract.ts";
import type * as api from "../staff-contract.ts";
import * as queries from "./list-queries.ts";
import { effectsOf } from "./send.ts";
import { inviting } from "./service.ts";

/** Entries told back by which nobody is invited. */
const mostTold = 50;
const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`;
/** A list is kept a day for being run, and then for as long as its job can be undone or tried again. */
const [keptDays, ranDays] = [1, 30];

/** Keeps a pasted list for whoever pasted it, with what inviting each entry would do. Throws 400 for too many, and where nobody may give what it gives. */
export const previewList = (context: OpenContext, { text, role, groupIds, days }: Parsed<typeof api.previewInvitations>["body"]) =>
  inviting(context, "invitations are previewed", async (doer): Promise<Result<typeof api.previewInvitations>> => {
    const { db, actor, portal, language } = doer;
    const entries = readAddresses(text);
    if (entries.length === 0) throw invalid("text", "no_lines", "Enter at least one email.");
    if (entries.length > mostListed)
      throw invalid("text", "too_many_lines", "Paste {maximum, number} lines or fewer at a time.", { maximum: mostListed });
    const effects = effectsOf({ role, groupIds });
    await aboutEffects(db, actor, effects);
    const { id } = await db
      .insertInto("invitation_lists")
      .values({
        portal_id: portal.id,
        owner_id: actor.userId,
        effects: JSON.stringify(effects),
        days,
        locale: language,
        expires_at: inDays(keptDays),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const key = { portalId: portal.id, listId: id };
    await queries.insertLines(db, key, entries);
    const counts = { new: 0, again: 0, member: 0, suppressed: 0, malformed: 0, twice: 0 };
    for (const { fate, count } of await queries.countFates(db, key)) counts[fate] = count;
    await note(doer, { action: "invitations_previewed", object: { kind: "invitation_list", id }, after: counts });
    return { id, counts, left: await queries.listLeft(db, key, mostTold) };
  });

/** Begins to invite whom a previewed list of one's own said, once. Throws 404 for a list that is gone, or somebody else's, and 409 where it invites nobody. */
export const runList = (context: OpenContext, listId: number) =>
  inviting(context, "a list is invited", async (doer): Promise<Result<typeof api.inviteList>> => {
    const { db, actor, portal } = doer;
    const key = { portalId: portal.id, listId };
    const list = await queries.findList(db, key, { lock: true });
    if (!list || list.ownerId !== actor.userId) throw notFound("invitation_list", "This list is not there any more. Paste it again.");
    if (list.jobId !== null) return { jobId: list.jobId };
    await aboutEffects(db, actor, list.effects);
    const fates = await queries.countFates(db, key);
    const count = fates.reduce((sum, one) => sum + (one.fate === "new" || one.fate === "again" ? one.count : 0), 0);
    if (count === 0) throw conflict("nobody_to_invite", "Nobody on this list can be invited.");
    const jobId = await startJob(doer, invitePeople, { input: { listId, count }, total: count });
    await db
      .updateTable("invitation_lists")
      .set({ job_id: jobId, expires_at: inDays(ranDays) })
      .where("portal_id", "=", portal.id)
      .where("id", "=", listId)
      .execute();
    await note(doer, { action: "invitations_started", object: { kind: "invitation_list", id: listId }, after: { people: count, jobId } });
    return { jobId };
  });
