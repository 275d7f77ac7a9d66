import { afterAll, beforeAll, expect, test } from "vitest";
import { permissions } from "./permissions.ts";
import { startTestApp, type TestApp } from "./test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("every rule of a route that not everybody passes belongs to a permission, and every permission's rule to a route (ROLE-5)", () => {
  const used = new Set(
    app.server.routeTable.map(({ rule }) => rule).filter((name) => name !== "anonymous" && !name.startsWith("signed in:")),
  );
  const named = new Set(Object.values(permissions).flatMap((rules) => rules.map(({ name }) => name)));
  expect([...named].toSorted()).toEqual([...used].toSorted());
});
