import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#platform/db/connect.ts";
import { startPooler } from "#platform/test/pooler.ts";
import { startTestApp, testPassword, type TestApp } from "./test/app.ts";

// Behind a pooler in transaction mode two transactions that follow each other share a connection, whoever they work for (README, Your own PostgreSQL).
let pooler: Awaited<ReturnType<typeof startPooler>>;
let app: TestApp;
beforeAll(async () => {
  pooler = await startPooler();
  app = await startTestApp({ DATABASE_PREPARED: "off" }, {}, pooler.reach);
});
afterAll(async () => {
  await app?.close();
  await pooler.close();
});

const roleOf = async (db: Db) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;

test("every statement works as its role, whatever ran before on the connection it was given", async () => {
  const { databases } = app;
  const portalId = app.portal("a").id;
  const request = { portalId, tokenHash: null, idleMinutes: 5, withPortals: false };
  const ways: Record<string, () => Promise<string | undefined>> = {
    stoa_system: () => databases.inSystem("ask for the role", roleOf),
    stoa_people: () => databases.inPeople(portalId, "ask for the role", roleOf),
    "stoa_app, outside a portal": () => roleOf(databases.shared),
    "stoa_app, in a portal": () => databases.inPortal(portalId, roleOf),
    "stoa_app, in a request": () => databases.openRequest(request, ({ db }) => roleOf(db)),
    "stoa_app, in a request that reads": () => databases.readRequest(request, [], ({ db }) => roleOf(db)),
  };
  const asked = Array.from({ length: 5 }, () => Object.entries(ways)).flat();
  const answers = await Promise.all(asked.map(async ([name, ask]) => [name, await ask()] as const));
  for (const [name, role] of answers) expect(role, name).toBe(name.split(",")[0]);
});

test("people of two portals sign in, read and write side by side, each in their own", async () => {
  const visits = (["a", "b"] as const).flatMap((key) => Array.from({ length: 4 }, () => key));
  await Promise.all(
    visits.map(async (key) => {
      const person = await app.aPerson(key);
      const visitor = app.anonymous(key);
      const signedIn = await visitor.post("/rest/auth/login", { email: person.email, password: testPassword });
      expect(signedIn.statusCode, signedIn.body).toBe(200);
    }),
  );
  const seen = await app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("memberships").select("portal_id").distinct().execute(),
  );
  expect(seen).toEqual([{ portal_id: app.portal("a").id }]);
});
