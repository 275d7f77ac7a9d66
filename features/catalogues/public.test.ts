import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import type { Result } from "#platform/contract.ts";
import { openFileStore } from "#platform/files/store.ts";
import type { Catalogue } from "./contract.ts";
import type { listPublicCourses, PublicDetails } from "./public-contract.ts";

// What visitors see of a portal's courses (CAT-1, ENV-7): those of public catalogues, and of these nothing but what the contract names.

let app: TestApp;
let admin: Client;
let visitor: Client;
let category: number;
/** Shown by hand, shown by its category, and courses beside them in the same catalogue that are not to be shown. */
let knots: number;
let ropes: number;
let hidden: Readonly<Record<"draft" | "archived" | "unlisted" | "elsewhere" | "inNone", number>>;
let cover: number;

type List = Result<typeof listPublicCourses>;
const list = async (query = "", client = visitor) => {
  const answer = await client.get(`/rest/public/courses${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<List>();
};
const titles = async (query = "", client = visitor) => (await list(query, client)).rows.map(({ title }) => title);
const details = (id: number, client = visitor) => client.get(`/rest/public/courses/${id}`);
const picture = (id: number, client = visitor) => client.get(`/rest/public/courses/${id}/picture`);

const terms = (some: object = {}) => ({
  name: "Open to all",
  description: "",
  forEverybody: true,
  isPublic: true,
  groupIds: [],
  categoryIds: [category],
  courseIds: [knots, hidden.draft, hidden.archived, hidden.unlisted],
  ...some,
});
const make = async (some: object = {}) => {
  const made = await admin.post("/rest/catalogues", terms(some));
  expect(made.statusCode, made.body).toBe(200);
  return made.json<{ id: number }>().id;
};
/** Puts a picture on a course. Gives the number of the file. */
async function aCover(key: PortalKey, courseId: number): Promise<number> {
  const { id: portal_id } = app.portal(key);
  const { key: storage_key, ...stored } = await openFileStore(join(app.config.dataDir, "files")).put(Buffer.from(`a cover of ${courseId}`));
  return app.databases.inSystem("a cover", async (db) => {
    const file = { portal_id, name: "cover.png", media_type: "image/png", storage_key, bytes: stored.bytes, sha256: stored.sha256 };
    const { id } = await db.insertInto("files").values(file).returning("id").executeTakeFirstOrThrow();
    await db.updateTable("courses").set({ cover_file_id: id }).where("id", "=", courseId).execute();
    return id;
  });
}

beforeAll(async () => {
  app = await startTestApp({ RATE_ANON_PER_IP: "100000" });
  admin = await app.signIn("admin", "a");
  visitor = app.anonymous("a");
  ({ id: category } = await app.aCategory("a", { name: "Rope work" }));
  const { id: below } = await app.aCategory("a", { name: "Climbing", parentId: category });
  knots = (
    await app.aCourse("a", { title: "Knots for beginners", summary: "Ten of them.", tags: ["bowline"], minutes: 25, priceCents: 900 })
  ).id;
  ropes = (await app.aCourse("a", { title: "Ropes", categoryIds: [below] })).id;
  hidden = {
    draft: (await app.aCourse("a", { title: "Splices to come", status: "draft" })).id,
    archived: (await app.aCourse("a", { title: "Old hitches", status: "archived" })).id,
    unlisted: (await app.aCourse("a", { title: "Quiet bends", isListed: false, categoryIds: [below] })).id,
    elsewhere: (await app.aCourse("a", { title: "For members" })).id,
    inNone: (await app.aCourse("a", { title: "In no catalog" })).id,
  };
  cover = await aCover("a", knots);
  for (const id of Object.values(hidden)) await aCover("a", id);
  await app.databases.inSystem("describe a course", (db) =>
    sql`update courses set outcomes = ${["Tie a bowline"]}, translations = ${JSON.stringify({
      de: { title: { of: "Knots for beginners", text: "Knoten für den Anfang" }, summary: { of: "Ten of them.", text: "Zehn davon." } },
    })}::jsonb where id = ${knots}`.execute(db),
  );
}, 120_000);
afterAll(() => app?.close());
beforeEach(async () => {
  for (const { id } of (await admin.get("/rest/catalogues")).json<{ rows: Catalogue[] }>().rows)
    await admin.post(`/rest/catalogues/${id}/delete`, {});
});

test("visitors see the published, listed courses of public catalogues, and of each only what the contract names", async () => {
  expect(await list()).toEqual({ rows: [], page: 1, pageSize: 12, total: 0, all: 0 });
  await make({ name: "For members", isPublic: false, categoryIds: [], courseIds: [hidden.elsewhere] });
  expect(await titles()).toEqual([]);
  await make();
  const { rows, ...counts } = await list();
  expect(counts).toEqual({ page: 1, pageSize: 12, total: 2, all: 2 });
  const shown = {
    id: knots,
    type: "online",
    title: "Knots for beginners",
    summary: "Ten of them.",
    minutes: 25,
    language: "en",
    picture: `/rest/public/courses/${knots}/picture?v=${cover}`,
    categories: [],
  };
  expect(rows).toEqual([shown, expect.objectContaining({ id: ropes, picture: null, categories: ["Climbing"] })]);
  const one = await details(knots);
  expect(one.json<PublicDetails>()).toEqual({ ...shown, outcomes: ["Tie a bowline"] });
  for (const [name, id] of Object.entries(hidden)) expect([name, (await details(id)).statusCode]).toEqual([name, 404]);
  for (const id of ["0", "x", "99999999999999999999"])
    expect([400, 404]).toContain((await visitor.get(`/rest/public/courses/${id}`)).statusCode);
  // Whoever is signed in reads the same.
  expect(await titles("", await app.signIn("student", "a"))).toEqual(["Knots for beginners", "Ropes"]);
});

test("a search looks at titles only, in the language that is shown, and pages are the server's", async () => {
  await make();
  expect(await titles("?q=knot")).toEqual(["Knots for beginners"]);
  expect(await titles("?q=BEGINNERS+knots")).toEqual(["Knots for beginners"]);
  // Neither tags, summaries nor outlines are asked: whoever searches would learn what is in them.
  for (const q of ["bowline", "ten", "Chapter", "knoten", "%27", "!(", "for members"])
    expect([q, await titles(`?q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  const counted = await list("?q=knot");
  expect([counted.total, counted.all]).toEqual([1, 2]);
  const german = await app.aPerson("a");
  await app.databases.inSystem("a language", (db) => db.updateTable("users").set({ locale: "de" }).where("id", "=", german.id).execute());
  const reader = await app.signInAs(german, "a");
  expect(await titles("?q=knoten", reader)).toEqual(["Knoten für den Anfang"]);
  expect((await details(knots, reader)).json<PublicDetails>().summary).toBe("Zehn davon.");

  const more = await Promise.all(
    Array.from({ length: 13 }, (_, nth) => app.aCourse("a", { title: `Ropes ${String(nth).padStart(2, "0")}`, categoryIds: [category] })),
  );
  const second = await list("?page=2");
  expect([(await list()).rows.length, second.total, second.rows.map(({ title }) => title)]).toEqual([
    12,
    15,
    ["Ropes 10", "Ropes 11", "Ropes 12"],
  ]);
  expect((await list("?page=99")).page).toBe(2);
  expect((await visitor.get("/rest/public/courses?page=0")).statusCode).toBe(400);
  await app.databases.inSystem("tidy up", (db) =>
    db
      .updateTable("courses")
      .set({ status: "archived" })
      .where(
        "id",
        "in",
        more.map(({ id }) => id),
      )
      .execute(),
  );
});

test("only an admin makes a catalogue public, and only one that is for everybody; the log says so", async () => {
  const refused = await admin.post("/rest/catalogues", terms({ forEverybody: false }));
  expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([400, "isPublic"]);
  for (const role of ["student", "author", "manager"] as const)
    expect((await (await app.signIn(role, "a")).post("/rest/catalogues", terms())).statusCode).toBe(403);
  expect((await visitor.post("/rest/catalogues", terms())).statusCode).toBe(401);
  const id = await make();
  expect((await admin.get(`/rest/catalogues/${id}`)).json<Catalogue>()).toMatchObject({ isPublic: true, forEverybody: true });
  const { rows } = await app.databases.inSystem("read a test", (db) =>
    sql<{ after: object }>`select after from audit_events where action = 'catalogue_made' order by id desc limit 1`.execute(db),
  );
  expect(rows[0]?.after).toMatchObject({ isPublic: true });
});

test("what is taken away is gone with the next call: the flag, the catalogue, the course, its place in the list", async () => {
  const id = await make();
  const first = await details(knots);
  const etag = String(first.headers["etag"]);
  expect((await details(knots, await app.signIn("student", "a"))).headers["cache-control"]).toBe("no-store");
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  expect((await visitor.get(`/rest/public/courses/${knots}`, { "if-none-match": etag })).statusCode).toBe(304);
  const listed = await visitor.get("/rest/public/courses");
  const again = () => visitor.get("/rest/public/courses", { "if-none-match": String(listed.headers["etag"]) });
  expect((await again()).statusCode).toBe(304);
  expect((await picture(knots)).statusCode).toBe(200);
  const gone = async () => {
    expect((await visitor.get(`/rest/public/courses/${knots}`, { "if-none-match": etag })).statusCode).toBe(404);
    expect((await again()).json<List>().rows.map((row) => row.id)).not.toContain(knots);
    expect((await picture(knots)).statusCode).toBe(404);
  };
  const save = async (some: object) => {
    const { revision } = (await admin.get(`/rest/catalogues/${id}`)).json<Catalogue>();
    const saved = await admin.put(`/rest/catalogues/${id}`, { ...terms(some), revision });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  await save({ isPublic: false });
  await gone();
  await save({});
  expect((await details(knots)).statusCode).toBe(200);
  await save({ courseIds: [] });
  await gone();
  await save({});
  for (const change of [{ status: "archived" }, { listed: false }]) {
    const set = (values: object) =>
      app.databases.inSystem("change a course", (db) => db.updateTable("courses").set(values).where("id", "=", knots).execute());
    await set(change);
    await gone();
    await set({ status: "published", listed: true });
    expect((await details(knots)).statusCode).toBe(200);
  }
  await admin.post(`/rest/catalogues/${id}/delete`, {});
  await gone();
  expect(await titles()).toEqual([]);
});

test("a visitor gets the picture of a public course, and no other file", async () => {
  expect((await picture(knots)).statusCode).toBe(404);
  await make();
  const sent = await picture(knots);
  expect([sent.statusCode, sent.body, sent.headers["content-type"]]).toEqual([200, `a cover of ${knots}`, "image/png"]);
  const sized = await visitor.get(`/rest/public/courses/${knots}/picture?v=${cover}&w=480`);
  expect(sized.statusCode).toBe(200);
  expect((await picture(ropes)).statusCode).toBe(404);
  for (const id of Object.values(hidden)) expect((await picture(id)).statusCode).toBe(404);
  // The way by which signed-in people load files stays theirs, for this picture too.
  expect((await visitor.get(`/rest/files/${cover}/cover.png`)).statusCode).toBe(401);
  for (const id of ["0", "x", "1e3", `${knots}%2f..`])
    expect([400, 404]).toContain((await visitor.get(`/rest/public/courses/${id}/picture`)).statusCode);
  // A picture that is none.
  await app.databases.inSystem("change a file", (db) =>
    db.updateTable("files").set({ media_type: "text/html" }).where("id", "=", cover).execute(),
  );
  expect((await picture(knots)).statusCode).toBe(404);
  await app.databases.inSystem("change a file", (db) =>
    db.updateTable("files").set({ media_type: "image/png" }).where("id", "=", cover).execute(),
  );
});

test("on the host of another portal, an unknown one or a suspended one there is nothing of it", async () => {
  await make();
  const other = app.anonymous("b");
  expect(await titles("", other)).toEqual([]);
  for (const answer of [await details(knots, other), await picture(knots, other)]) expect(answer.statusCode).toBe(404);
  const at = (host: string, url: string) => visitor.request({ method: "GET", url, headers: { host } });
  for (const url of ["/rest/public/courses", `/rest/public/courses/${knots}`, `/rest/public/courses/${knots}/picture`])
    expect([url, (await at("nowhere.test", url)).statusCode]).toEqual([url, 404]);
  // Somebody else's portal is the one of the system admin here; whoever was signed in is signed out with theirs.
  const system = await app.signIn("system", "b");
  const setStatus = async (status: string) =>
    expect((await system.post(`/rest/portals/${app.portal("a").id}/status`, { status })).statusCode).toBe(200);
  await setStatus("suspended");
  try {
    // The pages say that the portal is suspended, and nothing of what it has.
    for (const answer of [await visitor.get("/rest/public/courses"), await details(knots), await picture(knots)])
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, "portal_suspended"]);
  } finally {
    await setStatus("active");
    admin = await app.signIn("admin", "a");
  }
  expect((await visitor.get("/rest/public/courses")).statusCode).toBe(200);
});

test("the page to sign in learns whether there is anything, and nothing more", async () => {
  const says = async () => (await visitor.get("/rest/environment/environmentNoUser/")).json<EnvironmentNoUser>().PublicCourses;
  const soon = (value: boolean) => expect.poll(says, { timeout: 5_000, interval: 200 }).toBe(value);
  await soon(false);
  const id = await make({ categoryIds: [], courseIds: [hidden.draft] });
  await soon(false);
  const { revision } = (await admin.get(`/rest/catalogues/${id}`)).json<Catalogue>();
  await admin.put(`/rest/catalogues/${id}`, { ...terms(), revision });
  await soon(true);
  await admin.post(`/rest/catalogues/${id}/delete`, {});
  await soon(false);
});

test("what visitors see, people of the portal open and start", async () => {
  await make();
  const person = await app.signInAs(await app.aPerson("a"), "a");
  for (const id of [knots, ropes]) expect((await person.get(`/rest/course/details/${id}`)).statusCode).toBe(200);
  // A catalogue for a group does not take away from what another shows.
  const made = await admin.post("/rest/groups", { name: "Sailors", description: "", kind: "manual", condition: null });
  await make({ name: "For sailors", forEverybody: false, isPublic: false, groupIds: [made.json<{ id: number }>().id] });
  expect((await person.get(`/rest/course/details/${knots}`)).statusCode).toBe(200);
  expect((await person.get("/rest/course/catalog")).body).toContain("Knots for beginners");
});

test("calls of visitors are limited as all of theirs are", async () => {
  const small = await startTestApp({ RATE_ANON_PER_IP: "5" });
  try {
    const asks = small.anonymous("a");
    const urls = ["/rest/public/courses", "/rest/public/courses/1", "/rest/public/courses/1/picture"];
    const statuses = new Array<number>();
    for (let nth = 0; nth < 9; nth++) statuses.push((await asks.get(urls[nth % 3] ?? "")).statusCode);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429, 429, 429]);
  } finally {
    await small.close();
  }
}, 120_000);
