import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServer } from "#app/server.ts";
import { registerHealth } from "#platform/health.ts";
import { createLog } from "#platform/log.ts";
import { checkMatrix } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { buildWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

test("every route lets in exactly whom it should, on both portals (security.md 2, 24, 29, 63)", async () => {
  // The server as main.ts assembles it, health routes included.
  const { config, databases } = world.app;
  const server = await buildServer({
    config,
    databases,
    log: createLog({ level: "silent" }),
    page: { html: async () => "<html></html>", development: false },
  });
  registerHealth(server, {
    config,
    version: "0",
    draining: () => false,
    database: { ready: async () => undefined, countJobs: async () => ({ waiting: 0, running: 0, retrying: 0, failed: 0 }) },
  });
  await server.ready();
  expect(server.routeTable.length).toBeGreaterThan(50);
  expect(await checkMatrix(server.routeTable, expectations, { ...world, send: world.sendTo(server) })).toEqual([]);
  await server.close();
}, 60_000);
