import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { liveChannel, readEvent, tellLive } from "#platform/live/events.ts";
import { listenTo, type Listening } from "#platform/live/listen.ts";
import type { Fellow } from "./presence-contract.ts";
import { aText, startRig, type Rig } from "./test/editor.ts";

// Who else works on a course: told over the live channel, asked by a call (issue 13, EDT-10).

let rig: Rig;
let listening: Listening;
/** The people who were told since the last look. */
let told: number[] = [];
beforeAll(async () => {
  rig = await startRig();
  await new Promise<void>((begun) => {
    listening = listenTo({
      url: rig.app.databaseUrl,
      channels: [liveChannel],
      begun,
      hear: (_, text) => {
        const event = readEvent(text);
        if (event?.topic === "editing") told.push(event.userId);
      },
    });
  });
});
afterAll(async () => {
  await listening.close();
  await rig.app.close();
});

let marks = 0;
/** Who was told of something since this was asked last: notifications arrive in the order of their transactions, and a mark comes after all of them. */
async function heard(): Promise<number[]> {
  const mark = --marks;
  await rig.app.databases.inSystem("mark in a test", (db) => tellLive(db, { portalId: 1, userId: mark, topic: "editing" }));
  await expect.poll(() => told.includes(mark)).toBe(true);
  const people = told.filter((id) => id > 0);
  told = [];
  return people;
}
const say = async (client: Client, courseId: number, pageId: string | null, visit = "one") => {
  const answer = await client.post(rig.at(courseId, "/presence"), { visit, pageId });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json() as { others: Fellow[]; stand: number };
};
const leave = (client: Client, courseId: number, visit = "one") => client.post(rig.at(courseId, "/presence/away"), { visit });
const older = (seconds: number) =>
  rig.app.databases.inSystem("wait in a test", (db) =>
    sql`update draft_visits set seen_at = seen_at - make_interval(secs => ${seconds})`.execute(db),
  );

test("two authors see each other, who was first on the page, and when one goes", async () => {
  const { author, admin, aCourse, open } = rig;
  const { id } = await aCourse();
  await open(id);
  expect((await say(author, id, "p1")).others).toEqual([]);
  const name: unknown = expect.stringMatching(/./);
  expect((await say(admin, id, "p1")).others).toEqual([{ userId: author.userId, name, pageId: "p1", isFirst: true }]);
  expect((await say(author, id, "p1")).others).toMatchObject([{ userId: admin.userId, pageId: "p1", isFirst: false }]);
  // Whoever leaves a page and comes back is behind those who stayed.
  expect((await say(author, id, "p2")).others).toMatchObject([{ pageId: "p1", isFirst: false }]);
  expect((await say(author, id, "p1")).others).toMatchObject([{ pageId: "p1", isFirst: true }]);
  expect((await say(author, id, null)).others).toMatchObject([{ pageId: "p1", isFirst: false }]);
  expect((await leave(admin, id)).statusCode).toBe(200);
  expect((await say(author, id, "p1")).others).toEqual([]);
});

test("a person counts once, with the editor that is on the asker's page; one's own second editor is nobody else", async () => {
  const { author, admin, aCourse, open } = rig;
  const { id } = await aCourse();
  await open(id);
  await say(author, id, "p2", "one");
  await say(author, id, "p1", "two");
  expect((await say(author, id, "p1", "one")).others).toEqual([]);
  expect((await say(admin, id, "p2")).others).toMatchObject([{ userId: author.userId, pageId: "p1" }]);
  expect((await say(admin, id, "p1")).others).toMatchObject([{ userId: author.userId, pageId: "p1", isFirst: true }]);
});

test("an editor that says nothing for 45 seconds is closed, and its row goes", async () => {
  const { app, author, admin, aCourse, open } = rig;
  const { id } = await aCourse();
  await open(id);
  await say(author, id, "p1");
  await older(40);
  expect((await say(admin, id, "p1")).others).toMatchObject([{ isFirst: true }]);
  await older(10);
  // The admin is ten seconds old, the author fifty.
  expect((await say(admin, id, "p1")).others).toEqual([]);
  const rows = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("draft_visits").select("user_id").where("course_id", "=", id).execute(),
  );
  expect(rows).toEqual([{ user_id: admin.userId }]);
  expect((await say(author, id, "p1")).others).toMatchObject([{ userId: admin.userId, isFirst: true }]);
});

test("the others are told who comes, goes, turns to another page and saves; words without news tell nobody", async () => {
  const { author, admin, aCourse, open, save, aPage, at } = rig;
  const { id } = await aCourse();
  const draft = await open(id);
  await say(author, id, "p1");
  await heard();
  const { stand } = await say(admin, id, "p2");
  expect(await heard()).toEqual([author.userId]);
  expect((await say(admin, id, "p2")).stand).toBe(stand);
  expect(await heard()).toEqual([]);
  await say(admin, id, "p1");
  expect(await heard()).toEqual([author.userId]);
  expect((await save(id, aPage("p1", { blocks: [aText("t", "New")] }), 1)).statusCode).toBe(200);
  expect(await heard()).toEqual([admin.userId]);
  expect((await say(admin, id, "p1")).stand).not.toBe(stand);
  const { outline, completion, outlineRevision } = draft;
  expect((await author.put(at(id, "/outline"), { outline, completion, revision: outlineRevision })).statusCode).toBe(200);
  expect(await heard()).toEqual([admin.userId]);
  await leave(admin, id);
  expect(await heard()).toEqual([author.userId]);
  expect((await save(id, aPage("p2"), 1)).statusCode).toBe(200);
  expect(await heard()).toEqual([]);
});

test("nobody is seen or told who may not edit the course", async () => {
  const { app, author, aCourse, at } = rig;
  const { id } = await aCourse({ createdBy: app.person("admin", "a").id });
  const body = { visit: "one", pageId: "p1" };
  expect((await author.post(at(id, "/presence"), body)).statusCode).toBe(404);
  expect((await author.post(at(id, "/presence/away"), { visit: "one" })).statusCode).toBe(404);
  const own = await aCourse();
  expect((await (await app.signIn("author", "b")).post(at(own.id, "/presence"), body)).statusCode).toBe(404);
  expect((await (await app.signIn("student", "a")).post(at(own.id, "/presence"), body)).statusCode).toBe(403);
  expect((await author.post(at(own.id, "/presence"), { ...body, visit: "" })).statusCode).toBe(400);
  expect((await author.post(at(own.id, "/presence"), { ...body, pageId: "p/1" })).statusCode).toBe(400);
});

test("a person has at most eight editors open in a course", async () => {
  const { app, author, aCourse, open } = rig;
  const { id } = await aCourse();
  await open(id);
  for (let nth = 0; nth < 12; nth++) await say(author, id, "p1", `visit-${nth}`);
  const rows = await app.databases.inSystem("look at a test", (db) =>
    db.selectFrom("draft_visits").select("visit").where("course_id", "=", id).execute(),
  );
  expect(rows.length).toBeLessThanOrEqual(9);
});
