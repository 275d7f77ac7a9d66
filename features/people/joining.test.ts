import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { lettersTo } from "#features/mail/test/letters-to.ts";

let app: TestApp;
let manager: Client;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  manager = await app.signIn("manager", "a");
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const newest = async (action: string, key: "a" | "b" = "a") =>
  app.databases.inPortal(app.portal(key).id, (db) =>
    db.selectFrom("audit_events").selectAll().where("action", "=", action).orderBy("id", "desc").executeTakeFirst(),
  );
/** Makes somebody who is a member of one portal a member of the other too. */
const joins = (userId: number, key: "a" | "b", fields: { is_admin?: boolean } = {}) =>
  app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal(key).id, user_id: userId, ...fields })
      .execute(),
  );

/** Somebody deactivated here who has this external id. */
async function aLeaver(externalId: string) {
  const person = await app.aPerson("a", { givenName: "Lea", familyName: "Left" });
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("memberships")
      .set({ external_id: externalId, status: "suspended" })
      .where("portal_id", "=", app.portal("a").id)
      .where("user_id", "=", person.id)
      .execute(),
  );
  return person;
}

// Who comes into a portal, leaves it and comes back (USR-6).

describe("adding, deactivating, returning (USR-6)", () => {
  test("somebody new gets an account without a password and no role; columns that nobody may set stay (security.md 15)", async () => {
    const email = "brand-new@a.test";
    const body = { email: "Brand-New@a.test", givenName: "Noa", familyName: "Levi", isAdmin: true, is_system_admin: true, password: "x" };
    const { userId } = (await manager.post("/rest/people", body)).json();
    expect((await manager.get(`/rest/people/${userId}`)).json()).toMatchObject({
      email,
      givenName: "Noa",
      hasPassword: false,
      roles: { author: false, manager: false, admin: false },
    });
    expect(await newest("person_added")).toMatchObject({ actor_id: manager.userId, object_id: userId });
    const again = await admin.post("/rest/people", { email, givenName: "A", familyName: "B" });
    expect(again.json().errors).toMatchObject([{ field: "email", code: "is_member" }]);
  });

  test("an external id of somebody deactivated here offers to bring them back, with the new email and name (USR-6)", async () => {
    const left = await aLeaver("P-100");
    const typed = { email: "lea.new@a.test", givenName: "Lea", familyName: "Again", externalId: "P-100" };
    const offer = await manager.post("/rest/people", typed);
    expect([offer.statusCode, offer.json()]).toEqual([
      200,
      { leaver: { userId: left.id, name: "Lea Left", email: left.email, keepsIdentity: false } },
    ]);
    expect((await admin.get(`/rest/people/${left.id}`)).json()).toMatchObject({ status: "suspended", familyName: "Left" });
    const back = await manager.post(`/rest/people/${left.id}/return`, typed);
    expect(back.json()).toMatchObject({ userId: left.id, status: "active", email: "lea.new@a.test", familyName: "Again" });
    // The old address is told (security.md row 58).
    expect(await lettersTo(app, left.email)).toEqual(["email_changed"]);
    expect(await newest("person_returned")).toMatchObject({
      actor_id: manager.userId,
      object_id: left.id,
      before: { status: "suspended", email: left.email, family_name: "Left" },
      after: { status: "active", email: "lea.new@a.test", family_name: "Again" },
    });
    const again = await manager.post("/rest/people", { ...typed, email: "another@a.test" });
    expect(again.json().errors).toMatchObject([{ field: "externalId", code: "id_taken" }]);
  });

  test("an email of somebody deactivated here offers it too; who belongs elsewhere keeps name and email (USR-6, ENV-13)", async () => {
    const left = await aLeaver("P-101");
    await joins(left.id, "b");
    const typed = { email: left.email, givenName: "Other", familyName: "Typed", externalId: "P-102" };
    expect((await admin.post("/rest/people", typed)).json()).toMatchObject({ leaver: { userId: left.id, keepsIdentity: true } });
    const back = await admin.post(`/rest/people/${left.id}/return`, { ...typed, email: "typed@a.test" });
    expect(back.json()).toMatchObject({ status: "active", email: left.email, givenName: "Lea", familyName: "Left" });
    const away = await admin.post(`/rest/people/${left.id}/status`, { status: "suspended", reason: "By mistake" });
    expect(away.json()).toMatchObject({ status: "suspended" });
  });

  test("the external id and email of an account that was merged away lead to whom it was merged into (USR-6)", async () => {
    const [kept, gone] = [await aLeaver("P-103"), await aLeaver("P-104")];
    await app.databases.inSystem("prepare a test", async (db) => {
      await db.updateTable("users").set({ kind: "departed" }).where("id", "=", gone.id).execute();
      await db
        .insertInto("merges")
        .values({
          portal_id: app.portal("a").id,
          kept_id: kept.id,
          gone_id: gone.id,
          choices: JSON.stringify({}),
          asked_by: admin.userId,
          status_before: "active",
          done_at: new Date(),
        })
        .execute();
    });
    const typed = { email: gone.email, givenName: "Lea", familyName: "Kept", externalId: "P-104" };
    expect((await manager.post("/rest/people", typed)).json()).toMatchObject({ leaver: { userId: kept.id, keepsIdentity: false } });
    const back = await manager.post(`/rest/people/${kept.id}/return`, typed);
    expect([back.statusCode, back.json()]).toEqual([
      200,
      expect.objectContaining({ status: "active", email: kept.email, familyName: "Kept" }),
    ]);
    const again = await manager.post("/rest/people", typed);
    expect(again.json().errors).toMatchObject([{ field: "externalId", code: "id_taken" }]);
  });

  test("nobody is brought back by whoever may not change them, nor from the other portal (security.md 1, 14)", async () => {
    const left = await aLeaver("P-105");
    const typed = { email: left.email, givenName: "Lea", familyName: "Left" };
    const inB = await app.signIn("admin", "b");
    expect((await inB.post(`/rest/people/${left.id}/return`, typed)).statusCode).toBe(404);
    const student = await app.signIn("student", "a");
    expect((await student.post(`/rest/people/${left.id}/return`, typed)).statusCode).toBe(403);
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ is_admin: true }).where("user_id", "=", left.id).execute(),
    );
    expect((await manager.post("/rest/people", typed)).json().errors).toMatchObject([{ field: "email", code: "is_member" }]);
    expect((await manager.post(`/rest/people/${left.id}/return`, typed)).statusCode).toBe(403);
  });

  test("somebody of another portal joins as they are: their name stays, and nothing says that there is another portal (security.md 11, ENV-13)", async () => {
    const known = await app.aPerson("b", { givenName: "Own", familyName: "Name" });
    const reply = await admin.post("/rest/people", { email: known.email, givenName: "Other", familyName: "Typed" });
    expect(reply.json()).toEqual({ userId: known.id });
    expect((await admin.get(`/rest/people/${known.id}`)).json()).toMatchObject({ givenName: "Own", familyName: "Name" });
    const inB = await app.signIn("admin", "b");
    expect((await inB.get(`/rest/people/${known.id}`)).json()).toMatchObject({ roles: { admin: false }, status: "active" });
  });

  test("a system admin's email is refused like one that is taken, by anybody but a system admin (security.md 14)", async () => {
    const { email } = app.person("system", "b");
    const { email: own } = await app.aPerson("a");
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ is_system_admin: true }).where("email", "=", own).execute(),
    );
    const reply = await admin.post("/rest/people", { email: `x${email}`, givenName: "A", familyName: "B" });
    expect(reply.statusCode).toBe(200);
    const refused = await admin.post("/rest/people", { email: app.person("system", "a").email, givenName: "A", familyName: "B" });
    expect(refused.json().errors).toMatchObject([{ field: "email", code: "email_taken" }]);
  });

  test("who is deactivated is out with the next request and back as before, without the old session (security.md 24)", async () => {
    const someone = await app.aPerson("a");
    const { id: courseId } = await app.aCourse("a");
    const student = await app.signInAs(someone, "a");
    await student.post("/rest/enrolment/enrol", { courseId });
    const set = (status: string) => manager.post(`/rest/people/${someone.id}/status`, { status, reason: "Left the company" });
    expect((await set("suspended")).json()).toMatchObject({ status: "suspended" });
    expect((await student.get("/rest/account")).statusCode).toBe(401);
    expect(await newest("person_deactivated")).toMatchObject({ object_id: someone.id, after: { reason: "Left the company" } });
    expect((await set("active")).json()).toMatchObject({ status: "active" });
    expect((await student.get("/rest/account")).statusCode).toBe(401);
    const back = await app.signInAs(someone, "a");
    expect((await back.get("/rest/enrolment/myCourses")).json().total).toBe(1);
  });

  test("nobody deactivates themselves, nor a manager an admin (security.md 14)", async () => {
    const body = { status: "suspended", reason: "x" };
    expect((await admin.post(`/rest/people/${admin.userId}/status`, body)).statusCode).toBe(403);
    expect((await manager.post(`/rest/people/${admin.userId}/status`, body)).statusCode).toBe(403);
  });
});
