import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import * as pg from "pg";
import { movePeople } from "#features/editor/server/move-people.ts";
const p = "/tmp/stoa-run-c98c215e/stoa-process-LvYS7t/postgres";
const pw = createHmac("sha256", readFileSync(p + "/password", "utf8").trim())
  .update("postgres")
  .digest("base64url");
const client = new pg.Client({ connectionString: `postgresql://postgres:${pw}@/stoa?host=${encodeURIComponent(p + "/run")}` });
pg.types.setTypeParser(20, Number);
await client.connect();
const c = (await client.query("select portal_id, input, checkpoint from jobs")).rows[0];
const connection = {
  async executeQuery(q: CompiledQuery) {
    const t = performance.now();
    if (/with people/.test(q.sql)) {
      await client.query("savepoint a");
      const e = await client.query("explain (analyze, buffers) " + q.sql, q.parameters as never[]);
      writeFileSync("/tmp/w/b-plan.txt", e.rows.map((r: Record<string, string>) => r["QUERY PLAN"]).join("\n"));
      console.log("explained", performance.now() - t);
      await client.query("rollback to a");
    }
    const t2 = performance.now();
    const r = await client.query(q.sql, q.parameters as never[]);
    console.log(q.sql.slice(0, 60), performance.now() - t2);
    return { rows: r.rows };
  },
  async *streamQuery() {},
};
const db = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (d) => new PostgresIntrospector(d),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection as never,
      beginTransaction: async () => {},
      commitTransaction: async () => {},
      rollbackTransaction: async () => {},
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  },
});
await client.query("begin");
await client.query("set local role stoa_people");
await client.query("select set_config('stoa.portal_id', $1, true), set_config('app.portal_id', $1, true)", [String(c.portal_id)]);
console.log(await movePeople(db as never, { portalId: Number(c.portal_id), versionId: c.input.versionId, after: c.checkpoint.after }));
await client.query("rollback");
await client.end();
