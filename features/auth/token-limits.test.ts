import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { buildServer } from "#app/server.ts";
import { aProgram } from "#features/tokens/test/a-program.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import type { FastifyInstance } from "fastify";

// The limit of calls with one token, which holds over two servers with connections of their own, as over two processes.

let app: TestApp;
let second: FastifyInstance;
let others: Databases;
beforeAll(async () => {
  app = await startTestApp({ RATE_TOKEN: "30", RATE_ANON_PER_IP: "5" });
  others = connectDatabases({ ownerUrl: app.databaseUrl, appUrl: undefined, config: app.config });
  const page = { html: async () => "", development: false };
  second = await buildServer({ config: app.config, databases: others, log: createLog({ level: "silent" }), page });
});
afterAll(async () => {
  await second?.close();
  await others?.close();
  await app?.close();
});

test("two servers answer no more than the limit together, then 429 with the waiting time; another token has its own", async () => {
  const client = await app.signIn("student", "a");
  const { secret } = await aProgram(app, "a", client);
  const headers = { host: "a.test", authorization: `Bearer ${secret}` };
  const ask = (on: FastifyInstance) => on.inject({ method: "GET", url: "/rest/history", headers });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => ask(nth % 2 === 0 ? app.server : second)));
  const fine = answers.filter(({ statusCode }) => statusCode === 200);
  expect(fine.length).toBe(30);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  for (const { statusCode, headers: got } of refused) {
    expect(statusCode).toBe(429);
    expect(Number(got["retry-after"])).toBeGreaterThan(0);
  }
  expect(refused[0]?.json()).toMatchObject({ code: "too_many" });
  // A few small writes for all of these calls.
  const { points } = await app.databases.shared
    .selectFrom("rate_limits")
    .select("points")
    .orderBy("points", "desc")
    .executeTakeFirstOrThrow();
  expect(points).toBeGreaterThanOrEqual(30);
  const other = await aProgram(app, "a", client);
  expect((await other.get("/rest/history")).statusCode).toBe(200);
});

test("made-up tokens are counted by their address", async () => {
  const headers = { host: "a.test", authorization: "Bearer stoa_made-up" };
  const codes: number[] = [];
  for (let nth = 0; nth < 6; nth++) codes.push((await app.server.inject({ method: "GET", url: "/rest/history", headers })).statusCode);
  expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
});
