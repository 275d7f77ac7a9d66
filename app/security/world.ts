import { aTokenOf } from "#features/tokens/test/a-token.ts";
import { aQuestion } from "#features/support/test/a-question.ts";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { startTestApp, testPassword, type PortalKey, type TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { keptSession } from "#platform/tokens.ts";
import { openFileStore } from "#platform/files/store.ts";
import type { Content } from "#features/courses/content.ts";

/** The actors of the permission matrix: those who belong to a portal, and those who do not. */
export const members = ["student", "author", "manager", "admin"] as const;
export const insiders = [...members, "system"] as const;
export const makers = ["author", "admin"] as const;
export const managers = ["manager", "admin"] as const;
/** No session; membership suspended after signing in; a session of the other portal; an expired session. */
export const outsiders = ["anonymous", "suspended", "foreign", "expired"] as const;
export const actors = [...insiders, ...outsiders] as const;
export type ActorName = (typeof actors)[number];
export const portalKeys = ["a", "b"] as const;
/** The other of the two portals. */
export const other = (key: PortalKey): PortalKey => (key === "a" ? "b" : "a");

/** The ids in one portal that requests name. attempts: one for each member, in progress. */
export interface Things {
  readonly courseId: number;
  readonly freeCourseId: number;
  readonly categoryId: number;
  readonly fileId: number;
  readonly attempts: Readonly<Record<string, number>>;
  readonly enrolments: Readonly<Record<string, number>>;
  readonly sessions: Readonly<Record<string, number>>;
  /** A job of each insider that is done. */
  readonly jobs: Readonly<Record<string, number>>;
  readonly groupId: number;
  /** An import of the manager. */
  readonly importId: number;
  /** Drafts of SCORM courses: one for each person who may create them, and another that may be discarded. */
  readonly drafts: Readonly<Record<string, number>>;
  readonly spares: Readonly<Record<string, number>>;
  /** A student of this portal and of no other. */
  readonly personId: number;
  /** What that person asks for help with. */
  readonly questionId: number;
  /** An API token of the student. */
  readonly tokenId: number;
  /** A published SCORM course of the author; the failing upload of the matrix must not change it. */
  readonly scormCourseId: number;
  /** A custom user field with a list: a value for each person who may merge it away, and "target". */
  readonly fieldId: number;
  /** A custom field of files, in which the person above has one. */
  readonly fileFieldId: number;
  readonly options: Readonly<Record<string, number>>;
  /** A custom field that the portal follows, with the number of its definition, and one that is offered. */
  readonly sharedFieldId: number;
  readonly sharedId: number;
  readonly offeredFieldId: number;
  /** Fields that only the person named saves. */
  readonly ownFields: Readonly<Record<string, number>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request to send. body: a string is sent as it is, with the content type in headers; anything else as JSON. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface World {
  readonly app: TestApp;
  readonly things: Readonly<Record<PortalKey, Things>>;
  /** Sends one request as an actor, from a browser on this portal, with session, matching CSRF token and Origin. */
  send(actor: ActorName, key: PortalKey, request: Sent): Promise<Reply>;
  /** The same to another server on the same database. */
  sendTo(server: FastifyInstance): World["send"];
  /** The same for a person by id; null is a visitor without a session. */
  sendAs(userId: number | null, key: PortalKey, request: Sent): Promise<Reply>;
}

export const lesson: Content = aContent([
  aPage("p1"),
  aPage("p2", {
    rule: { viewed: false, quiz: "submitted" },
    blocks: [
      {
        id: "z",
        kind: "quiz",
        title: "Check",
        passPercent: 50,
        submissions: null,
        questions: [
          {
            id: "q1",
            kind: "single",
            stem: "One?",
            points: 1,
            options: [
              { id: "a", text: "Yes" },
              { id: "b", text: "No" },
            ],
            correct: "a",
            feedback: "Yes.",
          },
        ],
      },
    ],
  }),
]);

/** Two portals with the same content in both: a course that every member has started, one that nobody has, a file, and a session for everyone. */
export async function buildWorld(overrides: Record<string, string> = {}): Promise<World> {
  const app = await startTestApp({ RATE_LOGIN_PER_ACCOUNT: "100000", RATE_LOGIN_PER_IP: "100000", ...overrides });
  const outside = {} as Record<PortalKey, Record<"suspended" | "expired", number>>;
  for (const key of portalKeys)
    outside[key] = { suspended: (await app.aPerson(key, { status: "suspended" })).id, expired: (await app.aPerson(key)).id };

  const session = (userId: number, key: PortalKey) => app.openSession(app.portal(key).id, userId);
  const injectInto =
    (server: FastifyInstance) =>
    async (token: string | null, key: PortalKey, { method, url, body, headers }: Sent): Promise<Reply> => {
      const names = cookieNames(false);
      const { host } = app.portal(key);
      const csrf = issueCsrf(app.config.secret, token);
      const reply = await server.inject({
        method: method as "GET",
        url,
        headers: {
          host,
          cookie: `${names.csrf}=${csrf}${token ? `; ${names.session}=${token}` : ""}`,
          ...(method !== "GET" && method !== "HEAD" && { origin: `http://${host}`, "sec-fetch-site": "same-origin", "x-csrf-token": csrf }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    };
  const inject = injectInto(app.server);
  const sendAs: World["sendAs"] = async (userId, key, request) => inject(userId === null ? null : await session(userId, key), key, request);
  const kept = new Map<string, Promise<string>>();
  const keep = (actor: ActorName, key: PortalKey, start: () => Promise<string>) => {
    const name = `${actor}@${key}`;
    const token = kept.get(name) ?? start();
    kept.set(name, token);
    return token;
  };
  const sendTo: World["sendTo"] = (server) => async (actor, key, request) => {
    // The session is reused by the next request unless this one may end it.
    try {
      return await injectInto(server)(actor === "anonymous" ? null : await keep(actor, key, () => tokenOf(actor, key)), key, request);
    } finally {
      if (/\/auth\/|signOut/i.test(request.url)) kept.delete(`${actor}@${key}`);
    }
  };
  const tokenOf = async (actor: Exclude<ActorName, "anonymous">, key: PortalKey): Promise<string> => {
    // A member of the other portal, with their cookie, on this portal's host.
    if (actor === "foreign") return session(app.person("student", other(key)).id, other(key));
    if (actor === "suspended") return session(outside[key].suspended, key);
    if (actor !== "expired") return session(app.person(actor, key).id, key);
    const token = await session(outside[key].expired, key);
    await app.databases.inSystem("an expired session", (db) =>
      db
        .updateTable("sessions")
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where("token_hash", "=", keptSession(token))
        .execute(),
    );
    return token;
  };

  const things = {} as Record<PortalKey, Things>;
  const store = openFileStore(join(app.config.dataDir, "files"));
  for (const key of portalKeys) {
    const portal_id = app.portal(key).id;
    const category = await app.aCategory(key);
    const course = await app.aCourse(key, { content: lesson, categoryIds: [category.id] });
    const free = await app.aCourse(key);
    const stored = await store.put(Buffer.from(`bytes of ${key}`));
    const fileId = await app.databases.inSystem("prepare a test", async (db) => {
      const file = await db
        .insertInto("files")
        .values({
          portal_id,
          storage_key: stored.key,
          name: "cover.png",
          media_type: "image/png",
          bytes: stored.bytes,
          sha256: stored.sha256,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .updateTable("courses")
        .set({ cover_file_id: file.id })
        .where("portal_id", "=", portal_id)
        .where("id", "=", course.id)
        .execute();
      return file.id;
    });
    const done = await app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("jobs")
        .values(
          insiders.map((actor) => ({
            portal_id,
            owner_id: app.person(actor, key).id,
            kind: "counting",
            input: "{}",
            state: "done",
            ended_at: new Date(),
          })),
        )
        .returning(["id", "owner_id"])
        .execute(),
    );
    const jobs = Object.fromEntries(
      insiders.map((actor) => [actor, done.find((job) => job.owner_id === app.person(actor, key).id)?.id ?? 0]),
    );
    const attempts: Record<string, number> = {};
    const enrolments: Record<string, number> = {};
    const sessions: Record<string, number> = {};
    for (const member of members) {
      const userId = app.person(member, key).id;
      enrolments[member] = (await app.anEnrolment(key, { courseId: course.id, userId })).id;
      const launched = await sendAs(userId, key, { method: "POST", url: "/rest/progress/launch", body: { courseId: course.id } });
      attempts[member] = (JSON.parse(launched.body) as { state: { attemptId: number } }).state.attemptId;
      const rows = await app.databases.inPortal(portal_id, (db) =>
        db.selectFrom("sessions").select("id").where("user_id", "=", userId).orderBy("id").execute(),
      );
      sessions[member] = rows[0]?.id ?? 0;
    }
    const made = async (maker: (typeof makers)[number]) => {
      const reply = await sendAs(app.person(maker, key).id, key, {
        method: "POST",
        url: "/rest/course/createCourse",
        body: { courseTypeId: 3 },
      });
      return [maker, (JSON.parse(reply.body) as { CourseID: number }).CourseID] as const;
    };
    const drafts = Object.fromEntries(await Promise.all(makers.map(made)));
    const scorm = await app.aCourse(key, { type: "scorm" });
    await app.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("courses")
        .set({ created_by: app.person("author", key).id })
        .where("portal_id", "=", portal_id)
        .where("id", "=", scorm.id)
        .execute(),
    );
    const spares = Object.fromEntries(await Promise.all(makers.map(made)));
    const valueNames = [...insiders, "target"];
    const field = await sendAs(app.person("admin", key).id, key, {
      method: "POST",
      url: "/rest/fields",
      body: aFieldBody("single", "Matrix", { options: valueNames }),
    });
    const { id: fieldId, options: values } = JSON.parse(field.body) as { id: number; options: { id: number; name: string }[] };
    const ownFields: Record<string, number> = {};
    for (const person of insiders) {
      const own = await sendAs(app.person("admin", key).id, key, {
        method: "POST",
        url: "/rest/fields",
        body: aFieldBody("text", `Of the ${person}`),
      });
      ownFields[person] = (JSON.parse(own.body) as { id: number }).id;
    }
    const fileField = await sendAs(app.person("admin", key).id, key, {
      method: "POST",
      url: "/rest/fields",
      body: aFieldBody("file", "Matrix file", { ownAccess: "edit", managerAccess: "edit" }),
    });
    const { id: fileFieldId } = JSON.parse(fileField.body) as { id: number };
    await sendAs(app.person("admin", key).id, key, {
      method: "POST",
      url: `/rest/people/${app.person("student", key).id}/fields/${fileFieldId}/file?name=matrix.txt`,
      headers: { "content-type": "application/octet-stream" },
      body: "a file",
    });
    const offered = async (name: string) => {
      const offering = await sendAs(app.person("admin", key).id, key, {
        method: "POST",
        url: "/rest/fields",
        body: aFieldBody("text", `${name} ${key}`),
      });
      const { id } = JSON.parse(offering.body) as { id: number };
      const reply = await sendAs(app.person("system", key).id, key, {
        method: "POST",
        url: `/rest/fields/${id}/offer`,
        body: { isOffered: true },
      });
      return JSON.parse(reply.body) as { id: number; sharedId: number };
    };
    const { id: sharedFieldId, sharedId } = await offered("Matrix shared");
    const table = await sendAs(app.person("manager", key).id, key, {
      method: "POST",
      url: "/rest/imports/paste",
      body: { text: "email\nworld@example.com\n" },
    });
    const group = await sendAs(app.person("admin", key).id, key, {
      method: "POST",
      url: "/rest/groups",
      body: { name: "Matrix", description: "", condition: null },
    });
    things[key] = {
      groupId: (JSON.parse(group.body) as { id: number }).id,
      importId: (JSON.parse(table.body) as { id: number }).id,
      ownFields,
      fieldId,
      fileFieldId,
      sharedFieldId,
      sharedId,
      offeredFieldId: (await offered("Matrix offered")).id,
      options: Object.fromEntries(values.map(({ id, name }) => [name, id])),
      courseId: course.id,
      freeCourseId: free.id,
      categoryId: category.id,
      fileId,
      attempts,
      enrolments,
      sessions,
      jobs,
      drafts,
      spares,
      scormCourseId: scorm.id,
      personId: app.person("student", key).id,
      questionId: (await aQuestion(app, key, app.person("student", key).id)).id,
      tokenId: await aTokenOf(app, key, app.person("student", key).id),
    };
  }
  return { app, things, send: sendTo(app.server), sendTo, sendAs };
}

export { testPassword };
