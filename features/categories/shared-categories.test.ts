import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Result } from "#platform/contract.ts";
import { mostLevels, type listCategories } from "./contract.ts";

let app: TestApp;
/** System admins and admins of the portals a and b. */
let system: Client;
let systemInB: Client;
let a: Client;
let b: Client;
beforeAll(async () => {
  app = await startTestApp();
  [system, systemInB, a, b] = await Promise.all([
    app.signIn("system", "a"),
    app.signIn("system", "b"),
    app.signIn("admin", "a"),
    app.signIn("admin", "b"),
  ]);
});
afterAll(() => app.close());
beforeEach(() =>
  app.databases.inSystem("empty", async (db) => {
    for (const table of ["course_categories", "category_removals", "category_slugs", "categories"] as const)
      await db.deleteFrom(table).execute();
    await sql`delete from shared_categories`.execute(db);
  }),
);

type View = Result<typeof listCategories>;
const view = async (client: Client) => (await client.get("/rest/categories")).json<View>();
/** The tree as text; "*" for what is shared. */
const tree = async (client: Client) =>
  (await view(client)).rows.map(({ name, depth, sharing }) => `${"- ".repeat(depth)}${name}${sharing ? "*" : ""}`);
const row = async (client: Client, name: string) => {
  const found = (await view(client)).rows.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not there.`);
  return found;
};
const made = async (client: Client, name: string, parentId: number | null = null): Promise<number> =>
  (await client.post("/rest/categories", { name, description: "", parentId })).json<{ id: number }>().id;
const share = (client: Client, id: number, sharing = "offered") => client.post(`/rest/categories/${id}/share`, { sharing });
const take = (client: Client, id: number, parentId: number | null = null) =>
  client.post(`/rest/categories/shared/${id}/take`, { parentId });
const leave = (client: Client, id: number) => client.post(`/rest/categories/${id}/leave`, {});
const save = async (client: Client, name: string, change: object) => {
  const { id, description, isHidden, revision } = await row(client, name);
  return client.put(`/rest/categories/${id}`, { name, description, isHidden, revision, ...change });
};
const noted = (key: "a" | "b") =>
  app.databases.inPortal(
    app.portal(key).id,
    async (db) =>
      (
        await db.selectFrom("audit_events").select("action").where("object_kind", "=", "category").orderBy("id", "desc").limit(1).execute()
      )[0]?.action,
  );

/** Safety with Fire and Ladders in portal a, offered to all, and taken on in b. */
async function shared() {
  const id = await made(a, "Safety");
  const fire = await made(a, "Fire", id);
  await made(a, "Ladders", id);
  expect((await share(system, id)).statusCode).toBe(200);
  const [offered] = (await view(b)).offered;
  expect((await take(b, offered?.id ?? 0)).statusCode).toBe(200);
  return { id, fire, sharedId: offered?.id ?? 0 };
}

test("a category is offered with all below it, taken on as a whole, and is used with the portal's own", async () => {
  const { sharedId } = await shared();
  expect(await tree(a)).toEqual(["Safety*", "- Fire*", "- Ladders*"]);
  expect(await tree(b)).toEqual(["Safety*", "- Fire*", "- Ladders*"]);
  expect([await noted("a"), await noted("b")]).toEqual(["category_offered", "shared_category_taken"]);
  expect((await view(b)).offered).toEqual([]);
  expect((await take(b, sharedId)).json()).toMatchObject({ code: "category_taken" });
  const { id } = await row(b, "Fire");
  await made(b, "Fire at our gate", id);
  expect(await tree(b)).toEqual(["Safety*", "- Fire*", "- - Fire at our gate", "- Ladders*"]);
  expect(await tree(a)).toEqual(["Safety*", "- Fire*", "- Ladders*"]);
  expect([(await row(system, "Safety")).sharing, (await row(a, "Fire")).sharing]).toMatchObject([
    { isTop: true, portals: 2, isOffered: true },
    { isTop: false, portals: null, isOffered: true },
  ]);
});

test("what a system admin renames comes to all portals, and older links go on leading to it", async () => {
  await shared();
  const { id, slug } = await row(b, "Fire");
  expect((await save(system, "Fire", { name: "Fire and smoke", description: "What burns." })).statusCode).toBe(200);
  expect(await row(b, "Fire and smoke")).toMatchObject({ id, description: "What burns.", slug: "fire-and-smoke" });
  expect([slug, await noted("b")]).toEqual(["fire", "shared_category_changed"]);
  const followed = (await b.get("/rest/course/catalog/follow?names=fire")).json();
  expect(JSON.stringify(followed)).toContain(String(id));
  // What a system admin hides is hidden there alone, and the others learn nothing of it.
  const { revision } = await row(b, "Fire and smoke");
  expect((await save(system, "Fire and smoke", { isHidden: true })).statusCode).toBe(200);
  expect([await noted("a"), await row(b, "Fire and smoke")]).toMatchObject(["category_changed", { isHidden: false, revision }]);
  // From the other portal just as well.
  expect((await save(systemInB, "Ladders", { name: "Heights" })).statusCode).toBe(200);
  expect(await tree(a)).toEqual(["Safety*", "- Fire and smoke*", "- Heights*"]);
});

test("what is in the way in one portal stops the change in all, and is named", async () => {
  const { id } = await shared();
  await made(b, "Gates", (await row(b, "Safety")).id);
  const refused = await save(system, "Fire", { name: "gates" });
  expect([refused.statusCode, refused.json().errors[0].code, refused.json().errors[0].message]).toEqual([
    400,
    "name_taken_elsewhere",
    expect.stringMatching(/^In .+, another category/),
  ]);
  expect([await tree(a), (await tree(b)).includes("- Fire*")]).toEqual([["Safety*", "- Fire*", "- Ladders*"], true]);
  // The tree of b goes too deep for one more level.
  let below = (await row(b, "Fire")).id;
  for (let level = 2; level < mostLevels; level++) below = await made(b, `Level ${level}`, below);
  const top = await made(b, "Above");
  const safety = await row(b, "Safety");
  expect((await b.post(`/rest/categories/${safety.id}/move`, { parentId: top, beforeId: null })).json()).toMatchObject({
    code: "too_deep",
  });
  expect((await share(system, id, "ended")).statusCode).toBe(200);
});

describe("a portal's admin", () => {
  test("hides, orders and moves the topmost one, and changes neither names nor places below it", async () => {
    await shared();
    expect((await save(b, "Fire", { isHidden: true })).statusCode).toBe(200);
    expect([(await row(b, "Fire")).isHidden, (await row(a, "Fire")).isHidden]).toEqual([true, false]);
    expect((await save(b, "Fire", { name: "Flames" })).json()).toMatchObject({ code: "category_shared" });
    const [fire, ladders, safety] = [await row(b, "Fire"), await row(b, "Ladders"), await row(b, "Safety")];
    const move = (id: number, parentId: number | null, beforeId: number | null = null) =>
      b.post(`/rest/categories/${id}/move`, { parentId, beforeId });
    expect((await move(ladders.id, safety.id, fire.id)).statusCode).toBe(200);
    expect(await tree(b)).toEqual(["Safety*", "- Ladders*", "- Fire*"]);
    expect((await move(fire.id, null)).json()).toMatchObject({ code: "shared_place" });
    const top = await made(b, "Work");
    expect((await move(safety.id, top)).statusCode).toBe(200);
    const remove = (id: number, into: number | null) =>
      b.post(`/rest/categories/${id}/remove`, { into, seen: { courses: 0, children: 0 } });
    expect((await remove(fire.id, top)).json()).toMatchObject({ code: "shared_stays" });
    expect((await leave(b, fire.id)).json()).toMatchObject({ code: "shared_below" });
  });

  test("leaves with everything, and follows again without twins", async () => {
    const { sharedId } = await shared();
    const { id } = await row(b, "Safety");
    expect([(await leave(b, id)).statusCode, (await leave(b, id)).statusCode, await noted("b")]).toEqual([
      200,
      200,
      "shared_category_left",
    ]);
    expect(await tree(b)).toEqual(["Safety", "- Fire", "- Ladders"]);
    expect((await save(b, "Fire", { name: "Flames" })).statusCode).toBe(200);
    expect((await save(system, "Ladders", { name: "Heights" })).statusCode).toBe(200);
    expect(await tree(b)).toEqual(["Safety", "- Flames", "- Ladders"]);
    expect((await take(b, sharedId)).statusCode).toBe(200);
    expect((await row(b, "Safety")).id).toBe(id);
    expect(await tree(b)).toEqual(["Safety*", "- Flames", "- Ladders", "- Fire*", "- Heights*"]);
  });

  test("neither offers nor ends, nor takes on what is not offered", async () => {
    const { id, sharedId } = await shared();
    for (const sharing of ["offered", "kept", "ended"]) expect((await share(a, id, sharing)).statusCode).toBe(403);
    expect((await share(system, id, "kept")).statusCode).toBe(200);
    await leave(b, (await row(b, "Safety")).id);
    expect((await take(b, sharedId)).json()).toMatchObject({ code: "not_found" });
    expect((await take(b, 999_999)).statusCode).toBe(404);
    expect((await share(systemInB, id)).statusCode).toBe(404);
    expect((await view(b)).offered).toEqual([]);
  });
});

test("one that is shared below a shared one comes to whoever uses that one; ending gives every portal its own", async () => {
  const { id } = await shared();
  const gas = await made(a, "Gas", id);
  await made(a, "Bottles", gas);
  const own = await made(b, "Gas", (await row(b, "Safety")).id);
  expect((await share(system, gas)).statusCode).toBe(200);
  expect(await tree(b)).toEqual(["Safety*", "- Fire*", "- Ladders*", "- Gas*", "- - Bottles*"]);
  expect((await row(b, "Gas")).id).toBe(own);
  expect((await share(system, gas, "kept")).json()).toMatchObject({ code: "shared_with_top" });
  expect((await share(system, gas, "ended")).statusCode).toBe(200);
  expect(await tree(b)).toEqual(["Safety*", "- Fire*", "- Ladders*", "- Gas", "- - Bottles"]);
  expect((await share(system, id, "ended")).statusCode).toBe(200);
  expect([await tree(a), await noted("b")]).toEqual([["Safety", "- Fire", "- Ladders", "- Gas", "- - Bottles"], "category_sharing_ended"]);
  expect((await share(system, id, "ended")).json()).toMatchObject({ code: "category_not_shared" });
});

test("what has a shared one in it is not shared: nothing of it would come along", async () => {
  const { id } = await shared();
  const top = await made(a, "Work");
  expect((await a.post(`/rest/categories/${id}/move`, { parentId: top, beforeId: null })).statusCode).toBe(200);
  expect((await share(system, top)).json()).toMatchObject({ code: "shared_inside", params: { name: "Safety" } });
  expect(await tree(a)).toEqual(["Work", "- Safety*", "- - Fire*", "- - Ladders*"]);
});

test("a portal takes categories on once, also when two do it at the same time", async () => {
  const id = await made(a, "Safety");
  await share(system, id);
  const sharedId = (await view(b)).offered[0]?.id ?? 0;
  const both = await Promise.all([take(b, sharedId), take(b, sharedId)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await tree(b)).toEqual(["Safety*"]);
});
