// A course of 300 pages: its editor opened, and a new version of it published while 10,000 people are in it.
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "#features/courses/content.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import { cpuMs } from "./cpu-time.ts";
import { addPeople, emailOf, inOneGo, type Seeded } from "./seed.ts";
import { signIn } from "./view-workloads.ts";
import type { Visitor } from "./visitor.ts";
import type { Workload } from "./workload.ts";

export const pages = 300;
export const learners = 10_000;
/** The most statements with which the editor opens. */
export const statementsAtMost = 3;
const author = "author@stoa.example";
const words = "Bend your knees, keep the load close to your body, and look where you are going. ".repeat(6);

const aText = (id: string, text: string): Page["blocks"][number] => ({
  id,
  kind: "text",
  doc: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] },
});
const aPage = (nth: number): Page => ({
  id: `page-${nth}`,
  title: `Page ${nth}`,
  minutes: 2,
  rule: { viewed: true },
  blocks: [1, 2, 3, 4].map((block) => aText(`text-${nth}-${block}`, `${nth}.${block} ${words}`)),
});

/** Adds a published course of 300 pages with four texts each, 30 to a chapter, of the demo's author. Returns its id. */
export function seedLargeCourse(server: ServerProcess, { portalId }: Seeded): Promise<number> {
  const chapters = Array.from({ length: pages / 30 }, (_, chapter) => ({
    id: `chapter-${chapter}`,
    title: `Chapter ${chapter + 1}`,
    pages: Array.from({ length: 30 }, (__, page) => aPage(chapter * 30 + page + 1)),
  }));
  return onDatabase(server, (client) =>
    inOneGo(client, async () => {
      const { rows } = await client.query<{ id: number }>(
        `insert into courses (portal_id, type, title, summary, minutes, status, self_enrol, created_by, published_at)
         select $1, 'online', 'The long handbook', '', 600, 'published', true, id, now() from users where email = $2 returning id`,
        [portalId, author],
      );
      const courseId = Number(rows[0]?.id);
      const { rows: made } = await client.query<{ id: number }>(
        `insert into course_versions (portal_id, course_id, number, content, completion_rule, item_count, note, published_by)
         select $1, $2, 1, $3, '{"kind": "pages", "percent": 100}', $4, 'First version', id from users where email = $5 returning id`,
        [portalId, courseId, JSON.stringify({ chapters }), pages, author],
      );
      const versionId = Number(made[0]?.id);
      await client.query(
        "insert into course_version_items (portal_id, version_id, item_key, position) select $1, $2, 'page-' || n, n - 1 from generate_series(1, $3::int) n",
        [portalId, versionId, pages],
      );
      await client.query("update courses set current_version_id = $3 where portal_id = $1 and id = $2", [portalId, courseId, versionId]);
      return courseId;
    }),
  );
}

/** Enrols 10,000 new people in the course. Each has begun it, and has done 1 to 19 of its pages and their texts. */
function seedLearners(server: ServerProcess, { portalId }: Seeded, courseId: number): Promise<void> {
  return onDatabase(server, async (client) => {
    await inOneGo(client, async () => {
      const ids = await addPeople(
        client,
        portalId,
        Array.from({ length: learners }, (_, nth) => emailOf("reader", nth)),
        null,
      );
      await client.query(
        `create temp table work on commit drop as
         select u as user_id, 1 + n % 19 as done, nextval(pg_get_serial_sequence('enrolments', 'id')) as enrolment_id,
           nextval(pg_get_serial_sequence('attempts', 'id')) as attempt_id
         from unnest($1::bigint[]) with ordinality as p (u, n)`,
        [ids],
      );
      const of = `${portalId}, w.attempt_id`;
      await client.query(`
        insert into enrolments (portal_id, id, course_id, user_id) overriding system value select ${portalId}, enrolment_id, ${courseId}, user_id from work;
        insert into enrolment_causes (portal_id, enrolment_id, kind, created_by) select ${portalId}, enrolment_id, 'self', user_id from work;
        insert into attempts (portal_id, id, enrolment_id, course_id, user_id, version_id, number, started_at) overriding system value
          select ${of}, w.enrolment_id, c.id, w.user_id, c.current_version_id, 1, now() - interval '9 days' from work w join courses c on c.id = ${courseId};
        insert into attempt_states (portal_id, attempt_id, epoch, place, place_epoch, place_seq, credited_seconds, last_activity_at)
          select ${of}, 1, jsonb_build_object('pageId', 'page-' || w.done), 1, 1, 600, now() - interval '1 day' from work w;
        insert into attempt_items (portal_id, attempt_id, version_id, item_key)
          select ${of}, c.current_version_id, 'page-' || n from work w join courses c on c.id = ${courseId}, generate_series(1, w.done) n`);
    });
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  });
}

const draftOf = (courseId: number) => `/rest/editor/online/${courseId}`;

/** Asks as the author, and gives the answer's body. Throws where it is not 200. */
export async function ask<T>(visitor: Visitor, method: string, path: string, body?: object): Promise<T> {
  const answer = await visitor.ask({ method, path, ...(body && { body: JSON.stringify(body) }) });
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
  return JSON.parse(answer.body) as T;
}

/** Waits until a job is done. Throws where it ends otherwise. */
async function untilDone(visitor: Visitor, jobId: number): Promise<void> {
  const { state } = await ask<{ state: string }>(visitor, "GET", `/rest/jobs/${jobId}`);
  if (state === "done") return;
  if (state !== "queued" && state !== "running") throw new Error(`The people were not moved: the job is ${state}.`);
  await wait(100);
  await untilDone(visitor, jobId);
}

/** W16: what the editor opens with. */
export async function editorWorkload(server: ServerProcess, courseId: number, users: number): Promise<Workload & { close(): void }> {
  const visitors = await Promise.all(Array.from({ length: users }, () => signIn(server, author)));
  return {
    id: "W16",
    name: `editor of ${pages} pages: its draft`,
    async view(user) {
      const { status, bytes, queries, body } = (await visitors[user]?.ask({ method: "GET", path: draftOf(courseId) })) ?? {
        status: 0,
        bytes: 0,
        queries: 0,
        body: "",
      };
      if (status !== 200 || !body.includes(`"page-${pages}"`)) throw new Error(`The draft of ${pages} pages answered ${status}.`);
      return { bytes, requests: 1, queries };
    },
    close: () => visitors.forEach((visitor) => visitor.close()),
  };
}

export interface Publication {
  readonly what: string;
  /** CPU milliseconds of all processes of the server, until everybody is moved. */
  readonly cpuMs: number;
  readonly databaseMs: number;
  /** Until the answer, and until everybody is moved. */
  readonly answerMs: number;
  readonly ms: number;
  readonly moved: number;
}

/** W17: publishes the course anew while 10,000 people are in it, `rounds` times for each choice, each time with one page more changed. */
export async function publishLargeCourse(
  server: ServerProcess,
  seeded: Seeded,
  courseId: number,
  rounds: number,
): Promise<Publication[][]> {
  const visitor = await signIn(server, author);
  await ask(visitor, "GET", draftOf(courseId));
  await seedLearners(server, seeded, courseId);
  let nth = 0;
  const publishOnce = async (what: string, inProgress: "finish" | "move"): Promise<Publication> => {
    nth += 1;
    const path = `${draftOf(courseId)}/pages/page-${pages - nth}`;
    const { page, revision } = await ask<{ page: Page; revision: number }>(visitor, "GET", path);
    await ask(visitor, "PUT", path, { page: { ...page, blocks: [...page.blocks, aText(`more-${nth}`, words)] }, revision });
    const check = await ask<{ revision: number }>(visitor, "GET", `${draftOf(courseId)}/publish`);
    const [node, database] = [server.pid(), server.postmaster()];
    const [before, ofDatabase, began] = [cpuMs([node, database]), cpuMs([database]), performance.now()];
    const { jobId, number } = await ask<{ jobId: number | null; number: number }>(visitor, "POST", `${draftOf(courseId)}/publish`, {
      revision: check.revision,
      note: "More",
      move: { inProgress, completed: "leave" },
    });
    const answered = performance.now();
    if (jobId !== null) await untilDone(visitor, jobId);
    const ended = performance.now();
    const [used, usedByDatabase] = [cpuMs([node, database]) - before, cpuMs([database]) - ofDatabase];
    const { report } = await ask<{ report: { done: { moved: number } } }>(visitor, "GET", `${draftOf(courseId)}/versions/${number}`);
    const { moved } = report.done;
    if (moved !== (inProgress === "move" ? learners : 0)) throw new Error(`${moved} people were moved.`);
    return { what, cpuMs: used, databaseMs: usedByDatabase, answerMs: answered - began, ms: ended - began, moved };
  };
  const all: Publication[][] = [];
  for (const [what, inProgress] of [
    ["everybody finishes the version they began", "finish"],
    ["everybody goes on in the new version", "move"],
  ] as const) {
    const one: Publication[] = [];
    for (let round = 0; round < rounds; round++) one.push(await publishOnce(what, inProgress));
    all.push(one);
  }
  visitor.close();
  return all;
}
