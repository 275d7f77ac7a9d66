// What the tests learn in: one portal on localhost, an author, a small SCORM 1.2 package uploaded and published through the API, and learners.
import { savedFields } from "#features/authoring/test/saved-fields.ts";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { keptSession, newToken } from "#platform/tokens.ts";
import { contentOrigins } from "#features/scorm/server/content-origins.ts";
import { attemptTokens } from "#features/scorm/server/tokens.ts";
import { scorm12Package } from "#features/scorm/test/sample-packages.ts";
import { ask, type Answer } from "./http.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";

/** A signed-in person with their browser's headers. */
export interface Person {
  readonly userId: number;
  readonly sessionToken: string;
  /** The headers that their browser sends with every write. */
  readonly headers: Readonly<Record<string, string>>;
  post(path: string, body: object): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  get(path: string): Promise<Answer>;
  upload(courseId: number, zip: Buffer, timeoutMs?: number): Promise<Answer>;
}

export interface Course {
  readonly courseId: number;
  readonly versionId: number;
  readonly packageId: number;
  readonly itemKeys: readonly string[];
}

export interface Learner {
  readonly userId: number;
  readonly attemptId: number;
  /** An attempt token for an epoch. */
  token(epoch: number): string;
}

export interface World {
  readonly stoa: ServerProcess;
  readonly portalId: number;
  readonly author: Person;
  aPerson(fields?: { isAuthor?: boolean }): Promise<Person>;
  /** The same person, signed in with a session of its own. */
  onAnotherDevice(person: Person): Promise<Person>;
  /** Uploads a package and publishes a course of it, through the calls that the editor makes. */
  aScormCourse(zip?: Buffer): Promise<Course>;
  /** Creates learners, each with an attempt in progress, whose newest epoch is `epochs` (1 by default). */
  learners(course: Course, count: number, epochs?: number): Promise<Learner[]>;
  enrol(userId: number, courseId: number): Promise<void>;
  /** Where the package of an attempt token plays, and its launcher sends from. */
  originOf(token: string): string;
}

const boundary = "----stoa-faults";

/** Creates the world on a running server; uses the demo's portal when there is one. */
export async function makeWorld(stoa: ServerProcess): Promise<World> {
  const host = `localhost:${stoa.port}`;
  const tokens = attemptTokens(stoa.secret);
  const origins = contentOrigins({ contentOrigin: stoa.contentOrigin, contentHosts: "per-course", secret: stoa.secret });
  const portalId = await onDatabase(stoa, async (client) => {
    const found = await client.query<{ portal_id: number }>("select portal_id from portal_hosts where host = 'localhost'");
    if (found.rows[0]) return Number(found.rows[0].portal_id);
    const made = await client.query<{ id: number }>("insert into portals (slug, name) values ('faults', 'Faults') returning id");
    const id = Number(made.rows[0]?.id);
    await client.query("insert into portal_hosts (host, portal_id, is_primary) values ('localhost', $1, true)", [id]);
    return id;
  });

  const aPerson = ({ isAuthor = false } = {}) =>
    onDatabase(stoa, async (client) => {
      const email = `${randomUUID()}@faults.example`;
      const { rows } = await client.query<{ id: number }>(
        `with made as (insert into users (email, given_name, family_name) values ($1, 'Fay', 'Fault') returning id),
           joined as (insert into memberships (portal_id, user_id, is_author) select $2, id, $3 from made)
         select id from made`,
        [email, portalId, isAuthor],
      );
      return signIn(client, Number(rows[0]?.id));
    });

  async function signIn(client: pg.Client, userId: number): Promise<Person> {
    const sessionToken = newToken();
    await client.query(
      `insert into sessions (portal_id, token_hash, user_id, user_agent, ip, expires_at, active_role)
       values ($1, $2, $3, 'faults', '127.0.0.1', now() + interval '8 hours', 'Student')`,
      [portalId, keptSession(sessionToken), userId],
    );
    const names = cookieNames(false);
    const csrf = issueCsrf(stoa.secret, sessionToken);
    const headers = {
      cookie: `${names.session}=${sessionToken}; ${names.csrf}=${csrf}`,
      origin: stoa.origin,
      "sec-fetch-site": "same-origin",
      "x-csrf-token": csrf,
    };
    const base = { port: stoa.port, host };
    const json = { ...headers, "content-type": "application/json" };
    return {
      userId,
      sessionToken,
      headers,
      get: (path) => ask({ ...base, method: "GET", path, headers }),
      post: (path, body) => ask({ ...base, method: "POST", path, headers: json, body: JSON.stringify(body) }),
      put: (path, body) => ask({ ...base, method: "PUT", path, headers: json, body: JSON.stringify(body) }),
      upload(courseId, zip, timeoutMs = 120_000) {
        const field = (name: string, value: string) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
        const body = Buffer.concat([
          Buffer.from(field("courseID", String(courseId)) + field("isFrameSet", "true")),
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="package.zip"\r\nContent-Type: application/zip\r\n\r\n`,
          ),
          zip,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]);
        const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
        return ask({ ...base, method: "POST", path: "/educate/scorm/upload", headers: { ...headers, ...type }, body, timeoutMs });
      },
    };
  }

  const author = await aPerson({ isAuthor: true });

  return {
    stoa,
    portalId,
    author,
    aPerson,
    onAnotherDevice: ({ userId }) => onDatabase(stoa, (client) => signIn(client, userId)),

    async aScormCourse(zip) {
      const { CourseID: courseId = 0 } = expectJson<{ CourseID: number }>(
        await author.post("/rest/course/createCourse", { courseTypeId: 3 }),
      );
      const uploaded = expectJson<{ isSuccessful: boolean; Message: string }>(
        await author.upload(courseId, zip ?? (await scorm12Package())),
      );
      if (!uploaded.isSuccessful) throw new Error(`The package was refused: ${uploaded.Message}`);
      const draft = `/rest/editor/online/${courseId}`;
      const { revision: opened } = expectJson<{ revision: number }>(await author.get(draft));
      const details = { ...savedFields, title: "Tents", summary: "How to pitch one." };
      const saved = await author.put(`${draft}/details`, { ...details, revision: opened });
      const { revision } = expectJson<{ revision: number }>(saved);
      expectJson(await author.post(`${draft}/publish`, { revision, note: "First" }));
      return onDatabase(stoa, async (client) => {
        const { rows } = await client.query<{ version: number; package: number; keys: string[] }>(
          `select c.current_version_id as version, (select max(id) from scorm_packages where course_id = c.id) as package,
             (select array_agg(item_key order by position) from course_version_items where version_id = c.current_version_id) as keys
           from courses c where c.id = $1`,
          [courseId],
        );
        const row = rows[0];
        if (!row?.version) throw new Error("The course was not published.");
        return { courseId, versionId: Number(row.version), packageId: Number(row.package), itemKeys: row.keys };
      });
    },

    enrol: (userId, courseId) =>
      onDatabase(stoa, async (client) => {
        await client.query(
          `with made as (insert into enrolments (portal_id, course_id, user_id) values ($1, $2, $3) returning id)
           insert into enrolment_causes (portal_id, enrolment_id, kind) select $1, id, 'self' from made`,
          [portalId, courseId, userId],
        );
      }),

    learners: ({ courseId, versionId, packageId }, count, epochs = 1) =>
      onDatabase(stoa, async (client) => {
        const { rows } = await client.query<{ user_id: number; id: number }>(
          `with people as (
             insert into users (email, given_name, family_name) select gen_random_uuid() || '@faults.example', 'Lea', 'Learner ' || g
             from generate_series(1, $4) g returning id),
           joined as (insert into memberships (portal_id, user_id) select $1, id from people returning user_id),
           enrolled as (insert into enrolments (portal_id, course_id, user_id) select $1, $2, user_id from joined returning id, user_id),
           caused as (insert into enrolment_causes (portal_id, enrolment_id, kind) select $1, id, 'self' from enrolled),
           begun as (
             insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number) select $1, id, $2, user_id, $3, 1 from enrolled
             returning id, user_id),
           stated as (insert into attempt_states (portal_id, attempt_id, epoch) select $1, id, $5 from begun),
           opened as (insert into scorm_states (portal_id, attempt_id, sco_key, epoch) select $1, id, '_open', $5 from begun)
           select id, user_id from begun order by id`,
          [portalId, courseId, versionId, count, epochs],
        );
        return rows.map(({ id, user_id }) => ({
          userId: Number(user_id),
          attemptId: Number(id),
          token: (epoch) =>
            tokens.issue({
              kind: "learn",
              portalId,
              userId: Number(user_id),
              attemptId: Number(id),
              courseId,
              packageId,
              epoch,
              sessionId: 0,
              origin: stoa.origin,
            }),
        }));
      }),

    originOf(text) {
      const token = tokens.genuine(text);
      if (!token) throw new Error("No token of this server.");
      return origins(token);
    },
  };
}

/** The parsed body of a successful answer. Otherwise throws with the answer's text. */
export function expectJson<T>({ status, body }: Answer): T {
  if (status !== 200) throw new Error(`The server answered ${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body) as T;
}
