import { join } from "node:path";
import { sql } from "kysely";
import * as pg from "pg";
import { inject, test, type ExpectStatic } from "vitest";
import type { Db } from "#platform/db/connect.ts";
import { databaseCheck } from "#platform/db/database-check.ts";
import { checkedSettings } from "#platform/test/database.ts";
import { openFreezer, type Freezer } from "#platform/test/freezer.ts";
import { startTestApp, testPassword, type Client, type TestApp } from "./test/app.ts";

// security.md §5.4, F7: a database that does not answer, and one with a locked table. No request hangs, and no data is lost.

interface Opened {
  readonly freezer: Freezer;
  readonly app: TestApp;
  readonly student: Client;
  readonly launched: { epoch: number; state: { attemptId: number } };
  view(seq: number): ReturnType<Client["post"]>;
  close(): Promise<void>;
}

/** A server of its own, behind a proxy of its own, so that tests run side by side: most of their time is waiting for what does not come. */
async function open(): Promise<Opened> {
  const freezer = await openFreezer(inject("superUrl"));
  const app = await startTestApp({ DATABASE_STATEMENT_SECONDS: "3", RATE_LOGIN_PER_ACCOUNT: "100" }, {}, freezer.reach);
  const student = await app.signIn("student", "a");
  const course = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: course.id, userId: student.userId });
  const launched = (await student.post("/rest/progress/launch", { courseId: course.id })).json<Opened["launched"]>();
  return {
    freezer,
    app,
    student,
    launched,
    view: (seq) =>
      student.post(`/rest/progress/attempts/${launched.state.attemptId}/commits`, {
        clientId: "silent-database",
        epoch: launched.epoch,
        commits: [{ seq, fact: { kind: "view", pageId: "p1" } }],
      }),
    async close() {
      freezer.thaw();
      await app.close();
      await freezer.close();
    },
  };
}

/** A test with a server of its own. */
const alone = (name: string, work: (opened: Opened, expect: ExpectStatic) => Promise<void>) =>
  test.concurrent(name, async ({ expect }) => {
    const opened = await open();
    try {
      await work(opened, expect);
    } finally {
      await opened.close();
    }
  });

const statusOf = (reply: Awaited<ReturnType<Client["get"]>>) => [reply.statusCode, reply.headers["retry-after"], reply.json().code];
const unavailable = [503, "5", "unavailable"];

alone(
  "a database that is silent: every call is answered 503 with a sentence, readiness tells, and all is well once it speaks again",
  async ({ freezer, app, student, view }, expect) => {
    const check = databaseCheck(freezer.reach(app.databaseUrl), join(import.meta.dirname, "../db"), checkedSettings);
    const isReady = () =>
      check.ready().then(
        () => "ready",
        () => "not ready",
      );
    const status = async () => (await student.get("/rest/account")).statusCode;
    try {
      await expect.poll(isReady).toBe("ready");
      expect(await status()).toBe(200);
      freezer.freeze();
      // More calls than connections: some wait for an answer, others for a connection.
      const calls = [
        ...Array.from({ length: 8 }, () => student.get("/rest/account")),
        view(1),
        student.post("/rest/auth/login", { email: "student@a.test", password: testPassword }),
        student.put("/rest/account/preferences", { theme: "dark" }),
      ];
      const [ready, ...replies] = await Promise.all([isReady(), ...calls]);
      expect(ready).toBe("not ready");
      for (const reply of replies) {
        expect(statusOf(reply)).toEqual(unavailable);
        expect(reply.json().message).toMatch(/try again in a moment\.$/);
      }
      freezer.thaw();
      await expect.poll(isReady).toBe("ready");
      await expect.poll(status).toBe(200);
      expect((await view(1)).json()).toMatchObject({ stored: [1] });
      // No connection with an unanswered statement returned to the pool, and the pool can open as many as before.
      const again = await Promise.all(Array.from({ length: 20 }, () => student.get("/rest/account")));
      expect(again.map(({ statusCode }) => statusCode)).toEqual(again.map(() => 200));
    } finally {
      await check.close();
    }
  },
);

alone(
  "commits of packages do not wait one behind the other for a database that is silent",
  async ({ freezer, student, launched }, expect) => {
    const commits = (seq: number) =>
      student.post(`/rest/progress/attempts/${launched.state.attemptId}/commits`, {
        clientId: "silent-package",
        epoch: launched.epoch,
        commits: [{ seq, fact: { kind: "cmi", scoKey: "sco-1", session: "session-1", values: {} } }],
      });
    freezer.freeze();
    // Statements of one attempt never run in parallel; if they waited for each other's time-outs, these calls would take minutes.
    const replies = await Promise.all(Array.from({ length: 60 }, (_, at) => commits(at + 1)));
    freezer.thaw();
    for (const reply of replies) expect(statusOf(reply)).toEqual(unavailable);
    await expect.poll(async () => (await commits(1)).statusCode).toBe(200);
  },
);

alone(
  "what somebody else has locked is 503 for those who need it, and the others go on",
  async ({ app, student, launched, view }, expect) => {
    const other = new pg.Client(app.databaseUrl);
    await other.connect();
    try {
      await other.query("begin");
      await other.query("select from attempt_states where attempt_id = $1 for update", [launched.state.attemptId]);
      const [held, free] = await Promise.all([view(1), student.get("/rest/account")]);
      expect(statusOf(held)).toEqual(unavailable);
      expect(free.statusCode).toBe(200);
      await other.query("rollback");
      expect((await view(1)).json()).toMatchObject({ stored: [1] });

      await other.query("begin; lock table users in access exclusive mode");
      const asked = { accept: "text/html,*/*;q=0.8" };
      const [data, page] = await Promise.all([student.get("/rest/account"), student.get("/v/student/history", asked)]);
      expect(statusOf(data)).toEqual(unavailable);
      // A person reads a page; it has no code, so that it works whatever else does not.
      expect([page.statusCode, page.headers["retry-after"], page.headers["content-type"]]).toEqual([503, "5", "text/html; charset=utf-8"]);
      expect(page.body).toContain("<title>This page can&#39;t be shown right now - Stoa</title>");
      expect(page.body).toContain("try again in a moment");
      expect(page.body).not.toMatch(/<script|__STOA/);
      await other.query("rollback");
      expect((await student.get("/rest/account")).statusCode).toBe(200);
    } finally {
      await other.end();
    }
  },
);

alone("a request does not wait for another of the same session that runs long", async ({ app, student }, expect) => {
  const rest = "update sessions set last_seen_at = now() - interval '2 minutes' where user_id = $1";
  const other = new pg.Client(app.databaseUrl);
  await other.connect();
  try {
    // As a long export does, which began after a minute's rest.
    await other.query(rest, [student.userId]);
    await other.query("begin");
    await other.query(rest, [student.userId]);
    expect((await student.get("/rest/account")).statusCode).toBe(200);
  } finally {
    await other.end();
  }
});

alone("work that no request waits for is not cut, other work is", async ({ app }, expect) => {
  const sleep = (db: Db) => sql`select pg_sleep(4)`.execute(db).then(({ rows }) => rows.length);
  const [long, short] = await Promise.allSettled([
    app.databases.inSystemUntimed("a long job", sleep),
    app.databases.inSystem("a request's work", sleep),
  ]);
  expect(long).toEqual({ status: "fulfilled", value: 1 });
  expect(short.status).toBe("rejected");
});
