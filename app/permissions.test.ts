import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#platform/actor.ts";
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

test("whatever another role may, an admin may: looking as somebody is never a way up (USR-3; security.md 17)", () => {
  const nobody = { isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false };
  for (const [id, rules] of Object.entries(permissions))
    for (const rule of rules)
      for (const lower of [
        nobody,
        { ...nobody, isAuthor: true },
        { ...nobody, isManager: true },
        { ...nobody, isAuthor: true, isManager: true },
      ])
        if (rule.allows(lower as Actor))
          expect([id, rule.name, rule.allows({ ...nobody, isAdmin: true } as Actor)]).toEqual([id, rule.name, true]);
});
