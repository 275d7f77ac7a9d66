import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";

// What Switch Portal shows of each portal (ENV-11): only of one's own.

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const path = "/rest/environment/portals";
const shown = async (client: Client) =>
  ((await client.get(path)).json() as { portals: { id: number; role: string; overdue: number; lastVisitAt: string | null }[] }).portals;
/** How a portal without a look of its own is shown. */
const plain = { logo: null, tile: { background: expect.any(String), text: expect.any(String) } };
const past = new Date(Date.now() - 86_400_000);
const ahead = new Date(Date.now() + 86_400_000);

/** Somebody who manages portal A, and learns in portal B. */
async function inBoth() {
  const person = await app.aPerson("a", { isManager: true, isAuthor: true });
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute(),
  );
  return person;
}
const enrolled = async (key: "a" | "b", userId: number, dueAt: Date) => {
  const { id: courseId } = await app.aCourse(key);
  return app.anEnrolment(key, { courseId, userId, dueAt });
};

test("each portal with the highest role, what is overdue there and the last visit, the last visited first", async () => {
  const person = await inBoth();
  await enrolled("a", person.id, past);
  await enrolled("a", person.id, ahead);
  for (const other of [await app.aPerson("b"), person, person]) await enrolled("b", other.id, past);
  const here = await app.signInAs(person, "a");
  const [a, b] = [app.portal("a").id, app.portal("b").id];
  expect(await shown(here)).toEqual([
    { id: a, role: "Manager", overdue: 1, lastVisitAt: expect.any(String), ...plain },
    { id: b, role: "Student", overdue: 2, lastVisitAt: null, ...plain },
  ]);
  const there = await app.signInAs(person, "b");
  expect((await shown(there)).map(({ id }) => id)).toEqual([b, a]);
});

test("a role that ended by its date is held no more, though its flag still stands", async () => {
  const person = await app.aPerson("a", { isAdmin: true });
  await app.databases.inSystem("prepare a test", async (db) => {
    await db
      .updateTable("role_assignments")
      .set({ starts_at: new Date(past.getTime() - 1000), ends_at: past })
      .where("user_id", "=", person.id)
      .execute();
    await db.updateTable("memberships").set({ roles_change_at: past }).where("user_id", "=", person.id).execute();
  });
  expect(await shown(await app.signInAs(person, "a"))).toMatchObject([{ role: "Student" }]);
});

test("a copy of a role counts as that role", async () => {
  const person = await app.aPerson("a");
  const admin = await app.signIn("admin", "a");
  const { copyId } = (await admin.post("/rest/roles/copies", { of: "Manager", name: "Looks only", permissions: ["see-people"] })).json();
  const role = { userId: person.id, role: "Manager", copyId, scope: { kind: "portal" }, startsAt: null, endsAt: null };
  expect((await admin.post("/rest/roles", role)).statusCode).toBe(200);
  expect(await shown(await app.signInAs(person, "a"))).toMatchObject([{ role: "Manager" }]);
});

test("a portal where the person was deactivated is left out, and so is every portal of others", async () => {
  const person = await inBoth();
  const client = await app.signInAs(person, "a");
  expect(await shown(client)).toHaveLength(2);
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("memberships")
      .set({ status: "suspended" })
      .where("user_id", "=", person.id)
      .where("portal_id", "=", app.portal("b").id)
      .execute(),
  );
  expect((await shown(client)).map(({ id }) => id)).toEqual([app.portal("a").id]);
  expect((await shown(await app.signIn("student", "a"))).map(({ id }) => id)).toEqual([app.portal("a").id]);
  expect((await app.anonymous("a").get(path)).statusCode).toBe(401);
});

test("a system admin has every portal, also without belonging to it", async () => {
  const standings = await shown(await app.signIn("system", "a"));
  expect(standings.map(({ id, role, overdue }) => [id, role, overdue])).toEqual([
    [app.portal("a").id, "System", 0],
    [app.portal("b").id, "System", 0],
  ]);
});

test("whoever looks at the portal as somebody else or as a role sees none", async () => {
  const person = await inBoth();
  for (const body of [{ userId: person.id, writes: false, reason: "" }, { role: "Author" }]) {
    const admin = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
    expect(await shown(admin)).toHaveLength(1);
    const begun = await admin.post("userId" in body ? "/rest/roles/looks" : "/rest/roles/looks/role", body);
    expect(begun.statusCode).toBe(200);
    expect(await shown(admin)).toEqual([]);
  }
});
