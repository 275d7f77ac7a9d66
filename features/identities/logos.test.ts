import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type PortalKey, type TestApp } from "#app/test/app.ts";
import type { BrandImage, Branding } from "#features/branding/contract.ts";

// The logos of one's portals at the host where one is (ENV-11): of one's own portals, as they are published, and of no others.

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

interface Shown {
  readonly id: number;
  readonly logo: string | null;
  readonly tile: { readonly background: string; readonly text: string };
}
const shown = async (client: Client) => ((await client.get("/rest/environment/portals")).json() as { portals: Shown[] }).portals;
const logoOf = async (client: Client, key: PortalKey) => (await shown(client)).find(({ id }) => id === app.portal(key).id)?.logo ?? "";

/** Publishes a look of a portal with a logo of one colour, and maybe one for phones. Gives their addresses. */
async function publishLogo(key: PortalKey, colour: string, slots: readonly ("logo" | "mobileLogo")[] = ["logo"]) {
  const admin = await app.signIn("admin", key);
  const { host } = app.portal(key);
  const addresses: string[] = [];
  for (const slot of slots) {
    const data = await sharp({ create: { width: 300, height: slot === "logo" ? 100 : 90, channels: 3, background: colour } })
      .png()
      .toBuffer();
    const answer = await admin.request({
      method: "POST",
      url: `/rest/branding/images?slot=${slot}`,
      headers: {
        host,
        cookie: admin.cookie,
        origin: `http://${host}`,
        "x-csrf-token": admin.csrf,
        "content-type": "application/octet-stream",
      },
      payload: data,
    });
    addresses.push((answer.json() as BrandImage).address);
  }
  const { revision, published } = (await admin.get("/rest/branding")).json() as Branding;
  const images = { ...published.images, ...Object.fromEntries(slots.map((slot, nth) => [slot, addresses[nth]])) };
  const colors = { ...published.colors, logoBgColor: "#102030", navBgColor: colour };
  const saved = await admin.put("/rest/branding/draft", { revision, brand: { ...published, images, colors } });
  const done = await admin.post("/rest/branding/publish", { revision: (saved.json() as Branding).revision });
  expect(done.statusCode).toBe(200);
  return addresses;
}
const system = (work: Parameters<TestApp["databases"]["inSystem"]>[1]) => app.databases.inSystem("prepare a test", work);
/** Somebody who learns in both portals. */
async function inBoth() {
  const person = await app.aPerson("a");
  await system((db) =>
    db
      .insertInto("memberships")
      .values({ portal_id: app.portal("b").id, user_id: person.id })
      .execute(),
  );
  return person;
}

test("the logo of one's other portal is an address of this host, for oneself; what does not belong to it is not there", async () => {
  const [original = ""] = await publishLogo("b", "#a03050");
  const person = await inBoth();
  const here = await app.signInAs(person, "a");
  const other = (await shown(here)).find(({ id }) => id === app.portal("b").id);
  const name = original.split("/").at(-1) ?? "";
  expect(other).toMatchObject({
    logo: `/rest/environment/portals/${app.portal("b").id}/logo/${name}`,
    tile: { background: "#102030", text: "#ffffff" },
  });
  const address = other?.logo ?? "";
  const answer = await here.get(address);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, max-age=3600",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(answer.rawPayload).toEqual((await app.anonymous("b").get(original)).rawPayload);
  expect((await here.get(address, { "if-none-match": String(answer.headers["etag"]) })).statusCode).toBe(304);
  expect((await here.request({ method: "HEAD", url: address, headers: { host: "a.test", cookie: here.cookie } })).statusCode).toBe(200);
  // The address of the other portal is still nothing at this host, nor is the person's session anything at the other one (INV-2).
  expect((await here.get(original)).statusCode).toBe(404);
  expect((await here.get(address, { host: "b.test" })).statusCode).toBe(401);
  // The own portal keeps its own address.
  const [own = ""] = await publishLogo("a", "#3050a0");
  expect(await logoOf(here, "a")).toBe(own);
  const there = await app.signInAs(person, "b");
  expect(await logoOf(there, "b")).toBe(original);
});

test("others get the same answer as for a portal that does not exist, and visitors learn nothing", async () => {
  const [original = ""] = await publishLogo("b", "#118822");
  const name = original.split("/").at(-1) ?? "";
  const b = app.portal("b").id;
  const stranger = await app.signIn("admin", "a");
  const told = async (path: string) => {
    const { statusCode, body } = await stranger.get(`/rest/environment/portals/${path}`);
    const { requestId: _, ...rest } = JSON.parse(body) as { requestId: string };
    return { statusCode, rest };
  };
  const none = await told(`999999999/logo/${name}`);
  expect(none).toMatchObject({ statusCode: 404, rest: { code: "not_found" } });
  expect(await told(`${b}/logo/${name}`)).toEqual(none);
  expect(await told(`${b}/logo/none.webp`)).toEqual(none);
  for (const odd of [`0${b}`, `${b}.0`, "__proto__", "-1", "%00"])
    expect((await stranger.get(`/rest/environment/portals/${odd}/logo/${name}`)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await app.anonymous("a").get(`/rest/environment/portals/${b}/logo/${name}`)).statusCode).toBe(401);
});

test("what ends a membership, suspends the portal or begins looking as somebody counts on the next request", async () => {
  await publishLogo("b", "#224466");
  const person = await inBoth();
  const here = await app.signInAs(person, "a");
  const address = await logoOf(here, "b");
  const status = async () => (await here.get(address)).statusCode;
  const member = (to: "active" | "suspended") =>
    system((db) =>
      db
        .updateTable("memberships")
        .set({ status: to })
        .where("user_id", "=", person.id)
        .where("portal_id", "=", app.portal("b").id)
        .execute(),
    );
  const portal = (to: "active" | "suspended") =>
    system((db) => db.updateTable("portals").set({ status: to }).where("id", "=", app.portal("b").id).execute());
  expect(await status()).toBe(200);
  await member("suspended");
  expect(await status()).toBe(404);
  await member("active");
  await portal("suspended");
  expect(await status()).toBe(404);
  await portal("active");
  expect(await status()).toBe(200);

  // A system admin may switch to every portal; while they look at one as somebody else, to none.
  const admin = await app.signInAs(await app.aPerson("a", { isAdmin: true }), "a");
  expect((await admin.get(address)).statusCode).toBe(404);
  const visiting = await app.signIn("system", "a");
  expect((await visiting.get(address)).statusCode).toBe(200);
  const looked = await visiting.post("/rest/roles/looks", { userId: person.id, writes: false, reason: "" });
  expect(looked.statusCode).toBe(200);
  expect((await visiting.get(address)).statusCode).toBe(404);
});

test("a draft and a logo of before are not there; phones' logo comes first, and without one there is a tile in the portal's colour", async () => {
  const person = await inBoth();
  const here = await app.signInAs(person, "a");
  await publishLogo("b", "#884400");
  const before = await logoOf(here, "b");
  const [wide = "", narrow = ""] = await publishLogo("b", "#440088", ["logo", "mobileLogo"]);
  expect(await logoOf(here, "b")).toContain(narrow.split("/").at(-1) ?? "");
  expect((await here.get(before)).statusCode).toBe(404);
  expect((await here.get(await logoOf(here, "b"))).statusCode).toBe(200);
  expect((await here.get(before.replace(/[^/]+$/, wide.split("/").at(-1) ?? ""))).statusCode).toBe(200);
  await system((db) =>
    db.updateTable("portals").set({ logo_file: null, mobile_logo_file: null }).where("id", "=", app.portal("b").id).execute(),
  );
  const bare = (await shown(here)).find(({ id }) => id === app.portal("b").id);
  expect(bare).toMatchObject({ logo: null, tile: { text: "#ffffff" } });
  expect(bare?.tile.background).not.toBe("#102030");
  // What comes with the product has the same address everywhere; other addresses are none.
  for (const [stored, told] of [
    ["/v/brand/harbor-logo-narrow.webp", "/v/brand/harbor-logo-narrow.webp"],
    ["//evil.test/x.webp", null],
    ["/rest/people/export.csv", null],
  ] as const) {
    await system((db) => db.updateTable("portals").set({ mobile_logo_file: stored }).where("id", "=", app.portal("b").id).execute());
    expect((await shown(here)).find(({ id }) => id === app.portal("b").id)?.logo).toBe(told);
  }
});
