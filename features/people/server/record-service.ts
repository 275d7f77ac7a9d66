import { sql } from "kysely";
import type { FieldValues } from "#features/fields/definition.ts";
import type { FieldSheet } from "#features/fields/sheet-contract.ts";
import { keepSheet, readSheet } from "#features/fields/server/sheet.ts";
import { allHistory, historyColumns, showHistory } from "#features/history/server/service.ts";
import { fills } from "#features/groups/policy.ts";
import { groupInReach } from "#features/groups/server/service.ts";
import { mayChangePerson } from "#features/roles/policy.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import { endSessionsOf, sessionsOf } from "#features/account/server/service.ts";
import type { FileDoer } from "#features/fields/server/files.ts";
import type { Actor, Rule } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { forbidden, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { readPage } from "#platform/list/server/page.ts";
import { Consent, consentsList } from "../record-contract.ts";
import type * as api from "../record-contract.ts";
import { changePerson } from "./person-service.ts";
import { personInReach } from "./reach.ts";
import * as queries from "./record-queries.ts";

type Reading = Pick<Context, "db" | "actor">;

/** A person's custom fields, as far as the one who asks sees them. */
export async function showFields({ db, actor }: Reading, userId: number): Promise<FieldSheet> {
  await personInReach(db, actor, userId);
  return readSheet(db, actor, userId);
}

/** Runs work that reads something of a person whom the asker reaches. */
export const readingPerson = <T>(
  { open }: OpenContext,
  rule: Rule,
  userId: number,
  work: (scope: { db: Db; actor: Actor; userId: number }) => Promise<T>,
): Promise<T> =>
  open(async ({ db, actor: asker }) => {
    const actor = requireActor(asker, rule);
    await personInReach(db, actor, userId);
    return work({ db, actor, userId });
  });

/** Runs work that changes custom fields of a person whom the asker may change. */
export const changingFields = <T>(context: OpenContext, userId: number, work: (doer: FileDoer, userId: number) => Promise<T>): Promise<T> =>
  changePerson(context, userId, "change a person's custom fields", ({ db, actor, noting }) => work({ db, ...noting, actor }, userId));

/** Changes values of a person's custom fields. */
export const keepFields = (context: OpenContext, userId: number, values: FieldValues): Promise<FieldSheet> =>
  changingFields(context, userId, (doer) => keepSheet(doer, userId, values));

export async function showAttempts({ db, actor }: Reading, userId: number): Promise<Result<typeof api.listPersonAttempts>> {
  await personInReach(db, actor, userId);
  const rows = await queries.listAttempts(db, actor.portalId, userId);
  return {
    rows: rows.map(({ startedAt, activeAt, completedAt, ...row }) => ({
      ...row,
      startedAt: instant(startedAt),
      activeAt: instantOrNull(activeAt),
      completedAt: instantOrNull(completedAt),
    })),
  };
}

/** What a person agreed to in this portal, and from where. */
export async function showConsents(
  { db, actor }: Reading,
  userId: number,
  query: Parsed<typeof api.listConsents>["query"],
): Promise<Result<typeof api.listConsents>> {
  await personInReach(db, actor, userId);
  const found = await readPage(
    db,
    Consent,
    { page: query.page, pageSize: consentsList.pageSize },
    queries.consentsOf(actor.portalId, userId, query),
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, at: instant(row.at) })) };
}

type TranscriptQuery = Parsed<typeof api.listTranscript>["query"];

/** A person's history with the filters of their own; years are of the zone of the one who asks. */
export async function showTranscript(
  { db, actor }: Reading,
  userId: number,
  query: TranscriptQuery,
): Promise<Result<typeof api.listTranscript>> {
  await personInReach(db, actor, userId);
  return showHistory(db, { ...actor, userId }, query);
}

/** The whole history in batches, for the export. */
export async function* allTranscript({ db, actor }: Reading, userId: number, query: TranscriptQuery) {
  await personInReach(db, actor, userId);
  yield* allHistory(db, { ...actor, userId }, query);
}
export { historyColumns };

export async function showGroups({ db, actor }: Reading, userId: number): Promise<api.PersonGroups> {
  const person = await personInReach(db, actor, userId);
  const canFill = fills.allows(actor) && mayChangePerson(actor, { ...person, id: userId });
  const groups = await queries.listGroups(db, actor.portalId, userId, groupInReach(await scopeOf(db, actor), sql`g.id`));
  const history = await queries.listGroupHistory(db, actor.portalId, userId);
  return {
    groups: groups.map(({ joinedAt, isActive, ...row }) => ({
      ...row,
      joinedAt: instant(joinedAt),
      canLeave: canFill && isActive && row.isReached && row.kind !== "dynamic" && ["hand", "import", "code"].includes(row.cause ?? ""),
    })),
    history: history.map(({ at, ...row }) => ({ ...row, at: instant(at) })),
    canFill,
  };
}

/** A person's sign-ins and present sessions in this portal. */
export async function showSignIns({ db, actor }: Reading, userId: number, idleMinutes: number): Promise<api.PersonSignIns> {
  await personInReach(db, actor, userId);
  const rows = await queries.listSignIns(db, actor.portalId, userId);
  return {
    sessions: await sessionsOf(db, { portalId: actor.portalId, userId }, idleMinutes),
    rows: rows.map(({ at, ...row }) => ({ ...row, at: instant(at) })),
  };
}

/** Signs a person out of this portal, in one browser or in all. Throws 404 for a session that is not theirs. */
export async function endSessions(
  context: OpenContext,
  userId: number,
  which: Parsed<typeof api.endPersonSessions>["body"],
): Promise<{ ended: number }> {
  const { actor, noting } = await changePerson(context, userId, "sign a person out", async (scope) => {
    if (scope.actor.userId === userId) throw forbidden("own_record", "You change your own data in My account.");
    return { actor: scope.actor, noting: scope.noting };
  });
  // Sessions of others are ended as the system role only.
  return context.databases.inSystem("end sessions of a person", async (db) => {
    const ended = await endSessionsOf(db, { portalId: actor.portalId, userId }, "sessionId" in which ? { id: which.sessionId } : "all");
    if ("sessionId" in which && ended === 0) throw notFound("session", "This browser is no longer signed in.");
    if (ended > 0)
      await note({ db, ...noting }, { action: "sessions_ended", object: { kind: "user", id: userId }, after: { count: ended } });
    return { ended };
  });
}
