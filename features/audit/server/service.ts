import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Log } from "#platform/log.ts";
import type { Context } from "#platform/serve.ts";
import { auditList, AuditRow, type checkAudit, type listAudit } from "../contract.ts";
import { auditOf, findHead, listProblems, sealSome } from "./queries.ts";

export { changesOfObject } from "./queries.ts";

type Query = Parsed<typeof listAudit>["query"];

/** What was done in the portal. */
export async function showAudit({ db, actor }: Context, query: Query): Promise<Result<typeof listAudit>> {
  const found = await readPage(db, AuditRow, { page: query.page, pageSize: auditList.pageSize }, auditOf(actor.portalId, query));
  return { ...found, rows: found.rows.map((row) => ({ ...row, at: instant(row.at) })) };
}

/** The same in batches. */
export const allAudit = (db: Db, portalId: number, query: Query) => readAll(db, AuditRow, auditOf(portalId, query));

/** The columns of the export; actions as programs call them, times in UTC. */
export const auditColumns = (say: Say): readonly CsvColumn<AuditRow>[] => [
  [say("Entry"), (row) => row.id],
  [say("Time (UTC)"), (row) => instant(row.at)],
  [say("Who"), (row) => row.actor],
  [say("In the name of"), (row) => row.asName],
  [say("Action"), (row) => row.action],
  [say("Kind of thing"), (row) => row.objectKind],
  [say("Number of the thing"), (row) => row.objectId],
  [say("Thing"), (row) => row.object],
  [say("Before"), (row) => (row.before ? JSON.stringify(row.before) : null)],
  [say("After"), (row) => (row.after ? JSON.stringify(row.after) : null)],
  [say("IP address"), (row) => row.ip],
  [say("Request"), (row) => row.requestId],
  [say("Place in the chain"), (row) => row.link],
];

/** Whether the chain of the portal is whole. */
export async function showCheck({ db, actor }: Context): Promise<Result<typeof checkAudit>> {
  const { sealedAt, ...head } = await findHead(db, actor.portalId);
  return { ...head, sealedAt: instantOrNull(sealedAt), problems: await listProblems(db, actor.portalId) };
}

// Each call looks a day back for what came late, so it should not be one of very many.
const atOnce = 10_000;

/**
 * Seals what every portal's audit log got since the last time. The log of the server keeps the head of each chain that grew: whoever keeps that log elsewhere can
 * tell when a whole chain was written anew. Returns how many entries were sealed. For the worker.
 */
export async function sealAudit(databases: Databases, log: Pick<Log, "info">): Promise<number> {
  const portals = await databases.inSystemUntimed("portals whose audit log is sealed", (db) =>
    db.selectFrom("portals").select("id").execute(),
  );
  let all = 0;
  for (const { id } of portals) {
    let sealed = 0;
    for (let some = atOnce; some === atOnce; sealed += some)
      some = await databases.inSystemUntimed("seal the audit log", (db) => sealSome(db, id, atOnce));
    if (sealed > 0) {
      const { head, sealed: position } = await databases.inSystemUntimed("the head of the audit log", (db) => findHead(db, id));
      log.info({ part: "audit", portalId: id, position, head }, "sealed");
    }
    all += sealed;
  }
  return all;
}
