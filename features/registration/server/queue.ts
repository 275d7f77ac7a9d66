import { sql } from "kysely";
import { registrationAnswered } from "#features/notifications/events/registration_answered/registration-answered.ts";
import { writeLetter } from "#features/notifications/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import { requireSeats } from "#features/seats/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readPage, type ListSql } from "#platform/list/server/page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { mostAtATime, registrationList, RegistrationRow } from "../queue-contract.ts";
import * as api from "../queue-contract.ts";
import { letsIn, opensPortal } from "../policy.ts";
import { join } from "./join.ts";
import * as queries from "./queries.ts";

/** Throws unless somebody looks after the whole portal: who registers is in no group yet. */
export async function requireWhole(db: Db, actor: Actor) {
  if ((await scopeOf(db, actor)).parts !== null)
    throw forbidden("needs_portal_scope", "Only somebody who looks after the whole portal can add people.");
}

/** Those who registered, of a query of the list's address, for counting; null for somebody who does not look after the whole portal. */
export const queueListOf = async (
  { db, actor }: Pick<Context, "db" | "actor">,
  query: Readonly<Record<string, string>>,
): Promise<ListSql | null> =>
  (await scopeOf(db, actor)).parts === null ? queries.registrationsOf(actor.portalId, readQuery(api.listRegistrations.query, query)) : null;

/** One page of those who registered. */
export async function showQueue(
  { db, actor }: Context,
  query: Parsed<typeof api.listRegistrations>["query"],
): Promise<Result<typeof api.listRegistrations>> {
  await requireWhole(db, actor);
  const found = await readPage(
    db,
    RegistrationRow,
    { page: query.page, pageSize: registrationList.pageSize },
    queries.registrationsOf(actor.portalId, query),
  );
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...row,
      askedAt: instant(row.askedAt),
      expiresAt: instant(row.expiresAt),
      decidedAt: instantOrNull(row.decidedAt),
    })),
    canChange: opensPortal.allows(actor),
  };
}

/**
 * Decides about registrations that nobody has decided yet. Approving one whose email is not confirmed is trusting it: the account then has no password until somebody makes a
 * link. Each is told by mail, in the same transaction.
 */
export async function decide(
  { open, databases, http }: OpenContext,
  { ids: chosen, all, approves, reason }: Parsed<typeof api.decideRegistrations>["body"],
): Promise<Result<typeof api.decideRegistrations>> {
  const actor = await open(async ({ db, actor: asker }) => {
    const asking = requireActor(asker, letsIn);
    await requireWhole(db, asking);
    return asking;
  });
  const { portalId } = actor;
  return databases.inSystem("registrations are decided", async (db) => {
    const ids = all ? await queries.idsOf(db, portalId, { ...all, sort: "-asked" }, mostAtATime) : (chosen ?? []);
    const found = await queries.lockOpen(db, portalId, ids);
    // All or none: a decision about many is not cut off in the middle.
    if (approves)
      await requireSeats(
        db,
        portalId,
        await queries.countNewcomers(
          db,
          portalId,
          found.map(({ email }) => email),
        ),
      );
    let decided = 0;
    // In one order, so that two who decide at once do not wait for one another in a circle.
    for (const registration of found.toSorted((one, other) => (one.email < other.email ? -1 : 1))) {
      const { id, email, locale } = registration;
      if (approves) {
        if ((await join(db, registration, { portalId, by: actor, http })) === null) continue;
      } else
        await sql`update registrations set state = 'declined', decided_at = now(), decided_by = ${actor.userId}, reason = ${reason}, password_hash = null,
          token_hash = null, field_values = '{}' where portal_id = ${portalId} and id = ${id}`.execute(db);
      if (!approves)
        await note(
          { db, portal: { id: portalId }, actor, http },
          { action: "registration_declined", object: { kind: "registration", id }, after: { email, reason } },
        );
      await writeLetter(
        db,
        portalId,
        registrationAnswered,
        { address: email, locale },
        { approved: approves, reason, returnUrl: registration.returnUrl },
      );
      decided++;
    }
    return { decided, left: new Set(ids).size - decided };
  });
}

/** Removes registrations of which nothing came: 30 days after they were made, or half a year after they were decided. For the worker. */
export const sweepRegistrations = (databases: OpenContext["databases"]): Promise<number> =>
  databases.inSystemUntimed("sweep registrations", async (db) => {
    const { numAffectedRows = 0n } =
      await sql`delete from registrations where (state in ('unconfirmed', 'waiting') and expires_at < now() - interval '30 days')
      or (state = 'declined' and decided_at < now() - interval '180 days')`.execute(db);
    return Number(numAffectedRows);
  });
