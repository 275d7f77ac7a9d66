import { connectDatabases } from "#platform/db/connect.ts";
import { settlePortal } from "#features/groups/server/recompute.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { createLog } from "#platform/log.ts";
import { cpuMs } from "./cpu-time.ts";

export interface Computed {
  readonly what: string;
  readonly members: number;
  readonly ms: number;
  /** Of PostgreSQL. */
  readonly cpuMs: number;
}

/**
 * Computes a dynamic group of about 10,000 people, as the worker does: new, again while nobody has changed, and after a hundred have. The portal's other dynamic
 * groups are archived before, so that this one alone is computed, and at the end this one too, so that the worker has nothing to do during other measurements.
 */
export async function dynamicGroup(server: ServerProcess, portalId: number): Promise<Computed[]> {
  const databases = connectDatabases({
    ownerUrl: server.databaseUrl,
    appUrl: undefined,
    config: { databasePoolSize: 2, databasePrepared: true, databaseStatementSeconds: 60 },
  });
  const text = "Halved";
  const condition = { kind: "profile", of: "familyName", test: "is", text };
  const rename = (count: number, name: string, where: string) =>
    onDatabase(server, (client) =>
      client.query(
        `update users set family_name = $1 where id in (
           select u.id from users u join memberships m on m.user_id = u.id and m.portal_id = $2 and m.status = 'active' where u.kind = 'person' and ${where} order by u.id desc limit $3)`,
        [name, portalId, count],
      ),
    );
  const group = await onDatabase(server, async (client) => {
    await client.query("update groups set status = 'archived' where portal_id = $1 and kind = 'dynamic'", [portalId]);
    const { rows } = await client.query<{ id: number }>(
      "insert into groups (portal_id, name, kind, condition) values ($1, 'Bench, by a condition', 'dynamic', $2) returning id",
      [portalId, condition],
    );
    return Number(rows[0]?.id);
  });
  const computed: Computed[] = [];
  const compute = async (what: string) => {
    const [began, before] = [performance.now(), cpuMs([server.postmaster()])];
    await settlePortal({ databases, log: createLog({ level: "silent" }) }, portalId);
    const [ms, used] = [performance.now() - began, cpuMs([server.postmaster()]) - before];
    const { rows } = await onDatabase(server, (client) =>
      client.query<{ count: number }>("select count(*)::int as count from group_members where portal_id = $1 and group_id = $2", [
        portalId,
        group,
      ]),
    );
    computed.push({ what, members: rows[0]?.count ?? 0, ms, cpuMs: used });
  };
  await rename(10_000, text, "not u.is_system_admin");
  await onDatabase(server, (client) => client.query("vacuum analyze users"));
  await compute("new");
  await compute("again, nobody changed");
  await rename(100, "Other", `u.family_name = '${text}'`);
  await compute("again, a hundred changed");
  await onDatabase(server, (client) =>
    client.query("update groups set status = 'archived' where portal_id = $1 and id = $2", [portalId, group]),
  );
  await databases.close();
  return computed;
}
