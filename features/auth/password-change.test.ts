import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, testPassword, type Client, type TestApp } from "#app/test/app.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";

let app: TestApp;
beforeAll(async () => {
  // Long enough for a test that makes a statement wait, on any machine.
  app = await startTestApp({ DATABASE_STATEMENT_SECONDS: "60" });
});
afterAll(() => app?.close());

const next = "seven quiet harbours";
const change = (client: Client, body: object) =>
  client.post("/rest/auth/changePassword", { currentPassword: testPassword, newPassword: next, ...body });
const environment = (client: Client) => client.get("/rest/environment/");

async function member() {
  const person = await app.aPerson("a");
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute(),
  );
  return person;
}

const stolen = "This password is in lists of stolen passwords, which attackers try first. A few unrelated words make a better one.";

describe("changing the password", () => {
  it("security.md 25: renews this session, ends the person's others on every portal, and leaves everybody else alone", async () => {
    const person = await member();
    const [here, elsewhere, otherPortal, stranger] = await Promise.all([
      app.signInAs(person, "a"),
      app.signInAs(person, "a"),
      app.signInAs(person, "b"),
      app.signIn("student", "b"),
    ]);
    const reply = await change(here, { returnUrl: "/v/student/myAccount" });
    expect([reply.statusCode, reply.json()]).toEqual([200, { redirect: "/v/student/myAccount" }]);
    const fresh = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
    expect((await environment(here)).statusCode).toBe(401);
    expect((await environment(elsewhere)).statusCode).toBe(401);
    expect((await environment(otherPortal)).statusCode).toBe(401);
    expect((await environment(stranger)).statusCode).toBe(200);
    const cookie = `stoa_session=${fresh.stoa_session}; stoa_csrf=${fresh.stoa_csrf}`;
    const renewed = await app.server.inject({ url: "/rest/environment/", headers: { host: "a.test", cookie } });
    expect(renewed.json().User.Id).toBe(person.id);
    const login = (password: string) => app.anonymous("a").post("/rest/auth/login", { email: person.email, password });
    expect((await login(testPassword)).statusCode).toBe(401);
    expect((await login(next)).statusCode).toBe(200);
    const notes = await app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("audit_events").selectAll().where("actor_id", "=", person.id).where("action", "=", "password_changed").execute(),
    );
    expect(notes).toHaveLength(1);
    expect(JSON.stringify(notes)).not.toContain(next);
  });

  it("security.md 25: ends a switch of portals under way", async () => {
    const person = await member();
    const client = await app.signInAs(person, "a");
    const { token } = (await client.post("/rest/environment/switchPortal", { portalId: app.portal("b").id })).json();
    expect((await change(client, {})).statusCode).toBe(200);
    const reply = await app.server.inject({
      method: "POST",
      url: "/rest/auth/handover",
      headers: { host: "b.test", origin: "http://a.test", "content-type": "application/x-www-form-urlencoded" },
      payload: `token=${token}`,
    });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, "/v/auth/login"]);
  });

  it("ends a switch of portals that was asked for before and is made after", async () => {
    const person = await member();
    const thief = await app.signInAs(person, "a");
    const owner = await app.signInAs(person, "a");
    const toB = { portalId: app.portal("b").id };
    await app.databases.inSystem("prepare a test", (db) => db.deleteFrom("rate_limits").execute());
    expect((await thief.post("/rest/environment/switchPortal", toB)).statusCode).toBe(200);
    // The only counter now is that of switches, so the next switch waits there, when its session has been looked up.
    const held = Promise.withResolvers<() => Promise<number>>();
    const release = Promise.withResolvers<void>();
    const holding = app.databases.inSystem("hold a counter", async (db) => {
      await db.selectFrom("rate_limits").select("key").forUpdate().execute();
      held.resolve(async () => (await sql.raw(waitsForMe).execute(db)).rows.length);
      await release.promise;
    });
    const waiting = await held.promise;
    const late = thief.post("/rest/environment/switchPortal", toB);
    await expect.poll(waiting).toBe(1);
    expect((await change(owner, {})).statusCode).toBe(200);
    release.resolve();
    await holding;
    expect((await late).statusCode).toBe(401);
    const left = await app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("handover_tokens").select("portal_id").where("user_id", "=", person.id).execute(),
    );
    expect(left).toEqual([]);
  });

  it("leads nobody to the start page of a role they no longer have", async () => {
    const person = await app.aPerson("a", { isAuthor: true });
    const client = await app.signInAs(person, "a");
    expect((await client.post("/rest/environment/updateCurrentRole?newRole=PortalAuthor")).statusCode).toBe(200);
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ is_author: false }).where("user_id", "=", person.id).execute(),
    );
    expect((await change(client, {})).json().redirect).toBe("/v/student/dashboard");
  });

  it("takes the due mark away", async () => {
    const person = await app.aPerson("a");
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute(),
    );
    expect((await change(await app.signInAs(person, "a"), {})).json().redirect).toBe("/v/student/dashboard");
    expect((await app.anonymous("a").post("/rest/auth/login", { email: person.email, password: next })).json().redirect).toBe(
      "/v/student/dashboard",
    );
  });

  it("security.md 55: counts guesses at the present password", async () => {
    const client = await app.signInAs(await member(), "a");
    for (let n = 0; n < 5; n++) {
      const reply = await change(client, { currentPassword: "a wrong password" });
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        [{ field: "currentPassword", code: "wrong_password", params: {}, message: "This is not your current password." }],
      ]);
    }
    const stopped = await change(client, {});
    expect(stopped.statusCode).toBe(429);
    // The same guesses at the sign-in endpoint.
    const email = client.email;
    expect((await app.anonymous("b").post("/rest/auth/login", { email, password: testPassword })).statusCode).toBe(429);
    expect((await environment(client)).statusCode).toBe(200);
  });

  it("is for signed-in people with the token only", async () => {
    expect((await change(app.anonymous("a"), {})).statusCode).toBe(401);
    const client = await app.signInAs(await member(), "a");
    const bare = await client.post(
      "/rest/auth/changePassword",
      { currentPassword: testPassword, newPassword: next },
      { "x-csrf-token": "" },
    );
    expect(bare.statusCode).toBe(403);
  });

  it.each([
    ["too short", "nine char", "Use at least 10 characters."],
    ["too long", "x y".repeat(80), "Use at most 200 characters."],
    ["the same", testPassword, "The new password is the same as the current one."],
    ["one sign", "aaaaaaaaaaaa", "This password follows a simple pattern. A few unrelated words make a better one."],
    ["a short pattern", "abcabcabcabc", "This password follows a simple pattern. A few unrelated words make a better one."],
    ["a row of keys", "qwertyuiop", stolen],
    ["counting", "1234567890", stolen],
    ["in the list of stolen ones, with a capital", "Password12", stolen],
    [
      "a common German word",
      "Krankenhaus1",
      "This password is one of the first that attackers try. A few unrelated words make a better one.",
    ],
    [
      "a common word, decorated",
      "P@ssw0rd2026!",
      "This password is one of the first that attackers try. A few unrelated words make a better one.",
    ],
    [
      "a common word twice",
      "dragonDragon12",
      "This password is one of the first that attackers try. A few unrelated words make a better one.",
    ],
    ["the email", "person.of@the.test", "This password is too close to your email or the portal's name."],
    ["the email's name", "PersonOf2026!!", "This password is too close to your email or the portal's name."],
    ["the portal's name", "Portal-A-2026", "This password is too close to your email or the portal's name."],
  ])("refuses a new password that is %s", async (_, newPassword, message) => {
    const found = await app.databases.shared
      .selectFrom("users")
      .select(["id", "email"])
      .where("email", "=", "person.of@the.test")
      .executeTakeFirst();
    const person = found ?? (await app.aPerson("a", { email: "person.of@the.test" }));
    const reply = await change(await app.signInAs(person, "a"), { newPassword });
    expect([reply.statusCode, reply.json().errors]).toMatchObject([400, [{ field: "newPassword", message }]]);
  });

  it.each(["correct horse battery", "ünïcödé passé", "Kj8#mPq2xv", "mein Fahrrad ist blau", "dragon bicycle sunset"])(
    "accepts %s",
    async (newPassword) => {
      expect((await change(await app.signInAs(await member(), "a"), { newPassword })).statusCode).toBe(200);
    },
  );
});
