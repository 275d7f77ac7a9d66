import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { verifyPassword } from "#features/auth/server/passwords.ts";
import { setupToken } from "#features/auth/server/setup.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import { freshDatabase } from "#platform/test/database.ts";
import { bootstrap } from "./bootstrap.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function emptyStart(env: Record<string, string>) {
  const database = await freshDatabase(inject("superUrl"));
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-bootstrap-"));
  const config = { ...loadConfig({ STOA_DATA: dataDir, ...env }), secret: "a-secret-for-tests-a-secret-for-tests" };
  const databases = connectDatabases({ ownerUrl: database.url, appUrl: undefined, config });
  ends.push(
    () => rmSync(dataDir, { recursive: true }),
    database.drop,
    () => databases.close(),
  );
  return { config, databases, log: createLog({ level: "silent" }) };
}

test("the first start loads the demo and says where it is and who may sign in; the next one says the same", async () => {
  const start = await emptyStart({ PUBLIC_URL: "http://localhost:4141" });
  const lines = await bootstrap(start);
  expect(lines[0]).toBe("Northwind Academy: http://localhost:4141");
  expect(lines[1]).toContain("student@stoa.example");
  expect(lines[1]).toContain("stoa-demo-2026");
  expect(lines).toContain("Harbor Health: http://harbor.localhost:4141");
  expect(await bootstrap(start)).toEqual(lines);
  const student = await start.databases.inSystem("look at a test", (db) =>
    db.selectFrom("users").select("password_hash").where("email", "=", "student@stoa.example").executeTakeFirstOrThrow(),
  );
  expect(await verifyPassword(student.password_hash ?? "", "stoa-demo-2026")).toBe(true);
});

test("a public address that is not localhost opens the first demo portal", async () => {
  const start = await emptyStart({ PUBLIC_URL: "http://learn.test:8080" });
  expect((await bootstrap(start))[0]).toBe("Northwind Academy: http://learn.test:8080");
});

test("without the demo an empty start points to the set-up, and prints its token only when that was generated", async () => {
  const start = await emptyStart({ STOA_DEMO: "off" });
  expect(await bootstrap(start)).toEqual([
    expect.stringMatching(/\/v\/setup$/),
    `Set-up token, for another machine than this one: ${setupToken(start.config)}`,
  ]);
  const said = (await bootstrap({ ...start, config: { ...start.config, setupToken: "open-sesame" } })).join(" ");
  expect(said).toMatch(/\/v\/setup .*the one of STOA_SETUP_TOKEN$/);
  expect(said).not.toContain("open-sesame");
  expect(await start.databases.shared.selectFrom("portals").select("id").execute()).toEqual([]);
});

test("without the demo STOA_ADMIN_EMAIL makes the first portal and its system admin", async () => {
  const start = await emptyStart({
    STOA_DEMO: "off",
    STOA_ADMIN_EMAIL: "ada@learn.test",
    STOA_ADMIN_PASSWORD: "long-enough-for-ada",
    PUBLIC_URL: "https://learn.test",
  });
  expect(await bootstrap(start)).toEqual(["Stoa: https://learn.test"]);
  const admin = await start.databases.inSystem("look at a test", (db) =>
    db.selectFrom("users").select(["is_system_admin", "password_hash"]).where("email", "=", "ada@learn.test").executeTakeFirstOrThrow(),
  );
  expect(admin.is_system_admin).toBe(true);
  expect(await verifyPassword(admin.password_hash ?? "", "long-enough-for-ada")).toBe(true);
});

const safe = { PUBLIC_URL: "https://learn.example.org", CONTENT_ORIGIN: "https://content.example.net" };

test("production refuses the demo before anything is written", async () => {
  const start = await emptyStart({ ...safe, NODE_ENV: "production", STOA_DEMO: "on" });
  await expect(bootstrap(start)).rejects.toThrow("STOA_DEMO_IN_PRODUCTION");
  expect(await start.databases.shared.selectFrom("portals").select("id").execute()).toEqual([]);
});
