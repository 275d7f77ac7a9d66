import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aGroupOf } from "#features/groups/test/a-group-of.ts";
import { announcementLines } from "#features/portal/server/service.ts";
import type { MyAnnouncement } from "#features/portal/announcements-contract.ts";
import type { Announcement, AnnouncementChange, AnnouncementEvent, AnnouncementRow, AnnouncementTerms } from "./contract.ts";
import { tellOfAnnouncements } from "./server/telling.ts";
import { anAnnouncementBody } from "./test/an-announcement.ts";

// How an announcement stands among others, and how it comes to people: message, dialog, bell, mail and reminders (ANN-1, ANN-2, ANN-4).

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());
beforeEach(async () => {
  const { rows } = (await admin.get("/rest/announcements")).json() as { rows: AnnouncementRow[] };
  for (const { id } of rows) await change(id, "delete");
  await app.databases.inSystem("begin a test", (db) => db.deleteFrom("notifications").execute());
});

const change = (id: number, what: AnnouncementChange) => admin.post(`/rest/announcements/${id}/state`, { change: what });
const show = async (id: number) => (await admin.get(`/rest/announcements/${id}`)).json() as Announcement;
const publish = async (given: Partial<AnnouncementTerms> = {}) => {
  const { id } = (await admin.post("/rest/announcements", anAnnouncementBody(given))).json() as Announcement;
  const answer = await change(id, "publish");
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ id })]);
  return answer.json() as Announcement;
};
const save = (one: Announcement, given: Partial<AnnouncementTerms>, asksAgain: boolean) =>
  admin.put(`/rest/announcements/${one.id}`, { ...anAnnouncementBody(given), revision: one.revision, asksAgain });
const mine = async (client: Client) => ((await client.get("/rest/environment/announcements")).json() as { rows: MyAnnouncement[] }).rows;
const confirm = (client: Client, { id, key }: MyAnnouncement) => client.post(`/rest/environment/announcements/${id}/confirm`, { key });
/** Who was told of what, by event. */
const told = (event: string) =>
  app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("notifications").select(["user_id", "subject", "variables"]).where("event", "=", event).orderBy("user_id").execute(),
  );
const toldIds = async (event: string) => (await told(event)).map((row) => row.user_id);
const failures: unknown[] = [];
const tell = () => tellOfAnnouncements({ databases: app.databases, log: { error: (...said: unknown[]) => void failures.push(said) } });
const shift = (id: number, column: "asked_at" | "starts_at" | "reminded_at" | "remind_asked_at", days: number) =>
  app.databases.inSystem("let time pass in a test", (db) =>
    sql`update announcements set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days}::int) where id = ${id}`.execute(
      db,
    ),
  );
async function anAudienceOf(count: number) {
  const people = await Promise.all(Array.from({ length: count }, () => app.aPerson("a")));
  const ids = people.map(({ id }) => id).toSorted((a, b) => a - b);
  const audience: AnnouncementTerms["audience"] = { kind: "group", groupIds: [await aGroupOf(app, admin, ...ids)] };
  return { people, ids, audience };
}

test("bell and mail tell those for whom it is when it begins, once, in their language; asking again tells them again (ANN-1)", async () => {
  const { people, ids, audience } = await anAudienceOf(3);
  const [german, gone] = people;
  await app.databases.inSystem("prepare a test", async (db) => {
    await db
      .updateTable("users")
      .set({ locale: "de" })
      .where("id", "=", german?.id ?? 0)
      .execute();
    await db
      .updateTable("memberships")
      .set({ status: "suspended" })
      .where("user_id", "=", gone?.id ?? 0)
      .execute();
  });
  const texts = {
    en: { title: "Fire drill", html: "<p>On <b>Tuesday</b> &amp; Friday.</p><p>Bring:</p><ul><li>a coat</li></ul>" },
    de: { title: "Brandschutzübung", html: "<p>Am Dienstag.</p>" },
  };
  const given = { texts, audience, byMail: true };
  const one = await publish({ ...given, startsAt: "2090-01-01T08:00", timeZone: "UTC" });
  expect([await tell(), await toldIds("announced")]).toEqual([0, []]);
  const begun = (await save(one, given, false)).json() as Announcement;
  expect([await tell(), await tell()]).toEqual([2, 0]);
  const here = ids.filter((id) => id !== gone?.id);
  expect(await toldIds("announced")).toEqual(here);
  const words = new Map((await told("announced")).map(({ user_id, variables }) => [user_id, variables]));
  expect(words.get(german?.id ?? 0)).toEqual({ title: "Brandschutzübung", text: "Am Dienstag." });
  expect(words.get(people[2]?.id ?? 0)).toEqual({ title: "Fire drill", text: "On Tuesday & Friday.\nBring:\n• a coat" });
  expect((await show(one.id)).toldAt).not.toBeNull();
  // A small correction tells nobody; asking again tells everybody, taking back nobody.
  const corrected = (await save(begun, given, false)).json() as Announcement;
  expect(await tell()).toBe(0);
  await save(corrected, given, true);
  expect((await show(one.id)).toldAt).toBeNull();
  await change(one.id, "withdraw");
  expect(await tell()).toBe(0);
  await change(one.id, "publish");
  expect(await tell()).toBe(2);
  expect(await toldIds("announced")).toEqual(here.flatMap((id) => [id, id]));
  // Where the portal does not offer their language any more, in its own.
  const offer = (languages: string) =>
    app.databases.inSystem("prepare a test", (db) =>
      sql`update portals set settings = settings || jsonb_build_object('languages', ${languages}::text) where id = ${app.portal("a").id}`.execute(
        db,
      ),
    );
  await offer("en");
  await publish({ texts, audience: { kind: "group", groupIds: [await aGroupOf(app, admin, german?.id ?? 0)] }, byMail: true });
  await tell();
  await offer("en,de");
  expect(
    (await told("announced")).filter((row) => row.user_id === german?.id).map((row) => (row.variables as { title: string }).title),
  ).toEqual(["Brandschutzübung", "Brandschutzübung", "Fire drill"]);
});

test("one that is not to be mailed, is over or stands in a suspended portal tells nobody", async () => {
  await publish({ byMail: false });
  expect(await tell()).toBe(0);
  const one = await publish({ byMail: true });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("portals").set({ status: "suspended" }).where("id", "=", app.portal("a").id).execute(),
  );
  expect(await tell()).toBe(0);
  await app.databases.inSystem("prepare a test", async (db) => {
    await db.updateTable("portals").set({ status: "active" }).where("id", "=", app.portal("a").id).execute();
    await sql`update announcements set ends_at = now() where id = ${one.id}`.execute(db);
  });
  expect([await tell(), await toldIds("announced")]).toEqual([0, []]);
});

test("whoever has not confirmed it is reminded once after the days that were chosen (ANN-2)", async () => {
  const { people, ids, audience } = await anAudienceOf(2);
  const { id } = await publish({ audience, mustRead: true, remindDays: 3 });
  const [first] = people;
  if (!first) throw new Error("Somebody confirms it.");
  const client = await app.signInAs(first, "a");
  expect(await tell()).toBe(0);
  await shift(id, "asked_at", 3);
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into announcement_receipts (portal_id, announcement_id, user_id, confirmed_at) values (${app.portal("a").id}, ${id}, ${client.userId}, now())`.execute(
      db,
    ),
  );
  expect([await tell(), await tell()]).toEqual([1, 0]);
  expect(await toldIds("announcement_open")).toEqual(ids.filter((one) => one !== first.id));
  expect((await show(id)).remindedAt).not.toBeNull();
});

test("a reminder can be asked for by hand, not twice in a day, and only of what is to be confirmed now (ANN-2)", async () => {
  const { people, ids, audience } = await anAudienceOf(2);
  const { id } = await publish({ audience, mustRead: true });
  const remind = () => admin.post(`/rest/announcements/${id}/remind`);
  expect((await remind()).statusCode).toBe(200);
  expect((await remind()).json()).toMatchObject({ code: "reminded_already" });
  expect([await tell(), await toldIds("announcement_open")]).toEqual([2, ids]);
  expect((await remind()).json()).toMatchObject({ code: "reminded_already" });
  const first = await app.signInAs(people[0] as (typeof people)[number], "a");
  await confirm(first, (await mine(first))[0] as MyAnnouncement);
  await shift(id, "reminded_at", 1);
  await shift(id, "remind_asked_at", 1);
  expect((await remind()).statusCode).toBe(200);
  expect(await tell()).toBe(1);
  // What was asked for before everybody was asked anew reminds nobody, and does not keep from asking anew.
  await shift(id, "reminded_at", 1);
  await shift(id, "remind_asked_at", 1);
  expect((await remind()).statusCode).toBe(200);
  expect((await save(await show(id), { audience, mustRead: true }, true)).statusCode).toBe(200);
  expect(await tell()).toBe(0);
  expect([(await remind()).statusCode, await tell()]).toEqual([200, 2]);
  await change(id, "withdraw");
  expect((await remind()).json()).toMatchObject({ code: "nothing_to_confirm" });
  const { id: other } = await publish({ audience });
  expect((await admin.post(`/rest/announcements/${other}/remind`)).json()).toMatchObject({ code: "nothing_to_confirm" });
});

test("a draft is sent to oneself alone, as often as one likes (ANN-4)", async () => {
  const { id } = (await admin.post("/rest/announcements", anAnnouncementBody({ byMail: true }))).json() as Announcement;
  const sent = () =>
    app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("messages").select(["recipient", "told"]).where("event", "=", "text_test").execute(),
    );
  const { email } = (await admin.post(`/rest/announcements/${id}/test`)).json() as { email: string };
  expect((await admin.post(`/rest/announcements/${id}/test`)).json()).toEqual({ email });
  // As letters: neither bell nor webhook has them.
  expect((await sent()).map(({ recipient }) => recipient)).toEqual([email, email]);
  expect(JSON.stringify(await sent())).toContain("Announcement: Fire drill");
  expect([await tell(), await toldIds("announced")]).toEqual([0, []]);
  expect((await show(id)).toldAt).toBeNull();
});

test("pinned ones stand first, then important ones, then the newest; what is not to be confirmed never waits (ANN-1, ANN-2)", async () => {
  const titled = (title: string, given: Partial<AnnouncementTerms> = {}) =>
    publish({ ...given, texts: { en: { title, html: "<p>Read.</p>" }, de: null } });
  await titled("pinned", { isPinned: true, presence: "message" });
  await titled("important", { isImportant: true, presence: "dialog" });
  await titled("waits", { mustRead: true, blocks: true });
  const unasked = await titled("newest", { blocks: true, remindDays: 5 });
  const student = await app.signIn("student", "a");
  expect((await mine(student)).map(({ title, isImportant, presence, blocks }) => [title, isImportant, presence, blocks])).toEqual([
    ["pinned", false, "message", false],
    ["important", true, "dialog", false],
    ["newest", false, "portal", false],
    ["waits", false, "portal", true],
  ]);
  expect(await show(unasked.id)).toMatchObject({ blocks: false, remindDays: null });
  for (const remindDays of [0, 31, 1.5])
    expect((await admin.post("/rest/announcements", { ...anAnnouncementBody(), mustRead: true, remindDays })).statusCode).toBe(400);
});

test("its page tells what was done with it, when and by whom, newest first (ANN-4)", async () => {
  const one = await publish();
  await save(one, { texts: { en: { title: "Anew", html: "<p>Text.</p>" }, de: null } }, false);
  await admin.post(`/rest/announcements/${one.id}/test`);
  await change(one.id, "withdraw");
  const changes = (await admin.get(`/rest/announcements/${one.id}/changes`)).json() as { rows: AnnouncementEvent[]; total: number };
  expect(changes.rows.map(({ action }) => action)).toEqual([
    "announcement_withdrawn",
    "announcement_tried",
    "announcement_changed",
    "announcement_published",
    "announcement_made",
  ]);
  expect([changes.total, new Set(changes.rows.map(({ by }) => by)).size, changes.rows[0]?.by]).toEqual([5, 1, expect.any(String)]);
  const elsewhere = await app.signIn("admin", "b");
  expect((await elsewhere.get(`/rest/announcements/${one.id}/changes`)).statusCode).toBe(404);
});

test("a reminder by hand does not take the place of the one after some days (ANN-2)", async () => {
  const { audience } = await anAudienceOf(1);
  const { id } = await publish({ audience, mustRead: true, remindDays: 2 });
  await admin.post(`/rest/announcements/${id}/remind`);
  expect([await tell(), await tell()]).toEqual([1, 0]);
  for (const column of ["asked_at", "reminded_at", "remind_asked_at"] as const) await shift(id, column, 2);
  expect([await tell(), await tell(), failures]).toEqual([1, 0, []]);
});

test("whoever looks at the portal as somebody is not held by what that person has to confirm; made to be confirmed, what was read is asked for anew", async () => {
  const person = await app.aPerson("a");
  const one = await publish();
  const client = await app.signInAs(person, "a");
  const [read] = await mine(client);
  await save(one, { mustRead: true, blocks: true }, false);
  const [held] = await mine(client);
  expect([held?.blocks, held?.key === read?.key]).toEqual([true, false]);
  expect((await confirm(client, read as MyAnnouncement)).json()).toMatchObject({ code: "announcement_changed" });
  const looker = await app.signIn("admin", "a");
  expect((await looker.post("/rest/roles/looks", { userId: person.id, writes: false, reason: "" })).statusCode).toBe(200);
  expect((await mine(looker)).map(({ id, mustRead, blocks }) => [id, mustRead, blocks])).toEqual([[one.id, true, false]]);
});

test("a text that is too long once it is cleaned is refused, and a character of two halves is never cut", async () => {
  const html = `<p>${"R&D ".repeat(4_500)}</p>`;
  const answer = await admin.post("/rest/announcements", anAnnouncementBody({ texts: { en: { title: "Long", html }, de: null } }));
  expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ field: "texts.en.html", code: "text_too_long" }]]);
  for (const before of [3_997, 3_998, 3_999]) {
    const [line = ""] = announcementLines(`<p>${"a".repeat(before)}😀😀</p>`);
    expect([line.isWellFormed(), line.length <= 4_000, line.endsWith("…")]).toEqual([true, true, true]);
  }
});

test("what is told outside of the dialog is text: no markup, links with their address", () => {
  expect(
    announcementLines('<h2>Now</h2><p>See <a href="https://a.example/x">here</a>,<br>or not. 1 &lt; 2</p><script>bad()</script>'),
  ).toEqual(["Now", "See here (https://a.example/x),", "or not. 1 < 2"]);
  expect(announcementLines(`<p>${"a".repeat(9_000)}</p>`)[0]?.length).toBe(4_000);
  expect(announcementLines('<p>One\nline, <a href="mailto:x@a.example">x@a.example</a></p>')).toEqual(["One line, x@a.example"]);
});
