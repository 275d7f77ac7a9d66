import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { askerOf, contractRoutes, validRequest } from "./valid-request.ts";
import { buildWorld, type ActorName, type Sent, type World } from "./world.ts";

// Who asks is decided before what is asked: somebody who may not use a call learns nothing of its body, whatever they send.

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

/** Every route with a body that is not for everyone, with a valid request. */
const closedWrites = () =>
  Promise.all(
    contractRoutes(world)
      .filter((route) => route.endpoint.body && expectations[nameOf(route)]?.passes !== "everyone")
      .map(async (route) => ({ name: nameOf(route), asker: askerOf(route), request: await validRequest(world, route) })),
  );
const statuses = async (actor: ActorName, change: (request: Sent) => Partial<Sent>) => {
  const found: Record<string, number> = {};
  for (const { name, request } of await closedWrites())
    found[name] = (await world.send(actor, "a", { ...request, ...change(request) })).status;
  return found;
};
const all = async (status: number) => Object.fromEntries((await closedWrites()).map(({ name }) => [name, status]));

test("there are such calls", async () => {
  expect((await closedWrites()).length).toBeGreaterThan(12);
});

test.each(["anonymous", "foreign", "suspended", "expired"] as const)("%s: a wrong body is 401", async (actor) => {
  for (const body of [[], { nothing: "\u0000" }]) expect(await statuses(actor, () => ({ body }))).toEqual(await all(401));
});

test("a body that cannot be read, or that is of another type, is 401 without a session", async () => {
  const unreadable = () => ({ body: "{", headers: { "content-type": "application/json" } });
  expect(await statuses("anonymous", unreadable)).toEqual(await all(401));
  expect(await statuses("anonymous", () => ({ body: "<a/>", headers: { "content-type": "text/xml" } }))).toEqual(await all(401));
  const upload = { method: "POST", url: "/educate/scorm/upload", ...unreadable() };
  expect((await world.send("anonymous", "a", upload)).status).toBe(401);
});

test("an id of another kind is 401 without a session", async () => {
  const withId = (await closedWrites()).filter(({ request }) => /\/\d+(?:\/|$)/.test(request.url));
  expect(withId.length).toBeGreaterThan(2);
  for (const { name, request } of withId) {
    const url = request.url.replace(/\/\d+(?=\/|$)/, "/x");
    expect([name, (await world.send("anonymous", "a", { ...request, url })).status]).toEqual([name, 401]);
  }
});

test("people without the role get 403, and those with it 400", async () => {
  for (const { name, asker, request } of await closedWrites()) {
    const may = expectations[name]?.passes.includes("student");
    expect([name, (await world.send("student", "a", { ...request, body: [] })).status]).toEqual([name, may ? 400 : 403]);
    expect([name, (await world.send(asker, "a", { ...request, body: [] })).status]).toEqual([name, 400]);
  }
});
