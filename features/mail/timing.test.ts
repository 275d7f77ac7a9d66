import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { remindOfDueCourses } from "#features/enrolment/server/service.ts";
import type { ShownOverrides } from "./overrides-contract.ts";
import { startMailServer, type MailServer } from "./test/mail-server.ts";
import { settleMail } from "./test/settle-mail.ts";

// How many days before and after its date an event is told, for portals and single courses (MAIL-1): each once, with the clock moved, by two workers at once.

let app: TestApp;
let admin: Client;
let server: MailServer;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  server = await startMailServer();
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(() => system((db) => sql`delete from event_timings`.execute(db)));

const system = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("a test of timing", work);
const day = 86_400_000;
let count = 0;
const timing = (event: string, days: unknown, client = admin) => client.put(`/rest/mail/events/${event}/timing`, { days });
const set = async (event: string, days: number[] | null) => {
  const reply = await timing(event, days);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json() as ShownOverrides;
};
const ofCourse = async (courseId: number, days: number[] | null, event = "due_soon") => {
  const { id } = (await admin.post(`/rest/mail/events/${event}/overrides`, { kind: "course", id: courseId })).json() as { id: number };
  const reply = await admin.put(`/rest/mail/overrides/${id}`, { isOn: null, days });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return { id, ...(reply.json() as object) };
};
const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
/** Somebody who is enrolled in a new course that is due in some days. */
async function dueIn(days: number) {
  const person = await app.aPerson("a", { email: `accepts.${++count}@timing.test` });
  const { id: courseId } = await app.aCourse("a", { title: `Course ${count}` });
  expect((await admin.post(`/rest/people/${person.id}/enrolments`, { courseId, dueAt: dayIn(days) })).statusCode).toBe(200);
  const { rows } = await system((db) =>
    sql<{
      at: Date;
      enrolmentId: number;
    }>`select s.due_at as at, s.enrolment_id as "enrolmentId" from enrolment_standing s where s.user_id = ${person.id}`.execute(db),
  );
  return { ...person, courseId, due: rows[0]?.at.getTime() ?? 0, enrolmentId: rows[0]?.enrolmentId ?? 0 };
}
type Due = Awaited<ReturnType<typeof dueIn>>;
/** Moves the clock in steps of six hours; two workers look at the same time. */
async function pass(from: number, to: number) {
  for (let now = from; now <= to; now += day / 4) {
    const clock = new Date(now);
    await Promise.all([remindOfDueCourses(app.databases, clock), remindOfDueCourses(app.databases, clock)]);
  }
  await Promise.all([
    settleMail(app, { now: () => new Date(to), smtpUrl: server.url }),
    settleMail(app, { now: () => new Date(to), smtpUrl: server.url }),
  ]);
}
/** When somebody was told what, in days from the due date. */
async function told({ id, due }: Pick<Due, "id" | "due">) {
  const rows = await system((db) =>
    db
      .selectFrom("notifications")
      .select(["event", "created_at as at"])
      .where("user_id", "=", id)
      .where("event", "<>", "enrolled")
      .orderBy("id")
      .execute(),
  );
  return rows.map(({ event, at }) => `${event} ${Math.floor((at.getTime() - due) / day)}`);
}
const came = ({ email }: Pick<Due, "email">) =>
  server.taken.filter(({ to, text }) => to === email && !text.includes("You are enrolled")).length;

test("without a word of the portal people are told 7 days and 1 day before, and when it is overdue, each once", async () => {
  expect(await set("due_soon", null)).toMatchObject({ timing: { direction: "before", usual: [7, 1], days: null } });
  const person = await dueIn(10);
  await pass(Date.now(), person.due + 3 * day);
  expect(await told(person)).toEqual(["due_soon -7", "due_soon -1", "overdue 0"]);
  expect(came(person)).toBe(3);
});

test("a portal says other days before and after; a course of it has its own, and inherits again", async () => {
  expect(await set("due_soon", [3, 20, 3, 1])).toMatchObject({ timing: { days: [20, 3, 1] } });
  await set("overdue", [5, 0]);
  const [usual, own, back] = [await dueIn(30), await dueIn(30), await dueIn(30)];
  expect(await ofCourse(own.courseId, [2])).toMatchObject({ days: [2], isOn: null });
  await ofCourse(own.courseId, [4], "overdue");
  await ofCourse(back.courseId, [2]);
  expect(await ofCourse(back.courseId, null)).toMatchObject({ days: null });
  await pass(Date.now(), usual.due + 10 * day);
  expect(await told(usual)).toEqual(["due_soon -20", "due_soon -3", "due_soon -1", "overdue 0", "overdue 5"]);
  expect(await told(own)).toEqual(["due_soon -2", "overdue 4"]);
  expect(await told(back)).toEqual(await told(usual));
  expect([came(usual), came(own)]).toEqual([5, 2]);
});

test("nobody is told twice or late because days are changed, nor because a course inherits again", async () => {
  const [changed, removed] = [await dueIn(12), await dueIn(12)];
  const { id } = await ofCourse(removed.courseId, [3]);
  await pass(Date.now(), changed.due - 6 * day);
  expect([await told(changed), await told(removed)]).toEqual([["due_soon -7"], []]);
  // Six days before, the portal asks for eight and five: eight is over, and seven was told.
  await set("due_soon", [8, 5]);
  expect((await admin.post(`/rest/mail/overrides/${id}/remove`)).statusCode).toBe(200);
  await system((db) => sql`update event_timings set changed_at = ${new Date(changed.due - 6 * day)}`.execute(db));
  await pass(changed.due - 6 * day, changed.due - 5.5 * day);
  expect([await told(changed), await told(removed)]).toEqual([["due_soon -7"], []]);
  await set("due_soon", null);
  await system((db) => sql`update event_timings set changed_at = ${new Date(changed.due - 5.5 * day)}`.execute(db));
  await pass(changed.due - 5.5 * day, changed.due - day / 2);
  expect([await told(changed), await told(removed)]).toEqual([["due_soon -7", "due_soon -1"], ["due_soon -1"]]);
});

test("a due date that moves is told anew, the same one is not", async () => {
  const person = await dueIn(9);
  await pass(Date.now(), person.due - 6 * day);
  expect(await told(person)).toEqual(["due_soon -7"]);
  const correct = (dueAt: string) =>
    admin.post(`/rest/people/${person.id}/enrolments/${person.enrolmentId}/corrections`, { kind: "due", at: dueAt, reason: "Ill" });
  const reply = await correct(dayIn(20));
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  await pass(person.due - 6 * day, person.due + 5 * day);
  const days = await told(person);
  expect(days[0]).toBe("due_soon -7");
  // Seven days before the new date, eleven after the old one.
  expect(days.slice(1)).toEqual(["due_soon 4"]);
});

test.each([
  ["due_soon", [], undefined],
  ["due_soon", [0], "too_late"],
  ["due_soon", [91], undefined],
  ["due_soon", [-1], undefined],
  ["due_soon", [1.5], undefined],
  ["due_soon", [1, 2, 3, 4, 5, 6], undefined],
  ["enrolled", [1], "no_timing"],
])("of %s the days %j are refused with a sentence", async (event, days, code) => {
  const reply = await timing(event, days);
  expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/\w+\.$/)]);
  if (code) expect(reply.json().errors).toMatchObject([{ field: "days", code }]);
});

test("groups have no days of their own, and the days of a portal are its own", async () => {
  const group = (await admin.post("/rest/groups", { name: "Crew", description: "", condition: null })).json() as { id: number };
  const { id } = (await admin.post("/rest/mail/events/due_soon/overrides", { kind: "group", id: group.id })).json() as { id: number };
  const refused = await admin.put(`/rest/mail/overrides/${id}`, { isOn: null, days: [3] });
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([400, "not_of_groups"]);
  const b = await app.signIn("admin", "b");
  expect((await timing("due_soon", [4], b)).statusCode).toBe(200);
  expect((await admin.get("/rest/mail/events/due_soon/overrides")).json()).toMatchObject({ timing: { days: null } });
  const rows = await system((db) =>
    db
      .selectFrom("audit_events")
      .select(["portal_id", "before", "after"])
      .where("action", "=", "mail_timing_changed")
      .orderBy("id")
      .execute(),
  );
  expect(rows.at(-1)).toEqual({
    portal_id: app.portal("b").id,
    before: { event: "due_soon", days: null },
    after: { event: "due_soon", days: [4] },
  });
});
