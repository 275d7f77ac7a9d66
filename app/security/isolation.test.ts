import { aShownAnnouncement } from "#features/announcements/test/an-announcement.ts";
import { sql } from "kysely";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import * as pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { startSession } from "#features/auth/server/sessions.ts";

// Portals stay apart whatever happens to a request, and the database alone would keep them apart (security.md 29, 32, 34; §4, F29).

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** A pseudo-random generator with the same numbers every time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe("2,000 interleaved requests over eight portals, with failures and aborted ones", () => {
  interface Visitor {
    readonly portal: number;
    readonly host: string;
    readonly token: string;
    readonly courseId: number;
    readonly attemptId: number;
  }
  const count = 8;
  const mark = (portal: number) => `mark-${"abcdefgh".charAt(portal)}-only`;
  let visitors: Visitor[] = [];
  let port = 0;

  beforeAll(async () => {
    await app.server.listen({ port: 0, host: "127.0.0.1" });
    port = (app.server.server.address() as AddressInfo).port;
    visitors = await app.databases.inSystem("prepare a test", async (db) => {
      // A person who belongs to every portal: only the portal keeps their data apart.
      const shared = await db
        .insertInto("users")
        .values({ email: "everywhere@example.test", given_name: "Eve", family_name: "Rywhere" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const made: Visitor[] = [];
      for (let portal = 0; portal < count; portal++) {
        const host = `p${portal}.test`;
        const { id } = await db
          .insertInto("portals")
          .values({
            slug: `p${portal}`,
            name: mark(portal),
            announcements: JSON.stringify([aShownAnnouncement({ html: `<p>${mark(portal)}</p>` })]),
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db.insertInto("portal_hosts").values({ host, portal_id: id, is_primary: true }).execute();
        const own = await db
          .insertInto("users")
          .values({ email: `${mark(portal)}@example.test`, given_name: mark(portal), family_name: "Person" })
          .returning("id")
          .executeTakeFirstOrThrow();
        const category = await db
          .insertInto("categories")
          .values({ portal_id: id, name: mark(portal) })
          .returning("id")
          .executeTakeFirstOrThrow();
        const course = await db
          .insertInto("courses")
          .values({
            portal_id: id,
            type: "online",
            title: `Same words ${mark(portal)}`,
            summary: mark(portal),
            status: "published",
            published_at: new Date(),
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db.insertInto("course_categories").values({ portal_id: id, course_id: course.id, category_id: category.id }).execute();
        const version = await db
          .insertInto("course_versions")
          .values({
            portal_id: id,
            course_id: course.id,
            number: 1,
            content: JSON.stringify(aContent([aPage("p1", { title: mark(portal) }), aPage("p2")])),
            completion_rule: JSON.stringify({ kind: "pages", percent: 100 }),
            item_count: 2,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db
          .insertInto("course_version_items")
          .values(["p1", "p2"].map((item_key, position) => ({ portal_id: id, version_id: version.id, item_key, position })))
          .execute();
        await db.updateTable("courses").set({ current_version_id: version.id }).where("id", "=", course.id).execute();
        for (const user_id of [own.id, shared.id]) {
          await db.insertInto("memberships").values({ portal_id: id, user_id }).execute();
          const enrolment = await db
            .insertInto("enrolments")
            .values({ portal_id: id, course_id: course.id, user_id })
            .returning("id")
            .executeTakeFirstOrThrow();
          await db
            .insertInto("enrolment_causes")
            .values({ portal_id: id, enrolment_id: enrolment.id, kind: "import", reference: mark(portal) })
            .execute();
          const attempt = await db
            .insertInto("attempts")
            .values({ portal_id: id, enrolment_id: enrolment.id, course_id: course.id, user_id, version_id: version.id, number: 1 })
            .returning("id")
            .executeTakeFirstOrThrow();
          await db.insertInto("attempt_states").values({ portal_id: id, attempt_id: attempt.id, epoch: 1 }).execute();
          const token = await startSession(db, {
            portalId: id,
            userId: user_id,
            userAgent: mark(portal),
            ip: "127.0.0.1",
            requestId: "test",
            maxHours: 1,
            action: "signed_in",
          });
          made.push({ portal, host, token, courseId: course.id, attemptId: attempt.id });
        }
      }
      return made;
    });
  });

  /** Sends over a socket; null when the connection was cut off, on purpose or because a database connection was killed. */
  const send = ({ host, token }: Visitor, method: string, path: string, body: unknown, cutAfterMs: number | null) =>
    new Promise<{ status: number; body: string } | null>((done) => {
      const names = cookieNames(false);
      const csrf = issueCsrf(app.config.secret, token);
      const text = body === undefined ? undefined : JSON.stringify(body);
      const request = httpRequest({
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: {
          host,
          cookie: `${names.session}=${token}; ${names.csrf}=${csrf}`,
          origin: `http://${host}`,
          "x-csrf-token": csrf,
          ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        },
      });
      request.on("error", () => done(null));
      request.on("response", (response) => {
        let read = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (read += chunk));
        response.on("end", () => done({ status: response.statusCode ?? 0, body: read }));
        response.on("error", () => done(null));
      });
      if (cutAfterMs !== null) setTimeout(() => request.destroy(), cutAfterMs);
      request.end(text);
    });

  test("no reply holds a word of another portal, and no connection is handed out with a portal set", async () => {
    const { pool } = app.databases;
    const left: string[] = [];
    const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
    let checkouts = 0;
    // Inspect every connection before the pool hands it out. pool.query uses the callback form and needs no transaction.
    pool.connect = (async (callback?: unknown) => {
      if (callback) return (pool.constructor.prototype as { connect: (this: unknown, c: unknown) => unknown }).connect.call(pool, callback);
      const client = await connect();
      checkouts++;
      const { rows } = await client
        .query<{ value: string | null; role: string }>("select current_setting('app.portal_id', true) as value, current_user as role")
        .catch((error: Error) => {
          client.release(error);
          throw error;
        });
      if (rows[0]?.value || rows[0]?.role !== "stoa_app") left.push(JSON.stringify(rows[0]));
      return client;
    }) as typeof pool.connect;

    const roll = dice(41);
    const wrong: string[] = [];
    const seen = { good: 0, refused: 0, cut: 0, broken: 0 };
    const total = 2000;
    let sent = 0;
    const worker = async () => {
      while (sent < total) {
        const turn = sent++;
        const me = visitors[roll(visitors.length)];
        const them = visitors[roll(visitors.length)];
        if (!me || !them) throw new Error("no visitors");
        const kinds: [string, string, unknown?][] = [
          ["GET", "/rest/environment/"],
          ["GET", "/rest/account"],
          ["GET", "/rest/account/sessions"],
          ["GET", "/rest/course/catalog?q=same"],
          ["GET", "/rest/enrolment/myCourses"],
          ["GET", "/rest/history"],
          ["GET", "/rest/dashboard/student"],
          ["GET", `/rest/course/details/${me.courseId}`],
          ["GET", `/rest/progress/attempts/${me.attemptId}`],
          [
            "POST",
            `/rest/progress/attempts/${me.attemptId}/commits`,
            { clientId: `client-${turn}`, epoch: 1, commits: [{ seq: 1, fact: { kind: "view", pageId: "p1" } }] },
          ],
          ["POST", "/rest/progress/launch", { courseId: me.courseId }],
          // Requests that fail: ids of another portal, text that the database refuses within a transaction, nonsense.
          ["GET", `/rest/course/details/${them.courseId}`],
          ["GET", `/rest/progress/attempts/${them.attemptId}`],
          [
            "POST",
            `/rest/progress/attempts/${them.attemptId}/commits`,
            { clientId: `client-${turn}`, epoch: 1, commits: [{ seq: 1, fact: { kind: "view", pageId: "p1" } }] },
          ],
          ["GET", "/rest/history?q=%00"],
          ["POST", "/rest/enrolment/enrol", { courseId: them.courseId }],
          ["POST", "/rest/progress/launch", { courseId: "nonsense" }],
        ];
        const [method, path, body] = kinds[roll(kinds.length)] ?? ["GET", "/rest/account"];
        const reply = await send(me, method, path, body, roll(10) === 0 ? roll(12) : null);
        // Now and then a pooled connection is killed while it is in use.
        if (turn % 250 === 249) await killOne();
        if (!reply) seen.cut++;
        else if (reply.status >= 500) seen.broken++;
        else if (reply.status >= 400) seen.refused++;
        else seen.good++;
        const foreign = reply?.body.match(/mark-[a-h]-only/g)?.find((word) => word !== mark(me.portal));
        // Only the environment call may name other portals: its list of a person's portals is meant to (specification §3).
        if (foreign && path !== "/rest/environment/") wrong.push(`${method} ${path} in ${me.host}: ${foreign}`);
        if (path === "/rest/environment/" && reply?.status === 200) {
          const { Portal, Announcement } = JSON.parse(reply.body) as { Portal: { Name: string }; Announcement: string };
          if (Portal.Name !== mark(me.portal) || !Announcement.includes(mark(me.portal)))
            wrong.push(`environment of ${Portal.Name} in ${me.host}`);
        }
        const named =
          path === `/rest/course/details/${them.courseId}` || path.replace("/commits", "") === `/rest/progress/attempts/${them.attemptId}`;
        if (them.portal !== me.portal && named && reply && reply.status < 400) wrong.push(`${path} was open in ${me.host}`);
      }
    };
    const admin = new pg.Client({ connectionString: app.databaseUrl });
    await admin.connect();
    let killed = 0;
    const killOne = async () => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by random() limit 1`,
      );
      killed += rowCount ?? 0;
    };
    await Promise.all(Array.from({ length: 12 }, worker));
    await admin.end();
    pool.connect = connect as typeof pool.connect;

    expect(wrong).toEqual([]);
    expect(left).toEqual([]);
    expect(checkouts).toBeGreaterThan(1500);
    expect(seen.good).toBeGreaterThan(700);
    expect(seen.refused).toBeGreaterThan(200);
    expect(seen.cut).toBeGreaterThan(20);
    expect(killed).toBeGreaterThan(4);
    expect(seen.broken).toBeLessThan(40);
    // The pool recovers; it may not have noticed the connection killed last.
    const first = visitors[0];
    await expect.poll(async () => first && (await send(first, "GET", "/rest/account", undefined, null))?.status).toBe(200);
  }, 60_000);

  test("every attempt of the log belongs to the portal it was written in", async () => {
    const { rows } = await app.databases.inSystem("look under the application", (db) =>
      sql<{ strays: number }>`
        select count(*)::int as strays from commit_log l left join attempts a on a.portal_id = l.portal_id and a.id = l.attempt_id where a.id is null`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ strays: 0 }]);
  });
});
