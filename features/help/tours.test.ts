import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { RoleName } from "#features/portal/contract.ts";
import { readCatalogue } from "#platform/catalogue.ts";
import { languages } from "#platform/languages.ts";
import { retakeTour } from "./retake-tour.ts";
import { tours } from "./tours.ts";

// The build resolves this macro; here it gives the text itself.
vi.mock("@lingui/core/macro", () => ({ msg: ([message]: readonly string[]) => ({ id: message, message }) }));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const toursOf = async (client: Client): Promise<string[]> => (await client.get("/rest/environment/")).json().Preferences.Tours;
const offered = (client: Client, role: string) => client.post("/rest/help/tour", { role });
const link = `${retakeTour.path}${retakeTour.query}`;

describe("the steps", () => {
  const all = RoleName.options.flatMap((role) => tours[role].flatMap(({ title, text }) => [title.message ?? "", text.message ?? ""]));

  test.each(RoleName.options)(
    "of a %s have names of their own, and there are four to seven, of which a screen has one of navigation and menu",
    (role) => {
      const names = tours[role].map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      expect(names).toEqual(expect.arrayContaining(["navigation", "menu", "search", "bell", "help", "account"]));
      expect(names.length - 1).toBeGreaterThanOrEqual(4);
      expect(names.length - 1).toBeLessThanOrEqual(7);
    },
  );

  test("are plain and short text", () => {
    expect(all.filter((text) => text === "" || text.length > 150 || /[<>{}&]|https?:/.test(text))).toEqual([]);
  });

  test.each(languages.slice(1))("are whole in %s too", async (language) => {
    const catalogue = await readCatalogue(language);
    expect(all.filter((text) => !catalogue[generateMessageId(text)]?.translation?.trim())).toEqual([]);
  });
});

test("that a tour was offered is kept once, for the person asking, in every portal", async () => {
  const person = await app.aPerson("a");
  const [client, other] = [await app.signInAs(person, "a"), await app.signInAs(await app.aPerson("a"), "a")];
  expect(await toursOf(client)).toEqual([]);
  for (const _ of ["once", "again"]) expect((await offered(client, "Student")).json()).toEqual({ tours: ["Student"] });
  expect(await toursOf(client)).toEqual(["Student"]);
  expect(await toursOf(other)).toEqual([]);
  expect(await toursOf(await app.signInAs(person, "a"))).toEqual(["Student"]);
});

test("a tour of a role that somebody does not have in this portal is refused, and so is one of no role", async () => {
  const student = await app.signInAs(await app.aPerson("a"), "a");
  for (const role of ["Author", "Manager", "Admin", "System"]) {
    const refused = await offered(student, role);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "no_role_for_tour"]);
  }
  expect((await offered(student, "Guest")).statusCode).toBe(400);
  expect(await toursOf(student)).toEqual([]);
  const author = await app.signIn("author", "a");
  expect((await offered(author, "Author")).statusCode).toBe(200);
  expect((await offered(await app.signIn("system", "a"), "System")).statusCode).toBe(200);
  // A role of the other portal is none here.
  expect((await offered(await app.signIn("author", "b"), "Admin")).statusCode).toBe(403);
});

test("whoever looks at the portal as somebody else is offered none of their tours, and notes none", async () => {
  const person = await app.aPerson("a");
  const admin = await app.signIn("admin", "a");
  expect((await admin.post("/rest/roles/looks", { userId: person.id, writes: false, reason: "" })).statusCode).toBe(200);
  expect(await toursOf(admin)).toEqual(RoleName.options);
  expect((await offered(admin, "Student")).statusCode).toBe(403);
  await admin.get("/rest/roles/looks/end");
  expect(await toursOf(await app.signInAs(person, "a"))).toEqual([]);
});

test("the full-page link leads to the tour of the role that one has, and whoever is not signed in to signing in", async () => {
  const admin = await app.signIn("admin", "a");
  await admin.post("/rest/environment/updateCurrentRole?newRole=PortalAdmin");
  expect((await admin.get(link)).headers["location"]).toBe("/v/dashboard/admin?retakeTour=true");
  expect((await admin.get(retakeTour.path)).headers["location"]).toBe("/v/dashboard/admin");
  expect((await admin.get(`${retakeTour.path}?retakeTour=//evil.example`)).headers["location"]).toBe("/v/dashboard/admin");
  const system = await app.signIn("system", "a");
  await system.post("/rest/environment/updateCurrentRole?newRole=SystemAdmin");
  expect((await system.get(link)).headers["location"]).toBe("/v/sysAdmin/portals?retakeTour=true");
  const student = await app.signInAs(await app.aPerson("a"), "a");
  expect((await student.get(link)).headers["location"]).toBe("/v/student/dashboard?retakeTour=true");
  const visitor = await app.anonymous("a").get(link);
  expect(visitor.headers["location"]).toBe(`/v/auth/login?ReturnUrl=${encodeURIComponent(link)}`);
});
