import { sql } from "kysely";
import { startTestApp, type Client, type PortalKey } from "#app/test/app.ts";
import { aContent, aPage, type CourseFields } from "#app/test/builders.ts";
import type { Content } from "#features/courses/content.ts";
import type { PreviewLink } from "../sharing-contract.ts";

/** A document with a text, a statement and a quiz whose right answer is the first one. */
export const aLesson: Content = aContent([
  aPage("p1"),
  aPage("p2", {
    blocks: [
      { id: "s", kind: "attestation", statement: "I have read it." },
      {
        id: "z",
        kind: "quiz",
        title: "Check",
        passPercent: 50,
        submissions: 1,
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
            feedback: "Because.",
          },
        ],
      },
    ],
  }),
]);

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** A server with what authors, reviewers and guests do with previews. `author` and `student` belong to portal A and are signed in. */
export async function startRig(settings: Record<string, string> = {}) {
  const app = await startTestApp(settings);
  const author = await app.signIn("author", "a");
  const student = await app.signIn("student", "a");
  /** A course of the author with a draft. */
  const aCourse = async (fields: CourseFields = {}) => {
    const course = await app.aCourse("a", { createdBy: author.userId, content: aLesson, ...fields });
    await author.get(`/rest/editor/online/${course.id}`);
    return course;
  };
  const at = (courseId: number, rest = "") => `/rest/preview/courses/${courseId}${rest}`;
  const outside = (courseId: number, rest = "") => `/rest/preview/external/${courseId}${rest}`;
  /** Deletes as a page of the portal does. */
  const remove = (client: Client, url: string) =>
    client.request({
      method: "DELETE",
      url,
      headers: {
        host: "a.test",
        cookie: client.cookie,
        origin: "http://a.test",
        "sec-fetch-site": "same-origin",
        "x-csrf-token": client.csrf,
      },
    });
  const aReviewer = async (courseId: number) => {
    const person = await app.aPerson("a", { givenName: "Rita", familyName: "Review" });
    const named = await author.post(at(courseId, "/reviewers"), { userId: person.id });
    if (named.statusCode !== 200) throw new Error(named.body);
    return app.signInAs(person, "a");
  };
  const aLink = async (courseId: number, fields: object = {}): Promise<PreviewLink & { token: string }> => {
    const made = await author.post(at(courseId, "/links"), { name: "For Acme", shows: "draft", days: 7, passcode: null, ...fields });
    if (made.statusCode !== 200) throw new Error(made.body);
    const link = made.json() as PreviewLink;
    return { ...link, token: new URLSearchParams(link.path?.split("?")[1]).get("token") ?? "" };
  };
  /** A browser, which keeps the cookie of a pass. */
  const withPass = (client: Client, cookie: string): Client => {
    const headers = { cookie: `${client.cookie}; ${cookie}` };
    return {
      ...client,
      cookie: headers.cookie,
      get: (url, more = {}) => client.get(url, { ...headers, ...more }),
      post: (url, body, more = {}) => client.post(url, body, { ...headers, ...more }),
      put: (url, body) =>
        client.request({
          method: "PUT",
          url,
          headers: { host: "a.test", ...headers, origin: "http://a.test", "sec-fetch-site": "same-origin", "x-csrf-token": client.csrf },
          ...(body !== undefined && { payload: body }),
        }),
    };
  };
  const passIn = (reply: { headers: Record<string, unknown> }) =>
    [reply.headers["set-cookie"]]
      .flat()
      .map((one) => String(one).split(";")[0] ?? "")
      .find((one) => one.startsWith("stoa_preview=")) ?? "";
  /** A visitor who has opened a link. */
  const aGuest = async (courseId: number, token: string, key: PortalKey = "a"): Promise<Client> => {
    const visitor = app.anonymous(key);
    const reply = await visitor.post("/rest/environment/fakeLogin", { courseId, token });
    if (reply.statusCode !== 200) throw new Error(reply.body);
    return withPass(visitor, passIn(reply));
  };
  /** Somebody signed in who has opened a link; pass: whether they got a pass for it. */
  const withLink = async (client: Client, courseId: number, token: string) => {
    const cookie = passIn(await client.post(outside(courseId, "/open"), { token }));
    return { client: withPass(client, cookie), pass: cookie !== "" };
  };
  /** What each table has: the number of its rows, and a sum of all that they say, so that a changed one is seen too. */
  const tableContents = () =>
    app.databases.inSystem("look at a test", async (db) => {
      const { rows: tables } = await sql<{ name: string }>`
        select format('%I', relname) as name from pg_class where relname <> 'sessions' and relkind = 'r' and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select') order by 1`.execute(
        db,
      );
      const { rows } = await sql<{ name: string; rows: string }>`${sql.join(
        tables.map(
          ({ name }) =>
            sql`select ${name} as name, count(*) || ' ' || coalesce(sum(hashtextextended(one::text, 0)), 0) as rows from ${sql.raw(name)} as one`,
        ),
        sql` union all `,
      )}`.execute(db);
      return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
    });
  return { app, author, student, aCourse, at, outside, remove, aReviewer, aLink, aGuest, withPass, withLink, passIn, tableContents };
}
