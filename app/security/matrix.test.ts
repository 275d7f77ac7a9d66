import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMatrix } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { buildWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

test("every route lets in exactly whom it should, on both portals (security.md 2, 24, 29, 63)", async () => {
  expect(await checkMatrix(world.app.server.routeTable, expectations, world)).toEqual([]);
}, 60_000);
