import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aGroupOf } from "#features/groups/test/a-group-of.ts";
import type { CourseDetails } from "#features/catalog/contract.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { announcementHtml } from "#features/portal/server/service.ts";
import type { MyAnnouncement } from "#features/portal/announcements-contract.ts";
import { audienceOf, chosenFrom, isEmpty, onLevel } from "./audience.ts";
import { hostileHtml } from "#app/security/canary-seed.ts";
import type { Announcement, AnnouncementChange, AnnouncementRow, AnnouncementTerms, Reader } from "./contract.ts";
import { paragraphs } from "#features/portal/paragraphs.ts";
import { anAnnouncementBody } from "./test/an-announcement.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id } of await rowsOf()) await change(id, "delete");
});

const write = async (given: Partial<AnnouncementTerms> = {}) =>
  (await admin.post("/rest/announcements", anAnnouncementBody(given))).json() as Announcement;
const change = (id: number, what: AnnouncementChange, client = admin) => client.post(`/rest/announcements/${id}/state`, { change: what });
const publish = async (given: Partial<AnnouncementTerms> = {}) => {
  const { id } = await write(given);
  const answer = await change(id, "publish");
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ id })]);
  return answer.json() as Announcement;
};
const rowsOf = async (query = "") => ((await admin.get(`/rest/announcements${query}`)).json() as { rows: AnnouncementRow[] }).rows;
const mine = async (client: Client) => ((await client.get("/rest/environment/announcements")).json() as { rows: MyAnnouncement[] }).rows;
const environment = async (client: Client) =>
  (await client.get("/rest/environment/")).json() as {
    Announcement: string;
    Announcements: { Id: number; Key: string; MustRead: boolean }[];
  };
const confirm = (client: Client, { id, key }: Pick<MyAnnouncement, "id" | "key">) =>
  client.post(`/rest/environment/announcements/${id}/confirm`, { key });
const report = async (id: number, query = "") =>
  (await admin.get(`/rest/announcements/${id}/readers${query}`)).json() as {
    rows: Reader[];
    total: number;
    people: number;
    opened: number;
    confirmed: number;
  };
const inGroup = (groupId: number): Condition => ({ kind: "group", groupIds: [groupId] });

test("a draft is shown to nobody, published to everybody, taken back to nobody again (ANN-1, ANN-4)", async () => {
  const student = await app.signIn("student", "a");
  const { id } = await write();
  expect([(await environment(student)).Announcements, await mine(student)]).toEqual([[], []]);
  expect((await change(id, "publish")).json()).toMatchObject({ state: "shown" });
  expect((await environment(student)).Announcement).toBe("<h2>Fire drill</h2><p>On Tuesday at ten.</p>");
  expect(await mine(student)).toMatchObject([
    { id, title: "Fire drill", html: "<p>On Tuesday at ten.</p>", isRead: false, confirmedAt: null },
  ]);
  expect(await mine(await app.signIn("student", "b"))).toEqual([]);
  expect((await change(id, "withdraw")).json()).toMatchObject({ state: "draft" });
  expect([(await environment(student)).Announcement, await mine(student)]).toEqual(["", []]);
});

test("it is for whoever fits the condition at this moment, in environment, page, dialog and receipts (ANN-1)", async () => {
  const person = await app.aPerson("a");
  const groupId = await aGroupOf(app, admin, person.id);
  const { id } = await publish({ audience: inGroup(groupId) });
  const [member, other] = [await app.signInAs(person, "a"), await app.signIn("student", "a")];
  expect((await environment(member)).Announcements.map(({ Id }) => Id)).toEqual([id]);
  expect((await member.get("/v/student/dashboard")).body).toContain("Fire drill");
  expect((await environment(other)).Announcement).toBe("");
  expect((await other.get("/v/student/dashboard")).body).not.toContain("Fire drill");
  expect((await other.post("/rest/environment/announcements/read", { ids: [id] })).json()).toEqual({ ids: [] });
  const [one] = await mine(member);
  expect((await confirm(other, one as MyAnnouncement)).statusCode).toBe(404);
  await app.databases.inPeople(app.portal("a").id, "leave", (db) =>
    db.deleteFrom("group_members").where("user_id", "=", person.id).execute(),
  );
  expect((await environment(member)).Announcements).toEqual([]);
  // And the group that it names is not deleted without a word.
  expect((await admin.get(`/rest/groups/${groupId}/dependents`)).json()).toEqual({
    rows: [{ kind: "announcement", id, name: "Fire drill", to: `/portal/announcement/${id}` }],
  });
  expect((await admin.post(`/rest/groups/${groupId}/status`, { status: "deleted" })).statusCode).toBe(409);
});

test("its dates are meant in its zone, and its state follows from them (ANN-1)", async () => {
  const student = await app.signIn("student", "a");
  const later = await publish({ startsAt: "2999-07-01T08:00", endsAt: "2999-07-02T08:00", timeZone: "Asia/Kolkata" });
  expect(later).toMatchObject({ state: "scheduled", startsAt: "2999-07-01T08:00", timeZone: "Asia/Kolkata" });
  expect((await rowsOf())[0]).toMatchObject({ startsAt: "2999-07-01T02:30:00.000Z" });
  expect(await mine(student)).toEqual([]);
  const { revision, id } = later;
  const saved = await admin.put(`/rest/announcements/${id}`, {
    ...anAnnouncementBody({ startsAt: "2001-01-01T00:00", endsAt: "2001-01-02T00:00" }),
    revision,
    asksAgain: false,
  });
  expect(saved.json()).toMatchObject({ state: "over" });
  expect([await mine(student), (await environment(student)).Announcements]).toEqual([[], []]);
  expect((await change(id, "withdraw")).json()).toMatchObject({ state: "draft" });
  expect((await change(id, "publish")).json()).toMatchObject({ code: "already_over" });
  const wrong = await admin.post("/rest/announcements", anAnnouncementBody({ startsAt: "2030-01-02T00:00", endsAt: "2030-01-01T00:00" }));
  expect(wrong.json().errors).toMatchObject([{ field: "endsAt", code: "ends_too_early" }]);
  expect((await rowsOf("?state=draft")).map((row) => row.id)).toEqual([id]);
  expect(await rowsOf("?state=scheduled")).toEqual([]);
});

test("somebody reads it in their language, else the portal's, else the one that it has (ANN-1)", async () => {
  const texts = { en: { title: "Fire drill", html: "<p>Tuesday</p>" }, de: { title: "Brandschutzübung", html: "<p>Dienstag</p>" } };
  const { id } = await publish({ texts });
  const person = await app.aPerson("a");
  await app.databases.inSystem("prepare", (db) => db.updateTable("users").set({ locale: "de-AT" }).where("id", "=", person.id).execute());
  const [german, english] = [await app.signInAs(person, "a"), await app.signIn("student", "a")];
  expect((await mine(german))[0]).toMatchObject({ title: "Brandschutzübung", html: "<p>Dienstag</p>" });
  expect((await environment(german)).Announcement).toContain("Dienstag");
  expect((await mine(english))[0]).toMatchObject({ title: "Fire drill" });
  const now = (await admin.get(`/rest/announcements/${id}`)).json() as Announcement;
  await admin.put(`/rest/announcements/${id}`, {
    ...anAnnouncementBody({ texts: { en: null, de: texts.de } }),
    revision: now.revision,
    asksAgain: false,
  });
  expect((await mine(english))[0]).toMatchObject({ title: "Brandschutzübung" });
  const none = await admin.post("/rest/announcements", anAnnouncementBody({ texts: { en: null, de: null } }));
  expect(none.json().errors).toMatchObject([{ field: "texts", message: "Write it in one language at least." }]);
});

test("who has read and confirmed it stands in the report and its CSV, and asking again begins anew (ANN-2; security.md 9)", async () => {
  const people = [
    await app.aPerson("a", { familyName: "Aal" }),
    await app.aPerson("a", { familyName: "Bock" }),
    await app.aPerson("a", { familyName: "Chor" }),
  ];
  const groupId = await aGroupOf(app, admin, ...people.map(({ id }) => id));
  const { id, revision } = await publish({ audience: inGroup(groupId), mustRead: true });
  const [first, second] = await Promise.all(people.slice(0, 2).map((person) => app.signInAs(person, "a")));
  if (!first || !second) throw new Error("Two people read it.");
  for (const client of [first, second]) await client.post("/rest/environment/announcements/read", { ids: [id] });
  const [seen] = await mine(first);
  expect(seen).toMatchObject({ isRead: true, mustRead: true, confirmedAt: null });
  const answer = await confirm(first, seen as MyAnnouncement);
  expect(answer.statusCode).toBe(200);
  // Saying it twice changes nothing.
  expect((await confirm(first, seen as MyAnnouncement)).json()).toEqual(answer.json());
  expect(await report(id)).toMatchObject({ people: 3, opened: 2, confirmed: 1, total: 3 });
  const of = async (answered: string) => (await report(id, `?answer=${answered}`)).rows.map((row) => row.id);
  expect([await of("confirmed"), await of("read"), await of("open")]).toEqual(people.map((person) => [person.id]));
  expect((await rowsOf())[0]).toMatchObject({ read: 2, confirmed: 1, forWhom: { level: "groups", names: [expect.any(String)] } });
  const { body } = await admin.get(`/rest/announcements/${id}/readers/export.csv?sort=name`);
  const lines = body.trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[1])).toEqual(people.map(({ email }) => email));
  expect(
    lines.map((line) =>
      line
        .split(",")
        .slice(2)
        .map((cell) => cell !== ""),
    ),
  ).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);

  const saved = await admin.put(`/rest/announcements/${id}`, {
    ...anAnnouncementBody({
      audience: inGroup(groupId),
      mustRead: true,
      texts: { en: { title: "Fire drill", html: "<p>On Friday.</p>" }, de: null },
    }),
    revision,
    asksAgain: true,
  });
  expect(saved.statusCode).toBe(200);
  expect(await report(id)).toMatchObject({ people: 3, opened: 0, confirmed: 0 });
  const [again] = await mine(first);
  expect(again).toMatchObject({ isRead: false, confirmedAt: null, html: "<p>On Friday.</p>" });
  expect((await confirm(first, seen as MyAnnouncement)).json()).toMatchObject({ code: "announcement_changed" });
  expect((await confirm(first, again as MyAnnouncement)).statusCode).toBe(200);
  expect(await report(id)).toMatchObject({ opened: 1, confirmed: 1 });
});

test("each page of the report, in each order and for each answer, is that part of the whole, and so is its CSV (ANN-2)", async () => {
  const people = await Promise.all(Array.from({ length: 60 }, (_, nth) => app.aPerson("a", { familyName: `Reader ${nth % 7}` })));
  const groupId = await aGroupOf(app, admin, ...people.slice(0, 55).map(({ id }) => id));
  const { id } = await publish({ audience: inGroup(groupId), mustRead: true });
  // Every third has opened it and every sixth confirmed it, some at the same moment; the last one is not in the group and stays in the report; one answered before everybody was asked.
  const answered = people.flatMap((person, nth) => (nth % 3 === 0 || nth === 59 ? [{ person, nth }] : []));
  await app.databases.inPortal(app.portal("a").id, (db) =>
    db
      .insertInto("announcement_receipts")
      .values(
        answered.map(({ person, nth }) => ({
          portal_id: app.portal("a").id,
          announcement_id: id,
          user_id: person.id,
          read_at: sql<Date>`now() + make_interval(mins => ${nth === 3 ? -60 : (nth * 7) % 5})`,
          confirmed_at: nth % 6 === 0 || nth === 3 ? sql<Date>`now() + make_interval(mins => ${nth === 3 ? -60 : (nth * 11) % 4})` : null,
        })),
      )
      .execute(),
  );
  const inReport = people.filter((_, nth) => nth < 55 || nth === 57 || nth === 59).map(({ id: userId }) => userId);
  const whole = [...(await report(id)).rows, ...(await report(id, "?page=2")).rows];
  expect(whole.map((row) => row.id).toSorted((a, b) => a - b)).toEqual(inReport.toSorted((a, b) => a - b));
  const fits = {
    "": () => true,
    confirmed: (row: Reader) => row.confirmedAt !== null,
    read: (row: Reader) => row.readAt !== null && row.confirmedAt === null,
    open: (row: Reader) => row.readAt === null,
  };
  const figures = {
    people: whole.length,
    opened: whole.filter(({ readAt }) => readAt).length,
    confirmed: whole.filter(fits.confirmed).length,
  };
  expect(figures).toEqual({ people: 57, opened: 20, confirmed: 10 });
  const by = {
    name: (row: Reader) => row.name.toLowerCase(),
    read: (row: Reader) => row.readAt,
    confirmed: (row: Reader) => row.confirmedAt,
  };
  for (const [answer, isShown] of Object.entries(fits))
    for (const column of ["name", "read", "confirmed"] as const)
      for (const way of ["", "-"]) {
        const query = `?answer=${answer}&sort=${way}${column}`;
        const [first, second] = [await report(id, query), await report(id, `${query}&page=2`)];
        const shown = second.rows[0]?.id === first.rows[0]?.id ? first.rows : [...first.rows, ...second.rows];
        const expected = whole.filter(isShown);
        expect([query, shown.length, first]).toEqual([
          query,
          expected.length,
          expect.objectContaining({ total: expected.length, ...figures }),
        ]);
        expect(new Set(shown.map((row) => row.id))).toEqual(new Set(expected.map((row) => row.id)));
        const values = shown.map(by[column]);
        const set = values.filter((value) => value !== null);
        // Whoever has not answered comes last, whichever way.
        expect(values.slice(set.length).every((value) => value === null)).toBe(true);
        const inOrder = set.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect([query, set]).toEqual([query, way ? inOrder.toReversed() : inOrder]);
        const { body } = await admin.get(`/rest/announcements/${id}/readers/export.csv${query}`);
        const emails = body.trim().split("\r\n").slice(1);
        expect(emails.map((line) => line.split(",")[1])).toEqual(shown.map(({ email }) => email));
      }
  // One letter is wrong, and whom nobody has is found by what is near.
  expect(await report(id, "?q=Raeder")).toMatchObject({ total: 57, isNear: true, ...figures });
  expect(await report(id, "?q=Reader%203")).toMatchObject({ total: expect.any(Number), isNear: false, ...figures });
});

test("a deleted one is gone and comes back as it was (ANN-4)", async () => {
  const student = await app.signIn("student", "a");
  const { id } = await publish();
  await student.post("/rest/environment/announcements/read", { ids: [id] });
  await change(id, "delete");
  expect([await mine(student), await rowsOf(), (await rowsOf("?state=deleted")).some((row) => row.id === id)]).toEqual([[], [], true]);
  expect((await change(id, "publish")).statusCode).toBe(404);
  expect((await change(id, "restore")).json()).toMatchObject({ state: "shown" });
  expect(await mine(student)).toMatchObject([{ id, isRead: true }]);
  await change(id, "delete");
  await app.databases.inSystem("days pass", (db) =>
    sql`update announcements set deleted_at = now() - interval '8 days' where id = ${id}`.execute(db),
  );
  expect((await change(id, "restore")).statusCode).toBe(404);
});

test("HTML is cleaned when it is written and again when it is shown, and titles are text (security.md rows 38, 39, 43, 44)", async () => {
  const student = await app.signIn("student", "a");
  const made = await publish({ texts: { en: { title: `<img src=x onerror=alert(1)>`, html: hostileHtml.slice(0, 20_000) }, de: null } });
  expect(made.texts.en?.html).toBe(announcementHtml(hostileHtml.slice(0, 20_000)));
  const tags = (html: string | undefined) => (html?.match(/<[^>]*>/g) ?? []).join("");
  expect(tags(made.texts.en?.html)).not.toMatch(/\son\w+=|\sid=|\sname=|javascript:|<(?:script|img|svg|math|form|style|iframe)/i);
  expect((await environment(student)).Announcement).toContain("<h2>&lt;img src=x onerror=alert(1)&gt;</h2>");
  // What came into the table by another way is cleaned when it is read.
  await app.databases.inSystem("tamper", (db) =>
    sql`update announcements set texts = jsonb_set(texts, '{en,html}', ${JSON.stringify(`<p id="root" onclick="x()">ok<script>1</script></p>`)}::jsonb)
      where id = ${made.id}`.execute(db),
  );
  await publish();
  expect((await mine(student)).find(({ id }) => id === made.id)?.html).toBe("<p>ok</p>");
  expect((await admin.get(`/rest/announcements/${made.id}`)).json().texts.en.html).toBe("<p>ok</p>");
  const empty = await admin.post(
    "/rest/announcements",
    anAnnouncementBody({ texts: { en: { title: "x", html: "<script>1</script>" }, de: null } }),
  );
  expect(empty.json().errors).toMatchObject([{ field: "texts.en.html", code: "empty_text" }]);
  const deep = await write({ texts: { en: { title: "deep", html: `${"<b><i>".repeat(3_000)}x` }, de: null } });
  expect(deep.texts.en?.html.length).toBeLessThan(400);
});

test("text without a tag becomes paragraphs", () => {
  expect(paragraphs("One\ntwo\n\n\nThree & four")).toBe("<p>One<br>two</p><p>Three & four</p>");
  expect(paragraphs("<p>as it is</p>\n\nx")).toBe("<p>as it is</p>\n\nx");
  expect(paragraphs("1 < 2")).toBe("<p>1 < 2</p>");
});

test("somebody else's change is not overwritten, and a page carries no more than it can", async () => {
  const { id, revision } = await write();
  const save = (title: string) =>
    admin.put(`/rest/announcements/${id}`, {
      ...anAnnouncementBody({ texts: { en: { title, html: "<p>x</p>" }, de: null } }),
      revision,
      asksAgain: false,
    });
  expect([(await save("first")).statusCode, (await save("second")).json().code]).toEqual([200, "announcement_changed_by_another"]);
  for (let nth = 0; nth < 20; nth++) await publish();
  const refused = await change(id, "publish");
  expect([refused.statusCode, refused.json().code]).toEqual([409, "too_many_shown"]);
  expect((await admin.get(`/rest/announcements/${id}`)).json()).toMatchObject({ state: "draft" });
});

test("a condition about a field that somebody does not see is refused, and an unknown group too (security.md row 10)", async () => {
  const answer = await admin.post("/rest/announcements", anAnnouncementBody({ audience: { kind: "group", groupIds: [999_999] } }));
  expect(answer.json().errors).toMatchObject([{ field: "audience", code: "unknown_group" }]);
  const hidden = await admin.post(
    "/rest/announcements",
    anAnnouncementBody({ audience: { kind: "field", fieldId: 999_999, is: { by: "yes", is: true } } as Condition }),
  );
  expect([hidden.statusCode, hidden.json().code]).toEqual([403, "hidden_field"]);
});

test("whom a condition reaches is told before it is sent: how many, and the first of them (ANN-4)", async () => {
  const person = await app.aPerson("a");
  const groupId = await aGroupOf(app, admin, person.id);
  expect((await admin.post("/rest/announcements/try", { condition: inGroup(groupId) })).json()).toMatchObject({
    total: 1,
    sample: [{ id: person.id, email: person.email }],
  });
});

test("groups and a course are quick ways to write a condition, told apart and named in the list and on the page (ANN-3)", async () => {
  const { id: courseId } = await app.aCourse("a", { title: "Ladders" });
  const { id: draftId } = await app.aCourse("a", { title: "Ropes to come", status: "draft" });
  const groupId = await aGroupOf(app, admin, (await app.aPerson("a")).id);
  const { name: group } = await app.databases.inPortal(app.portal("a").id, (db) =>
    db.selectFrom("groups").select("name").where("id", "=", groupId).executeTakeFirstOrThrow(),
  );
  const enrolled = (...courseIds: number[]): Condition => ({ kind: "enrolment", test: "enrolled", courseIds });
  const isCourse: Announcement["forWhom"] = { level: "course", names: ["Ladders"], isDraft: false };
  const isOther: Announcement["forWhom"] = { level: "condition", names: [], isDraft: false };
  const written: [Condition | null, Announcement["forWhom"]][] = [
    [null, { level: "everybody", names: [], isDraft: false }],
    [enrolled(courseId), isCourse],
    [{ kind: "all", of: [enrolled(courseId)] }, isCourse],
    [enrolled(draftId), { level: "course", names: ["Ropes to come"], isDraft: true }],
    [enrolled(987_654_321), { level: "course", names: [null], isDraft: false }],
    [
      { kind: "any", of: [inGroup(groupId), inGroup(groupId)] },
      { level: "groups", names: [group], isDraft: false },
    ],
    [{ kind: "all", of: [inGroup(groupId), inGroup(groupId)] }, isOther],
    [{ kind: "none", of: [enrolled(courseId)] }, isOther],
    [{ kind: "any", of: [inGroup(groupId), enrolled(courseId)] }, isOther],
    [{ kind: "enrolment", test: "overdue", courseIds: [courseId] }, isOther],
    [enrolled(), isOther],
    [enrolled(courseId, draftId), isOther],
    [{ kind: "any", of: [] }, isOther],
  ];
  const made = [];
  for (const [audience] of written) made.push(await write({ audience }));
  expect(made.map(({ audience, forWhom }) => [audience, forWhom])).toEqual(written);
  const listed = new Map((await rowsOf()).map((row) => [row.id, row.forWhom]));
  expect(made.map(({ id }) => listed.get(id))).toEqual(written.map(([, forWhom]) => forWhom));

  // What is opened and not chosen anew is written as it was; another choice is written as one test.
  for (const [audience] of written.slice(0, 6)) expect(audienceOf(chosenFrom(audience), audience)).toEqual(audience);
  const course = chosenFrom(enrolled(courseId));
  expect(audienceOf({ ...onLevel(course, "groups"), groupIds: [groupId] }, enrolled(courseId))).toEqual(inGroup(groupId));
  expect([isEmpty(course), isEmpty(onLevel(course, "groups")), isEmpty(onLevel(chosenFrom(null), "condition"))]).toEqual([
    false,
    true,
    true,
  ]);
  // "By condition" begins with what the quick choice wrote, and keeps what says more.
  expect(audienceOf(onLevel(course, "condition"))).toEqual({ kind: "all", of: [enrolled(courseId)] });
  const own = chosenFrom({ kind: "none", of: [enrolled(courseId)] });
  const back = onLevel({ ...onLevel(own, "course"), courseId }, "condition");
  expect(audienceOf(back)).toEqual({ kind: "none", of: [enrolled(courseId)] });
});

test("those in a course read on its page what is told its people, and nobody else does (ANN-3)", async () => {
  const [inside, outside] = [await app.aPerson("a"), await app.aPerson("a")];
  const course = await app.aCourse("a", { title: "Scaffolds" });
  const other = await app.aCourse("a", { title: "Cranes" });
  for (const { id } of [course, other]) await app.anEnrolment("a", { courseId: id, userId: inside.id });
  const audience: Condition = { kind: "enrolment", test: "enrolled", courseIds: [course.id] };
  const { id } = await publish({ audience, isImportant: true });
  await publish();
  const [theirs, nobodys] = [await app.signInAs(inside, "a"), await app.signInAs(outside, "a")];
  const told = async (client: Client, courseId: number) =>
    ((await client.get(`/rest/course/details/${courseId}`)).json() as Pick<CourseDetails, "announcements">).announcements;
  expect(await told(theirs, course.id)).toEqual([
    { id, title: "Fire drill", html: "<p>On Tuesday at ten.</p>", isImportant: true, since: expect.any(String) },
  ]);
  expect([await told(theirs, other.id), await told(nobodys, course.id)]).toEqual([[], []]);
  await change(id, "withdraw");
  expect(await told(theirs, course.id)).toEqual([]);
});

test("the audit log says what was told, to whom and by whom", async () => {
  const { id } = await publish({ mustRead: true });
  await change(id, "delete");
  const entries = await app.databases.inPortal(app.portal("a").id, (db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "actor_id", "after"])
      .where("object_kind", "=", "announcement")
      .where("object_id", "=", id)
      .orderBy("id")
      .execute(),
  );
  expect(entries.map(({ action }) => action)).toEqual(["announcement_made", "announcement_published", "announcement_deleted"]);
  expect(entries[0]).toMatchObject({ actor_id: admin.userId, after: { mustRead: true, texts: { en: { title: "Fire drill" } } } });
});
