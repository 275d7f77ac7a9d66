import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { portalDirectory, type Portal } from "#features/portal/server/directory.ts";
import { environmentNoUserOf } from "#features/portal/server/environment.ts";

// capabilities.md ANN-3: the system announcement, also on the sign-in page, with a maintenance in the reader's time.

const url = "/rest/portals/systemAnnouncement";
let app: TestApp;
let system: Client;
beforeAll(async () => {
  app = await startTestApp();
  system = await app.signIn("system", "a");
});
afterAll(() => app.close());

const terms = (more: object = {}) => ({
  texts: { en: "Back soon & <b>better</b>", de: null as string | null },
  startsAt: null as string | null,
  endsAt: null as string | null,
  timeZone: "Europe/Berlin",
  maintenance: null as object | null,
  ...more,
});
const saved = async (more: object = {}) => {
  const answer = await system.put(url, terms(more));
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json();
};
const toVisitors = async (key: "a" | "b") =>
  ((await app.anonymous(key).get("/rest/environment/environmentNoUser/")).json() as { systemAnnouncement: string }).systemAnnouncement;
/** What a portal says to visitors of its own language. */
const toldBy = (portal: Portal) =>
  environmentNoUserOf(portal, { locale: portal.locale, productName: "Stoa", hasPublicCourses: false }).systemAnnouncement;

test("only system admins read and write it, in whichever portal", async () => {
  for (const portal of ["a", "b"] as const)
    for (const role of ["student", "author", "manager", "admin"] as const) {
      const client = await app.signIn(role, portal);
      expect([role, (await client.get(url)).statusCode, (await client.put(url, terms())).statusCode]).toEqual([role, 403, 403]);
    }
  expect((await app.anonymous("a").get(url)).statusCode).toBe(401);
  expect(await toVisitors("b")).toBe("");
});

test("dates that do not go together are refused in words, and nothing is changed", async () => {
  const refusals: [object, string, string][] = [
    [{ startsAt: "2026-02-30T08:00" }, "startsAt", "Write a day and a time."],
    [{ startsAt: "2027-01-02T08:00", endsAt: "2027-01-01T08:00" }, "endsAt", "The end is before the beginning."],
    [{ timeZone: "Mars/Olympus" }, "timeZone", "Choose a time zone from the list."],
    [{ maintenance: { startsAt: "", minutes: 60 } }, "maintenance.startsAt", "Write a day and a time."],
    [{ maintenance: { startsAt: "2027-01-01T08:00", minutes: 0 } }, "maintenance.minutes", "Enter 1 to 10,080 minutes, which is a week."],
    [
      { startsAt: "2027-01-01T08:00", maintenance: { startsAt: "2027-01-01T08:00", minutes: 60 } },
      "startsAt",
      "This would be shown only when the maintenance has begun.",
    ],
    [
      { endsAt: "2027-01-01T08:30", maintenance: { startsAt: "2027-01-01T08:00", minutes: 60 } },
      "endsAt",
      "This would end before the maintenance is over.",
    ],
    [{ texts: { en: "x".repeat(1001), de: null } }, "texts.en", "Use at most 1000 characters."],
  ];
  for (const [more, field, message] of refusals) {
    const answer = await system.put(url, terms(more));
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [expect.objectContaining({ field, message })]]);
  }
  expect((await system.get(url)).json()).toEqual({ announcement: null, earlierHtml: "" });
});

test("all portals tell it by its dates, before and after signing in, as text; one entry says who changed it", async () => {
  const year = new Date().getUTCFullYear() + 1;
  const maintenance = { startsAt: `${year}-01-10T14:00`, minutes: 90 };
  const after = { announcement: terms({ startsAt: null, maintenance }), earlierHtml: "" };
  expect(await saved({ maintenance })).toEqual(after);
  expect(await saved({ maintenance })).toEqual(after);
  expect((await system.get(url)).json()).toEqual(after);
  const [from, until] = [`${year}-01-10T13:00:00.000Z`, `${year}-01-10T14:30:00.000Z`];
  const said = await toVisitors("b");
  expect(said).toBe(
    `<p>Back soon &amp; &lt;b&gt;better&lt;/b&gt;</p><p>Maintenance from <time datetime="${from}">Jan 10, ${year}, 2:00 PM GMT+1</time> until <time datetime="${until}">Jan 10, ${year}, 3:30 PM GMT+1</time></p>`,
  );
  const member = await app.signIn("student", "b");
  const environment = (await member.get("/rest/environment/")).json();
  expect(environment.Announcements).toEqual([expect.objectContaining({ Id: 0, MustRead: false })]);
  expect(environment.Announcement).toBe(`<h2>System announcement</h2>${said}`);
  expect((await member.get("/rest/environment/announcements")).json().rows).toEqual([
    expect.objectContaining({ id: 0, html: said, presence: "message", isImportant: true, endsAt: until }),
  ]);
  const entries = await app.databases.inSystem("look under the application", (db) =>
    db.selectFrom("audit_events").select(["actor_id", "before", "after"]).where("action", "=", "system_announcement_changed").execute(),
  );
  expect(entries).toEqual([{ actor_id: app.person("system", "a").id, before: {}, after: after.announcement }]);

  const portal = (await portalDirectory(app.databases.shared, app.config).find("a.test")) ?? expect.fail("no portal");
  const clock = vi.spyOn(Date, "now");
  const saidAt = (at: string) => (clock.mockReturnValue(Date.parse(at)), toldBy(portal));
  expect([saidAt(from), saidAt(until)]).toEqual([said, ""]);
  clock.mockRestore();
  // Where nothing else is said, it goes with the maintenance, whatever end was written.
  await saved({ texts: { en: null, de: null }, endsAt: `${year}-01-10T20:00`, maintenance });
  expect((await member.get("/rest/environment/announcements")).json().rows).toMatchObject([{ id: 0, endsAt: until }]);
  await saved({ startsAt: `${year}-01-01T00:00`, maintenance });
  expect([await toVisitors("a"), (await member.get("/rest/environment/")).json().Announcements]).toEqual(["", []]);
  // The page has what visitors are told, too.
  const pageHas = async () => (await app.anonymous("a").get("/v/auth/login")).body.includes("Back soon");
  expect(await pageHas()).toBe(false);
  await saved();
  expect([await toVisitors("a"), await pageHas()]).toEqual(["<p>Back soon &amp; &lt;b&gt;better&lt;/b&gt;</p>", true]);
  expect(await saved({ texts: { en: " ", de: null } })).toEqual({ announcement: null, earlierHtml: "" });
  expect([await toVisitors("a"), await pageHas()]).toEqual(["", false]);
});

test("another process sees it within the directory's seconds; HTML of an earlier version is for the sign-in page alone until it is written anew", async () => {
  const elsewhere = portalDirectory(app.databases.shared, app.config);
  const told = async () => (await elsewhere.find("b.test"))?.systemAnnouncement;
  expect(await told()).toEqual({ html: "", dated: null });
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into system_settings (key, value) values ('announcement', '{"html": "<p onclick=x>Earlier</p>"}')`.execute(db),
  );
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 6_000);
  await elsewhere.find("b.test");
  clock.mockRestore();
  await expect.poll(told).toEqual({ html: "<p>Earlier</p>", dated: null });
  const portal = (await elsewhere.find("b.test")) ?? expect.fail("no portal");
  expect([toldBy(portal), portal.announcements]).toEqual(["<p>Earlier</p>", []]);
  expect((await system.get(url)).json()).toEqual({ announcement: null, earlierHtml: "<p>Earlier</p>" });
  expect(await saved({ texts: { en: null, de: "Neu" } })).toMatchObject({
    announcement: { texts: { en: null, de: "Neu" } },
    earlierHtml: "",
  });
  expect(await toVisitors("a")).toBe("<p>Neu</p>");
});

test("the specified address leads to the form", async () => {
  expect((await system.get("/SysAdmin/DBManagement/SystemAnnouncement.aspx")).headers["location"]).toBe(
    "/v/sysAdmin/portals?write=announcement",
  );
});
