// F20: the process is killed at rows 3,000 and 6,000 of an import of 10,000 people. The job goes on after each start, does each row once, and can be undone.
import { onDatabase, startProcess } from "#app/test/server.ts";
import { until } from "./browser.ts";
import type { Fault } from "./report.ts";
import { expectJson, makeWorld } from "./world.ts";

const rows = 10_000;
const killsAt = [3000, 6000];
/** Seconds for which a job belongs to a worker that says nothing; twice as long, and it counts as stuck. */
const leaseSeconds = 10;

interface Shown {
  readonly id: number;
  readonly plan: object;
  readonly state: string;
  readonly runJobId: number | null;
  readonly counts: Readonly<Record<string, number>>;
}

export const peopleImportKilled: Fault = {
  id: "F20",
  title: `SIGKILL at rows ${killsAt.join(" and ")} of an import of ${rows.toLocaleString("en")} people`,
  async run(port) {
    const stoa = await startProcess({ port, settings: { JOB_LEASE_SECONDS: String(leaseSeconds) } });
    try {
      const world = await makeWorld(stoa);
      const admin = await world.aPerson();
      const query = <Row extends object>(text: string, values: unknown[] = []) =>
        onDatabase(stoa, async (client) => (await client.query<Row>(text, values)).rows);
      await query("insert into role_assignments (portal_id, user_id, role, scope) values ($1, $2, 'Admin', '{\"kind\": \"portal\"}')", [
        world.portalId,
        admin.userId,
      ]);
      await query("select apply_roles($1, $2)", [world.portalId, admin.userId]);
      const count = async (text: string) => Number((await query<{ count: string }>(text))[0]?.count);
      const written = () => count("select count(*) from users where email like '%@fault20.example'");

      const lines = Array.from({ length: rows }, (_, nth) => `row${nth + 1}@fault20.example,Given ${nth + 1},Family`);
      const text = `email,given name,family name\n${lines.join("\n")}\n`;
      const { id, plan } = expectJson<Shown>(await admin.post("/rest/imports/paste", { text }));
      const shown = async () => expectJson<Shown>(await admin.get(`/rest/imports/${id}`));
      const reaches = async (state: string) => {
        const took = await until(async () => (await shown()).state === state, 240_000, 200);
        if (took === null) throw new Error(`The import did not come to be ${state}: ${JSON.stringify(await shown())}`);
      };
      expectJson(await admin.post(`/rest/imports/${id}/check`, plan));
      await reaches("checked");
      expectJson(await admin.post(`/rest/imports/${id}/run`, { people: null }));
      const notes: string[] = [];
      const problems: string[] = [];
      for (const at of killsAt) {
        if ((await until(async () => (await written()) >= at, 240_000, 20)) === null) throw new Error(`Row ${at} was not reached.`);
        await stoa.kill();
        await stoa.start();
        const before = await written();
        const waited = await until(async () => (await written()) > before || before === rows, 4 * leaseSeconds * 1000, 100);
        notes.push(`killed at row ${before}; went on ${waited === null ? "never" : `${(waited / 1000).toFixed(1)} s`} after the start`);
        if (waited === null || waited > 2 * leaseSeconds * 1000) problems.push(`stuck for more than twice the lease after row ${before}`);
      }
      await reaches("done");
      const people = await written();
      const entries = await count("select count(*) from audit_events where action = 'person_imported'");
      const told = await count("select count(distinct object_id) from audit_events where action = 'person_imported'");
      const { runJobId, counts } = await shown();
      if (counts["done"] !== rows) problems.push(`the import says ${counts["done"]} rows`);
      if (told !== rows) problems.push(`the audit log tells of ${told} people`);
      expectJson(await admin.post(`/rest/jobs/${runJobId}/undo`, {}));
      await reaches("undone");
      const left = await count(
        "select count(*) from memberships m join users u on u.id = m.user_id where u.email like '%@fault20.example'",
      );
      if (left !== 0) problems.push(`${left} people are left after the undo`);
      return {
        ok: problems.length === 0 && people === rows && entries === rows,
        acknowledged: rows,
        lost: rows - people,
        doubled: entries - told,
        wrong: problems.length,
        faults: killsAt.length,
        notes: [...notes, ...problems],
      };
    } finally {
      await stoa.close();
    }
  },
};
