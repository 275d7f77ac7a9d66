import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pg from "pg";
import { expect, test } from "vitest";
import { databaseCheck } from "#platform/db/database-check.ts";
import { registerHealth } from "#platform/health.ts";
import { createLog } from "#platform/log.ts";
import { buildServer } from "./server.ts";
import { startTestApp } from "./test/app.ts";
import { startWorker } from "./worker.ts";

test("a job that fails is told in the log and counted in the metrics", async () => {
  const { config, databases, databaseUrl, close } = await startTestApp();
  const file = join(config.dataDir, "worker.log");
  const log = createLog({ level: "info", file });
  const database = databaseCheck(databaseUrl, join(import.meta.dirname, "../db"));
  const page = { html: async () => "", development: false };
  const server = await buildServer({ config, databases, log: createLog({ level: "silent" }), page });
  registerHealth(server, { config, version: "0", draining: () => false, database });
  const metrics = async () => (await server.inject({ url: "/metrics", headers: { host: "a.test" } })).body;
  expect(await metrics()).not.toContain("stoa_jobs{");

  const worker = await startWorker({ config, databases, ownerUrl: databaseUrl, log });
  expect(await metrics()).toContain('stoa_jobs{state="failed"} 0');
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  await admin.query("alter table rate_limits rename to rate_limits_away");
  await admin.query("select graphile_worker.add_job('sweep_expired', max_attempts => 1)");
  await expect.poll(metrics).toContain('stoa_jobs{state="failed"} 1');
  const line = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text) as { level: string; part?: string; msg: string })
    .find(({ level }) => level === "error");
  expect(line).toMatchObject({ part: "jobs", msg: expect.stringMatching(/Failed task \d+ \(sweep_expired.*rate_limits/s) });

  await worker.stop();
  await admin.end();
  await server.close();
  await database.close();
  await close();
});

test("a lost connection is told in words, without the connection's insides", async () => {
  const { config, databases, databaseUrl, close } = await startTestApp();
  const file = join(config.dataDir, "worker.log");
  const worker = await startWorker({ config, databases, ownerUrl: databaseUrl, log: createLog({ level: "info", file }) });
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  const log = () => readFileSync(file, "utf8");
  await expect
    .poll(async () => {
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      return log();
    })
    .toMatch(/Error with notify listener.*terminating connection/);
  expect(log()).not.toMatch(/_events|connectionParameters|secretKey/);
  await worker.stop();
  await admin.end();
  await close();
});
