import { expect } from "vitest";
import { startTestApp, type Client } from "#app/test/app.ts";
import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import type { CmiFact } from "#features/progress/contract.ts";
import type { OpenedPackage } from "../contract.ts";
import { contentOrigins } from "../server/content-origins.ts";
import { attemptTokens } from "../server/tokens.ts";
import { files12, zipOf } from "./sample-packages.ts";
import { aScormCourse, type ScormCourse } from "./scorm-course.ts";

/** The host above the courses' own in these tests. */
export const content = "http://content.test";
/** An origin like those of courses, of none that there is. */
export const noCourse = "http://c-00000000000000000000000000000000.content.test";

let clients = 0;
/** A new client id for a page that sends facts. */
export const newClient = () => `client-${String(++clients).padStart(8, "0")}`;

/** A fact that a package reports about its first part, in its first session by default. */
export const factOf = (values: Record<string, string>, more: Partial<CmiFact> = {}): CmiFact => ({
  kind: "cmi",
  scoKey: "sco-1",
  session: "session-1",
  values,
  ...more,
});

/** Opens the course and its package. */
export async function launch(client: Client, course: ScormCourse, body: object = {}) {
  const launched = (await client.post("/rest/progress/launch", { courseId: course.id, ...body })).json();
  const attemptId = launched.state.attemptId as number;
  const response = await client.post("/rest/scorm/open", { attemptId, epoch: launched.epoch });
  expect(response.statusCode).toBe(200);
  return { client, attemptId, epoch: launched.epoch as number, opened: response.json() as OpenedPackage };
}

export type Runs = Awaited<ReturnType<typeof startRuns>>;

/** A server with learners who have a package open, by default one with a single part. */
export async function startRuns(settings: Record<string, string> = {}) {
  const app = await startTestApp({ CONTENT_ORIGIN: content, ...settings });
  const tokens = attemptTokens(app.config.secret);
  const originOf = contentOrigins(app.config);
  /** Where the package of a token plays; for no genuine one, somewhere that looks alike. */
  const originOfToken = (text: string) => {
    const token = tokens.genuine(text);
    return token ? originOf(token) : noCourse;
  };
  const single = await zipOf(files12([{ title: "Pitching", href: "pitching.html" }]));

  /** A learner with a launched course and its opened package. */
  async function aLearner(policy: Partial<ScormPolicy> = {}, { bytes = single, key = "a" as "a" | "b" } = {}) {
    const person = await app.aPerson(key);
    const portalId = app.portal(key).id;
    const course = await aScormCourse(
      { databases: app.databases, dataDir: app.config.dataDir },
      { portalId, userId: app.person("author", key).id, zip: bytes, policy, learners: [person.id] },
    );
    const client = await app.signInAs(person, key);
    return { ...(await launch(client, course)), course, person };
  }
  /** Sends facts as the launcher does, with the token alone. */
  const send = (
    token: string,
    facts: (CmiFact | { seq: number; fact: CmiFact })[],
    { clientId = newClient(), host = "a.test", headers = {} as Record<string, string> } = {},
  ) =>
    app.server.inject({
      method: "POST",
      url: "/rest/scorm/commit",
      headers: { host, origin: originOfToken(token), "sec-fetch-site": "cross-site", "content-type": "text/plain", ...headers },
      payload: JSON.stringify({ token, clientId, commits: facts.map((fact, index) => ("fact" in fact ? fact : { seq: index + 1, fact })) }),
    });
  const stateOf = async (client: Client, attemptId: number) => (await client.get(`/rest/progress/attempts/${attemptId}`)).json();
  /** The stored state of a part. */
  const rowOf = (attemptId: number, scoKey = "sco-1", key: "a" | "b" = "a") =>
    app.databases.inPortal(app.portal(key).id, (db) =>
      db.selectFrom("scorm_states").selectAll().where("attempt_id", "=", attemptId).where("sco_key", "=", scoKey).executeTakeFirst(),
    );
  /** The logged package facts, stored and refused, in order. */
  const logOf = (attemptId: number) =>
    app.databases.inPortal(app.portal("a").id, (db) =>
      db.selectFrom("commit_log").selectAll().where("attempt_id", "=", attemptId).where("kind", "=", "cmi").orderBy("seq").execute(),
    );

  async function endEnrolment(courseId: number) {
    await app.databases.inSystem("end an enrolment", async (db) => {
      const cause = await db
        .selectFrom("enrolment_causes as c")
        .innerJoin("enrolments as e", (join) => join.onRef("e.portal_id", "=", "c.portal_id").onRef("e.id", "=", "c.enrolment_id"))
        .select(["c.portal_id", "c.id"])
        .where("e.course_id", "=", courseId)
        .executeTakeFirstOrThrow();
      await db.insertInto("enrolment_cause_ends").values({ portal_id: cause.portal_id, cause_id: cause.id }).execute();
    });
  }

  return { app, aLearner, originOfToken, send, stateOf, rowOf, logOf, endEnrolment };
}
