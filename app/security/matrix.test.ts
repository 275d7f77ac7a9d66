import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServer } from "#app/server.ts";
import { registerHealth } from "#platform/health.ts";
import { createLog } from "#platform/log.ts";
import { checkMatrix, nameOf } from "./check-matrix.ts";
import { areaOf, areas, expectations } from "./expectations.ts";
import { buildWorld, type World } from "./world.ts";

let world: World;
/** The server as main.ts assembles it, health routes included. */
let server: Awaited<ReturnType<typeof buildServer>>;
beforeAll(async () => {
  world = await buildWorld();
  const { config, databases } = world.app;
  server = await buildServer({
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
});
afterAll(async () => {
  await server.close();
  await world.app.close();
});

test("every route has a row, and every row a route", () => {
  expect(server.routeTable.length).toBeGreaterThan(50);
  expect(server.routeTable.map(nameOf).toSorted()).toEqual(Object.keys(expectations).toSorted());
});

test.each(areas)("every route of %s lets in exactly whom it should, on both portals (security.md 2, 24, 29, 63)", async (area) => {
  const isOf = (path: string) => areaOf(path) === area;
  const routes = server.routeTable.filter(({ path }) => isOf(path));
  const rows = Object.fromEntries(Object.entries(expectations).filter(([name]) => isOf(name.slice(name.indexOf("/")))));
  expect(await checkMatrix(routes, rows, { ...world, send: world.sendTo(server) })).toEqual([]);
});
