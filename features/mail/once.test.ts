import { spawn } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { remindOfDueCourses, tellEnrolled } from "#features/enrolment/server/service.ts";
import { startMailServer, type MailServer, type MailStep } from "./test/mail-server.ts";
import { settleMail } from "./test/settle-mail.ts";

// Nobody is told twice and nobody is forgotten: through several causes and roles, killed workers, and a month of reminders (issue 11 §1, §3).

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const system = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("a test of mail", work);

/** A worker in a process of its own, killed without warning when it says a word, or when something happens. */
async function killWorker(server: MailServer, when: "ready" | "done" | Promise<unknown>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "test/mail-process.ts"), app.databaseUrl, server.url], {
    env: { ...process.env, NODE_ENV: "test", STOA_DATA: app.config.dataDir, STOA_SECRET: app.config.secret, PUBLIC_URL: "http://a.test" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const saying = new Promise<void>((done) => {
    let said = "";
    child.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      if (typeof when === "string" && said.includes(when)) done();
    });
  });
  await Promise.race([saying, ended, ...(typeof when === "string" ? [] : [when])]);
  child.kill("SIGKILL");
  await ended;
}

describe("three causes tell people of five roles, and the worker is killed", () => {
  const roles = [{}, { isAuthor: true }, { isManager: true }, { isAdmin: true }, { isAuthor: true, isManager: true, isAdmin: true }];
  let people: { id: number; email: string }[];
  let systemAdmin: Client;
  beforeAll(async () => {
    people = await Promise.all(roles.map((role, nth) => app.aPerson("a", { ...role, email: `role${nth}@mail.test` })));
    systemAdmin = await app.signIn("system", "a");
  });

  /** Enrols all of them in a new course: an admin and a system admin at the same time, and a rule. */
  async function enrolAll(title: string) {
    const { id: courseId } = await app.aCourse("a", { title });
    await Promise.all(
      people.flatMap(({ id }) =>
        [admin, systemAdmin].map(async (client) => {
          const { statusCode, body } = await client.post(`/rest/people/${id}/enrolments`, { courseId });
          expect([200, 409], body).toContain(statusCode);
        }),
      ),
    );
    await system(async (db) => {
      const { rows } = await sql<{ id: number }>`select id::int as id from enrolments where course_id = ${courseId}`.execute(db);
      await sql`insert into enrolment_causes (portal_id, enrolment_id, kind, reference)
        select portal_id, id, 'rule', 'test' from enrolments where course_id = ${courseId}`.execute(db);
      await tellEnrolled(
        db,
        app.portal("a").id,
        null,
        rows.map(({ id }) => id),
      );
    });
    return courseId;
  }

  test.each(["ready", "connect", "from", "to", "data", "text", "answered", "done"] as const)(
    "at the moment “%s”: each gets one message, or the log says that nobody can tell",
    { timeout: 60_000 },
    async (moment) => {
      const title = `Killed at ${moment}`;
      const courseId = await enrolAll(title);
      const steps = new Map<string, () => void>();
      const seen = (step: MailStep) => new Promise<void>((done) => steps.set(step, done));
      // What has come to the step of the kill is held there: the server says nothing more until the worker is gone.
      const held = Promise.withResolvers<void>();
      const isHeld = (step: MailStep) => step === moment;
      const server = await startMailServer({
        onStep: async (step) => {
          steps.get(step)?.();
          if (isHeld(step)) await held.promise;
        },
      });
      try {
        await killWorker(server, moment === "ready" || moment === "done" ? moment : seen(moment));
        held.resolve();
        // The lease of what the killed worker had is over after a quarter of an hour.
        const later = () => new Date(Date.now() + 20 * 60_000);
        await settleMail(app, { now: later, smtpUrl: server.url });
        for (const { id, email } of people) {
          const { rows } = await system((db) =>
            sql<{ state: string }>`select m.state from messages m join notifications n on n.portal_id = m.portal_id and n.message_id = m.id
            where n.user_id = ${id} and n.subject = ${`course:${courseId}`}`.execute(db),
          );
          const taken = server.taken.filter(({ to, text }) => to === email && text.includes(title)).length;
          expect(rows, email).toHaveLength(1);
          if (rows[0]?.state === "unclear") expect(taken, email).toBeLessThanOrEqual(1);
          else expect([rows[0]?.state, taken], email).toEqual(["sent", 1]);
          // Before its text was handed over, nothing can have arrived, so nothing is unclear.
          if (["ready", "connect", "from", "to"].includes(moment)) expect(rows[0]?.state, email).toBe("sent");
        }
      } finally {
        held.resolve();
        await server.close();
      }
    },
  );
});

test(
  "a month of reminders in a simulated clock tells each once, at its time where the person is, also when the worker looks twice",
  { timeout: 120_000 },
  async () => {
    const zones = ["Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Auckland"];
    const days = [2, 5, 8, 10, 14, 20, 25];
    const begin = Date.now();
    const hour = 3_600_000;
    const dayOf = (inDays: number) => new Date(begin + inDays * 24 * hour).toISOString().slice(0, 10);
    const people = [];
    for (const [nth, inDays] of days.entries())
      for (const zone of zones.slice(0, nth % 2 === 0 ? 4 : 2)) {
        const person = await app.aPerson("a");
        await system((db) => sql`update users set time_zone = ${zone} where id = ${person.id}`.execute(db));
        const { id: courseId } = await app.aCourse("a", { title: `Due in ${inDays}` });
        expect((await admin.post(`/rest/people/${person.id}/enrolments`, { courseId, dueAt: dayOf(inDays) })).statusCode).toBe(200);
        people.push({ ...person, zone, courseId });
      }
    await settleMail(app);
    const step = 12 * hour;
    for (let now = begin + step; now <= begin + 32 * 24 * hour; now += step) {
      const clock = new Date(now);
      // Two workers at the same time, and one that starts anew.
      await Promise.all([remindOfDueCourses(app.databases, clock), remindOfDueCourses(app.databases, clock)]);
      await Promise.all([settleMail(app, { now: () => clock }), settleMail(app, { now: () => clock })]);
      await remindOfDueCourses(app.databases, clock);
    }
    for (const { id, courseId } of people) {
      const told = await system(
        async (db) =>
          (
            await sql<{ event: string; occurrence: string; at: Date; due: Date; state: string; messages: number }>`
            select n.event, n.occurrence, m.created_at as at, (n.variables ->> 'dueAt')::timestamptz as due, m.state,
              count(*) over (partition by n.message_id)::int as messages
            from notifications n join messages m on m.portal_id = n.portal_id and m.id = n.message_id
            where n.user_id = ${id} and n.subject = ${`course:${courseId}`} order by n.id`.execute(db)
          ).rows,
      );
      const [enrolled, ...reminders] = told;
      expect(enrolled?.event).toBe("enrolled");
      const due = reminders[0]?.due.getTime() ?? 0;
      // A day is counted in the person's zone; an hour more or less where clocks change.
      const times = [
        { event: "due_soon", which: ":7", at: due - 7 * 24 * hour },
        { event: "due_soon", which: ":1", at: due - 24 * hour },
        { event: "overdue", which: "Z", at: due },
      ].filter(({ at }) => at > begin);
      expect(reminders).toHaveLength(times.length);
      for (const [nth, { event, which, at }] of times.entries()) {
        const one = reminders[nth];
        expect([one?.event, one?.occurrence.endsWith(which), one?.state, one?.messages]).toEqual([event, true, "kept", 1]);
        const lateMs = (one?.at.getTime() ?? 0) - at;
        expect(lateMs).toBeGreaterThanOrEqual(-hour);
        expect(lateMs).toBeLessThanOrEqual(step + hour);
      }
    }
  },
);
