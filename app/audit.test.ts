import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { note, type Doer, type Happening } from "#platform/audit.ts";
import { startTestApp, type TestApp } from "./test/app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const http = { ip: "192.0.2.7", requestId: "r-1" };

async function noted(actor: Doer["actor"], happening: Happening) {
  const { id } = app.portal("a");
  return app.databases.inPortal(id, async (db) => {
    await note({ db, portal: { id }, actor, http }, happening);
    const {
      id: _,
      at: _at,
      ...row
    } = await db
      .selectFrom("audit_events")
      .selectAll()
      .where("action", "=", happening.action)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    return row;
  });
}

test("a line says who did it, as whom, to what, and what that was before and after", async () => {
  const { id: portalId } = app.portal("a");
  const [admin, student] = [app.person("admin", "a").id, app.person("student", "a").id];
  const change = { object: { kind: "course", id: 7 }, before: { status: "draft" }, after: { status: "published" } };
  expect(await noted({ userId: student, by: { userId: admin } }, { action: "tried_out", ...change })).toEqual({
    portal_id: portalId,
    actor_id: admin,
    as_id: student,
    action: "tried_out",
    object_kind: "course",
    object_id: 7,
    before: { status: "draft" },
    after: { status: "published" },
    ip: "192.0.2.7",
    request_id: "r-1",
    // For the seal, which holds of an entry that is erased later too.
    salt: expect.stringMatching(/^[0-9a-f-]{36}$/),
    erased_at: null,
  });
  expect(await noted(null, { action: "knocked" })).toMatchObject({
    actor_id: null,
    as_id: null,
    object_kind: null,
    object_id: null,
    before: null,
    after: null,
  });
});

test("nobody else writes to the audit log", () => {
  const root = join(import.meta.dirname, "..");
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`]audit_events|(?:insert\s+into|update|delete\s+from|merge\s+into)\s+audit_events/i;
  for (const sample of ['insertInto("audit_events")', "INSERT INTO audit_events", "update audit_events set"])
    expect(sample).toMatch(writes);
  const writers = ["app", "features", "platform", "db"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|\.d\.ts$/.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((name) => writes.test(readFileSync(join(root, name), "utf8"))),
  );
  expect(writers).toEqual(["platform/audit.ts"]);
});
