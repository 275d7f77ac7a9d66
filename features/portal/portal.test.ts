import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type RoleKey, type TestApp } from "#app/test/app.ts";
import { completeColors, themeStyle } from "#ui/portal-theme.ts";
import { portalDirectory } from "./server/directory.ts";

// The environment calls of specification §3, §4 and §7.

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

describe("the fields", () => {
  test("of the environment are the specification's, and ours beside them", async () => {
    const { User, Portal, ...rest } = (await (await app.signIn("author", "a")).get("/rest/environment/")).json();
    expect(Object.keys(rest).toSorted()).toEqual([
      "Announcement",
      "Announcements",
      "Colors",
      "Logo",
      "MobileLogo",
      "PortalSettings",
      "Portals",
      "Preferences",
      "ProductName",
      "QuickLinks",
      "SessionMinutes",
      "validPortal",
    ]);
    expect(User).toEqual({
      Authenticated: true,
      Email: "author@a.test",
      Id: app.person("author", "a").id,
      IsSystemAdmin: false,
      IsAuthor: true,
      IsManager: false,
      IsAdmin: false,
      CurrentRole: { Name: "Student" },
      GivenName: "Author",
      FamilyName: "A",
      Gate: null,
      Unread: 0,
    });
    expect(Portal).toEqual({ id: app.portal("a").id, Name: "Portal A", HostUrl: "http://a.test" });
    expect(rest.Portals).toEqual([Portal]);
  });

  test("of its variant before signing in are the specification's, and no person's", async () => {
    const before = (await app.anonymous("a").get("/rest/environment/environmentNoUser/")).json();
    expect(Object.keys(before).toSorted()).toEqual([
      "Colors",
      "Contact",
      "Locale",
      "Logo",
      "MobileLogo",
      "PortalName",
      "PortalSettings",
      "ProductName",
      "PublicCourses",
      "TimeZone",
      "Welcome",
      "preventSelfRegistration",
      "systemAnnouncement",
      "validPortal",
    ]);
    expect(Object.keys(before.PortalSettings).toSorted()).toEqual([
      "languages",
      "passwordMinLength",
      "preventSelfRegistration",
      "registrationMode",
      "signInByLink",
    ]);
    expect(Object.keys(before.Contact).toSorted()).toEqual(["Email", "Phone"]);
    expect(before).toMatchObject({ PortalName: "Portal A", preventSelfRegistration: false, systemAnnouncement: "", Welcome: null });
  });

  test("of the colours are always the specification's thirteen, those of a new portal too", async () => {
    const fields = [
      "footerBarBgColor",
      "footerBarColor",
      "topBarBgColor",
      "menuBarBgColor",
      "accountBgColor",
      "accountColor",
      "logoBgColor",
    ];
    fields.push("logoBgPosition", "navBgColor", "navBgImage", "navBgRepeat", "navBgCover", "navColor");
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("portals")
        .set({ colors: JSON.stringify({ navColor: "#abcdef" }) })
        .where("slug", "=", "b")
        .execute(),
    );
    for (const key of ["a", "b"] as const) {
      const signedIn = (await (await app.signIn("student", key)).get("/rest/environment/")).json();
      const before = (await app.anonymous(key).get("/rest/environment/environmentNoUser/")).json();
      for (const { Colors } of [signedIn, before]) {
        expect(Object.keys(Colors).toSorted()).toEqual(fields.toSorted());
        for (const field of fields) expect([field, typeof Colors[field]]).toEqual([field, "string"]);
      }
    }
    expect(themeStyle(completeColors({}))).toBe(themeStyle({}));
  });

  test("of an unknown host are one", async () => {
    for (const url of ["/rest/environment/", "/rest/environment/environmentNoUser/", "/REST/ENVIRONMENT/environmentnouser"]) {
      const reply = await app.server.inject({ url, headers: { host: "elsewhere.test" } });
      expect([url, reply.statusCode, reply.json()]).toEqual([url, 200, { validPortal: false }]);
    }
  });

  test("of the settings are a list of what may be known (security.md #27), and a setting is on as 'true' or '1'", async () => {
    const settings = { preventSelfRegistration: "1", termsUrl: "https://terms.test", showStudentWidgets: "0", smtpPassword: "hunter2" };
    const fresh = await startTestApp();
    await fresh.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("portals")
        .set({ settings: JSON.stringify(settings) })
        .execute(),
    );
    const before = await fresh.anonymous("a").get("/rest/environment/environmentNoUser/");
    const after = await (await fresh.signIn("admin", "a")).get("/rest/environment/");
    expect(before.json()).toMatchObject({
      preventSelfRegistration: true,
      PortalSettings: { preventSelfRegistration: "1", registrationMode: "off", termsUrl: "https://terms.test" },
    });
    expect(after.json().PortalSettings).toEqual({
      preventSelfRegistration: "1",
      registrationMode: "off",
      passwordMinLength: "10",
      signInByLink: "false",
      termsUrl: "https://terms.test",
      showStudentWidgets: "0",
      showAnnouncementAtStart: "false",
      languages: "en,de",
      weekStart: "language",
    });
    expect(before.body + after.body).not.toContain("hunter2");
    await fresh.close();
  });
});

test("both environment calls answer 304 while nothing changed, also when a proxy weakened the ETag or several are named", async () => {
  for (const [client, path] of [
    [await app.signIn("student", "a"), "/rest/environment/"],
    [app.anonymous("a"), "/rest/environment/environmentNoUser/"],
  ] as const) {
    const first = await client.get(path);
    const etag = String(first.headers.etag);
    expect([path, first.statusCode, etag]).toEqual([path, 200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    for (const named of [etag, `W/${etag}`, `"older", W/${etag}`, "*"]) {
      const again = await client.get(path, { "if-none-match": named });
      expect([path, named, again.statusCode, again.body, again.headers.etag]).toEqual([path, named, 304, "", etag]);
    }
    expect((await client.get(path, { "if-none-match": '"older"' })).statusCode).toBe(200);
  }
});

test("a visit to environmentNoUser brings the CSRF cookie also when nothing changed", async () => {
  const path = "/rest/environment/environmentNoUser/";
  const { etag } = (await app.anonymous("a").get(path)).headers;
  const { host } = app.portal("a");
  const reply = await app.server.inject({ url: path, headers: { host, "if-none-match": String(etag) } });
  expect([reply.statusCode, reply.cookies.map(({ name }) => name)]).toEqual([304, ["stoa_csrf"]]);
});

describe("the current role", () => {
  const take = async (role: RoleKey, newRole: string) => {
    const client = await app.signIn(role, "a");
    const reply = await client.post(`/rest/environment/updateCurrentRole?newRole=${newRole}`);
    const environment = (await client.get("/rest/environment/")).json();
    return { status: reply.statusCode, body: reply.json(), role: environment.User.CurrentRole.Name, user: environment.User, client };
  };
  const names = { PortalUser: "Student", PortalAuthor: "Author", PortalManager: "Manager", PortalAdmin: "Admin", SystemAdmin: "System" };
  const held: Record<RoleKey, string[]> = {
    student: ["PortalUser"],
    author: ["PortalUser", "PortalAuthor"],
    manager: ["PortalUser", "PortalManager"],
    admin: ["PortalUser", "PortalAdmin"],
    system: ["PortalUser", "SystemAdmin"],
  };

  test.each(Object.keys(held) as RoleKey[])("of a person who is %s is one they hold", async (role) => {
    let last = "Student";
    for (const [newRole, name] of Object.entries(names)) {
      const taken = await take(role, newRole);
      const isHeld = held[role].includes(newRole);
      // A session starts in the role last used, and a refused role changes nothing.
      last = isHeld ? name : last;
      expect([newRole, taken.status, taken.role]).toEqual([newRole, isHeld ? 200 : 403, last]);
      if (taken.status === 200) expect(taken.body).toEqual({ CurrentRole: { Name: name } });
    }
  });

  test("is one of five words", async () => {
    for (const newRole of ["", "Author", "portalauthor", "PortalUser,PortalAdmin", "PortalUser&newRole=PortalAdmin"]) {
      const taken = await take("student", newRole);
      expect([newRole, taken.status, taken.role]).toEqual([newRole, 400, "Student"]);
      expect(taken.body.errors[0].field).toBe("newRole");
    }
  });

  test("gives no right, leads home, is noted once, and falls back when its right is gone", async () => {
    const both = await app.aPerson("a", { isAuthor: true });
    const client = await app.signInAs(both, "a");
    const etag = String((await client.get("/rest/environment/")).headers.etag);
    for (const _ of ["once", "again"])
      expect((await client.post("/rest/environment/updateCurrentRole?newRole=PortalAuthor")).statusCode).toBe(200);
    expect((await client.get("/rest/environment/", { "if-none-match": etag })).statusCode).toBe(200);
    expect((await client.get("/v/")).headers.location).toBe("/v/dashboard/author");
    const noted = await app.databases.inPortal(app.portal("a").id, (db) =>
      db
        .selectFrom("audit_events")
        .select(["object_kind", "object_id", "before", "after"])
        .where("actor_id", "=", both.id)
        .where("action", "=", "role_changed")
        .execute(),
    );
    expect(noted).toEqual([{ object_kind: "user", object_id: both.id, before: { role: "Student" }, after: { role: "Author" } }]);
    // An author keeps their rights in the student role, and a withdrawn right ends the author role.
    expect((await client.post("/rest/environment/updateCurrentRole?newRole=PortalUser")).statusCode).toBe(200);
    expect((await client.get("/rest/editor/courses")).statusCode).toBe(200);
    await client.post("/rest/environment/updateCurrentRole?newRole=PortalAuthor");
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("memberships").set({ is_author: false }).where("user_id", "=", both.id).execute(),
    );
    expect((await client.get("/rest/environment/")).json().User).toMatchObject({ IsAuthor: false, CurrentRole: { Name: "Student" } });
    expect((await client.get("/rest/editor/courses")).statusCode).toBe(403);
    expect((await client.get("/v/")).headers.location).toBe("/v/student/dashboard");
  });
});

test("what changes in a portal's row, or in its hosts, is seen within seconds, whoever changed it", async () => {
  const directory = portalDirectory(app.databases.shared, { ...app.config, portalsBelow: "learn.test" });
  expect(await directory.find("a.test")).toMatchObject({ name: "Portal A", host: "a.test" });
  await app.databases.inSystem("prepare a test", async (db) => {
    const id = app.portal("a").id;
    await db.updateTable("portals").set({ name: "Portal Alpha" }).where("id", "=", id).execute();
    await db.updateTable("portal_hosts").set({ is_primary: false }).where("portal_id", "=", id).execute();
    await db.insertInto("portal_hosts").values({ host: "alpha.test", portal_id: id, is_primary: true }).execute();
  });
  const later = performance.now() + 6_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  await directory.find("a.test");
  clock.mockRestore();
  await expect.poll(() => directory.find("a.test")).toMatchObject({ name: "Portal Alpha", host: "alpha.test" });
  expect(await directory.find("alpha.test")).toMatchObject({ name: "Portal Alpha" });
});

test("a portal is reached by its short name too, unless another one is registered there, content runs there, or it is off (ENV-6)", async () => {
  const { databases, config } = app;
  const found = async (host: string, more: object = {}) => {
    const directory = portalDirectory(databases.shared, { ...config, portalsBelow: "learn.test", ...more });
    return [(await directory.find(host))?.id ?? null, await directory.standing(host)];
  };
  const [a, b] = [app.portal("a").id, app.portal("b").id];
  expect(await found("a.learn.test")).toEqual([a, "active"]);
  expect(await found("x.a.learn.test")).toEqual([null, null]);
  expect(await found("a.learn.test", { portalsBelow: null })).toEqual([null, null]);
  expect(await found("a.learn.test", { contentOrigin: "http://learn.test" })).toEqual([null, null]);
  await databases.inSystem("prepare a test", async (db) => {
    await db.insertInto("portal_hosts").values({ host: "a.learn.test", portal_id: b }).execute();
    await db.updateTable("portals").set({ status: "suspended" }).where("id", "=", b).execute();
  });
  expect(await found("a.learn.test")).toEqual([null, "suspended"]);
  expect(await found("b.learn.test")).toEqual([null, "suspended"]);
  await databases.inSystem("prepare a test", async (db) => {
    await db.deleteFrom("portal_hosts").where("host", "=", "a.learn.test").execute();
    await db.updateTable("portals").set({ status: "active" }).where("id", "=", b).execute();
  });
});
