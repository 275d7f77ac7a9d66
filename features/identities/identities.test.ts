import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { lettersTo } from "#features/mail/test/letters-to.ts";
import type { Identity } from "./contract.ts";

// A person's account over all portals, for system admins (Admin User Details, ENV-13). What others may is the matrix's.

let app: TestApp;
let system: Client;
beforeAll(async () => {
  app = await startTestApp();
  system = await app.signIn("system", "a");
});
afterAll(() => app.close());

const read = async (userId: number) => (await system.get(`/rest/identities/${userId}`)).json() as Identity;
const entries = (key: "a" | "b", userId: number) =>
  app.databases.inPortal(app.portal(key).id, (db) =>
    db.selectFrom("audit_events").select(["action", "actor_id", "after"]).where("object_id", "=", userId).orderBy("id").execute(),
  );
const inBoth = async () => {
  const person = await app.aPerson("a", { isAuthor: true });
  await app.databases.inPeople(app.portal("b").id, "prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute(),
  );
  return person;
};

test("a system admin sees in every portal what somebody is there; nobody who is none, departed or the preview guest is found", async () => {
  const { id } = await inBoth();
  const { id: courseId } = await app.aCourse("b");
  await app.anEnrolment("b", { courseId, userId: id });
  await app.openSession(app.portal("b").id, id);
  const seen = await read(id);
  expect(seen.memberships).toMatchObject([
    { name: "Portal A", host: "a.test", isHere: true, status: "active", roles: [{ role: "Author", isCopy: false }], enrolments: 0 },
    { name: "Portal B", host: "b.test", isHere: false, roles: [], enrolments: 1, completions: 0, sessions: 1 },
  ]);
  expect(seen.others).toEqual([]);
  await app.databases.inSystem("prepare a test", (db) => db.updateTable("users").set({ kind: "departed" }).where("id", "=", id).execute());
  for (const nobody of [id, 13, 999_999_999]) expect((await system.get(`/rest/identities/${nobody}`)).statusCode).toBe(404);
});

test("names and email are changed for all portals, whose logs say so; an email that is taken is refused", async () => {
  const { id, email: before } = await inBoth();
  const admin = await app.signIn("admin", "a");
  const body = { givenName: "Nora", familyName: "Neu", email: `nora${id}@new.test` };
  expect((await admin.put(`/rest/people/${id}/profile`, body)).statusCode).toBe(409);
  const sessions = [await app.signInAs({ id, email: before }, "a"), await app.signInAs({ id, email: before }, "b")];
  expect((await system.put(`/rest/identities/${id}/profile`, body)).json()).toMatchObject(body);
  for (const session of sessions) expect((await session.get("/rest/account")).statusCode).toBe(401);
  expect(await lettersTo(app, before)).toEqual(["email_changed"]);
  for (const key of ["a", "b"] as const)
    expect((await entries(key, id)).at(-1)).toMatchObject({
      action: "profile_changed",
      actor_id: system.userId,
      after: { email: body.email },
    });
  const taken = await system.put(`/rest/identities/${id}/profile`, { ...body, email: admin.email });
  expect([taken.statusCode, taken.json().errors]).toEqual([400, [expect.objectContaining({ field: "email", code: "email_taken" })]]);
});

test("somebody joins one more portal, once, and without a role; system admins need none", async () => {
  const { id } = await app.aPerson("a", { isAdmin: true });
  const path = `/rest/identities/${id}/memberships`;
  const joined = (await system.post(path, { portalId: app.portal("b").id })).json() as Identity;
  expect(joined.memberships.map(({ name, roles }) => [name, roles.length])).toEqual([
    ["Portal A", 1],
    ["Portal B", 0],
  ]);
  expect((await entries("b", id)).map(({ action }) => action)).toEqual(["person_added"]);
  expect((await system.post(path, { portalId: app.portal("b").id })).json().errors[0]).toMatchObject({ code: "is_member" });
  expect((await system.post(path, { portalId: 999_999 })).json().errors[0]).toMatchObject({ code: "no_portal" });
  const others = await system.post(`/rest/identities/${app.person("system", "b").id}/memberships`, { portalId: app.portal("b").id });
  expect([others.statusCode, others.json().code]).toEqual([409, "system_admin"]);
});

test("deactivating in one portal ends the sessions there and nowhere else, and is taken back (security.md 24)", async () => {
  const person = await inBoth();
  const [here, there] = [await app.signInAs(person, "a"), await app.signInAs(person, "b")];
  const statusOf = (key: "a" | "b") => `/rest/identities/${person.id}/memberships/${app.portal(key).id}/status`;
  expect((await system.post(statusOf("b"), { status: "suspended", reason: "" })).statusCode).toBe(400);
  const left = (await system.post(statusOf("b"), { status: "suspended", reason: "Left" })).json() as Identity;
  expect(left.memberships.map(({ status }) => status)).toEqual(["active", "suspended"]);
  expect((await here.get("/rest/environment/")).statusCode).toBe(200);
  expect((await there.get("/rest/environment/")).statusCode).toBe(401);
  await system.post(statusOf("b"), { status: "active", reason: "Back" });
  // What ended stays ended.
  expect((await there.get("/rest/environment/")).statusCode).toBe(401);
  expect((await entries("b", person.id)).slice(-2)).toMatchObject([
    { action: "person_deactivated", after: { reason: "Left" } },
    { action: "person_returned", after: { reason: "Back" } },
  ]);
  expect(
    (
      await system.post(statusOf("b").replace(String(person.id), String(app.person("student", "a").id)), {
        status: "suspended",
        reason: "Not of this portal",
      })
    ).statusCode,
  ).toBe(404);
});

test("somebody is signed out of every portal; nobody does that to themselves here", async () => {
  const person = await inBoth();
  const clients = [await app.signInAs(person, "a"), await app.signInAs(person, "b")];
  expect((await system.post(`/rest/identities/${person.id}/sessions/end`)).json()).toEqual({ ended: 2 });
  for (const client of clients) expect((await client.get("/rest/environment/")).statusCode).toBe(401);
  expect((await system.post(`/rest/identities/${system.userId}/sessions/end`)).statusCode).toBe(403);
});

test("whoever is no system admin any more changes nothing from then on", async () => {
  const { id } = await app.aPerson("a");
  const former = await app.signIn("system", "b");
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ is_system_admin: false }).where("id", "=", former.userId).execute(),
  );
  for (const reply of [
    await former.get(`/rest/identities/${id}`),
    await former.put(`/rest/identities/${id}/profile`, { givenName: "A", familyName: "B", email: "c@d.test" }),
  ])
    expect([401, 403]).toContain(reply.statusCode);
});
