import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import type { Environment } from "#features/portal/contract.ts";
import { portalTheme } from "#ui/portal-theme.ts";
import type { Brand } from "./brand.ts";
import type { BrandImage, Branding, GroupBranding } from "./contract.ts";

let app: TestApp;
let admin: Client;
let portalId: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
  portalId = app.portal("a").id;
});
afterAll(() => app.close());

let count = 0;
const aGroup = async (...userIds: number[]): Promise<number> => {
  const { id } = (await admin.post("/rest/groups", { name: `Branded ${++count}`, description: "", condition: null })).json() as {
    id: number;
  };
  if (userIds.length > 0)
    await app.databases.inPeople(portalId, "a test", (db) =>
      db
        .insertInto("group_members")
        .values(userIds.map((user_id) => ({ portal_id: portalId, group_id: id, user_id, cause: "hand" })))
        .execute(),
    );
  return id;
};
/** Somebody new, with their browser. */
const someone = async () => {
  const person = await app.aPerson("a");
  return { id: person.id, client: await app.signInAs(person, "a") };
};
const address = (groupId: number) => `/rest/branding/groups/${groupId}`;
const branding = async (groupId: number, client: Client = admin) => (await client.get(address(groupId))).json() as GroupBranding;
const draft = async (groupId: number, change: (now: Brand) => Brand) => {
  const { revision, draft: now, published } = await branding(groupId);
  return admin.put(`${address(groupId)}/draft`, { revision, brand: change(now ?? published) });
};
const publish = async (groupId: number) => {
  const reply = await admin.post(`${address(groupId)}/publish`, { revision: (await branding(groupId)).revision });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json() as GroupBranding;
};
const colored =
  (colors: Partial<Brand["colors"]>) =>
  (now: Brand): Brand => ({ ...now, colors: { ...now.colors, ...colors } });
/** Gives a group a navigation of this colour. */
const brand = async (groupId: number, navBgColor: string | null) => {
  await draft(groupId, colored({ navBgColor }));
  return publish(groupId);
};
const environment = async (client: Client) => (await client.get("/rest/environment/")).json() as Environment;
const navigationOf = async (client: Client) => (await environment(client)).Colors.navBgColor;
const pictured = async (slot: string, client: Client = admin, host = "a.test") => {
  const reply = await client.request({
    method: "POST",
    url: `/rest/branding/images?slot=${slot}`,
    headers: {
      host,
      cookie: client.cookie,
      origin: `http://${host}`,
      "sec-fetch-site": "same-origin",
      "x-csrf-token": client.csrf,
      "content-type": "application/octet-stream",
    },
    payload: await sharp({ create: { width: 600, height: 200, channels: 3, background: "#1f5f8b" } })
      .png()
      .toBuffer(),
  });
  return reply.json() as BrandImage;
};

test("a group's look is a draft first; published, its people have it over the portal's, and nobody else or before the sign-in (ENV-2, ENV-3)", async () => {
  const [member, other] = [await someone(), await someone()];
  const group = await aGroup(member.id);
  const before = await environment(member.client);
  expect((await draft(group, colored({ navBgColor: "#FFD400" }))).json()).toMatchObject({ draft: { colors: { navBgColor: "#ffd400" } } });
  expect(await environment(member.client)).toEqual(before);

  await brand(group, "#ffd400");
  expect(await environment(member.client)).toEqual({ ...before, Colors: { ...before.Colors, navBgColor: "#ffd400" } });
  const page = await member.client.get("/v/dashboard");
  expect(page.body).toContain("--nav-bg:#ffd400");
  expect(await navigationOf(other.client)).toBe(before.Colors.navBgColor);
  expect((await other.client.get("/v/dashboard")).body).not.toContain("--nav-bg:#ffd400");
  const visitor = app.anonymous("a");
  expect((await visitor.get("/rest/environment/environmentNoUser/")).body).not.toContain("#ffd400");
  expect((await visitor.get("/v/auth/login")).body).not.toContain("#ffd400");

  // What the group does not set is the portal's, also later.
  const portal = (await admin.get("/rest/branding")).json() as Branding;
  const { revision } = (
    await admin.put("/rest/branding/draft", {
      revision: portal.revision,
      brand: colored({ footerBarBgColor: "#123456" })(portal.published),
    })
  ).json() as Branding;
  expect((await admin.post("/rest/branding/publish", { revision })).statusCode).toBe(200);
  expect((await environment(member.client)).Colors).toMatchObject({ navBgColor: "#ffd400", footerBarBgColor: "#123456" });
  expect(await branding(group)).toMatchObject({ portal: { colors: { footerBarBgColor: "#123456", navBgColor: null } } });

  // What was there before can be had again: nothing of its own.
  const { versions, revision: now } = await branding(group);
  expect(versions.map(({ by }) => by)).toEqual(["Admin A", null]);
  expect((await admin.post(`${address(group)}/versions/${versions[1]?.id}/restore`, { revision: now })).statusCode).toBe(200);
  expect(await navigationOf(member.client)).toBe("#ffd400");
  await publish(group);
  expect(await navigationOf(member.client)).toBe(before.Colors.navBgColor);
  expect((await admin.get(`/rest/groups/${group}/dependents`)).json()).toEqual({ rows: [] });
});

test("who is in two groups that look different sees the portal's look, and the admin is told how many and which groups (ENV-3)", async () => {
  const [one, both, gone] = [await someone(), await someone(), await app.aPerson("a")];
  await app.databases.inPeople(portalId, "a test", (db) =>
    db.updateTable("memberships").set({ status: "suspended" }).where("portal_id", "=", portalId).where("user_id", "=", gone.id).execute(),
  );
  const before = await navigationOf(both.client);
  const [red, green] = [await aGroup(one.id, both.id, gone.id), await aGroup(both.id, gone.id)];
  const between = async () => ((await admin.get("/rest/branding/groups")).json() as { between: number }).between;
  const start = await between();
  await brand(red, "#aa0000");
  expect(await navigationOf(both.client)).toBe("#aa0000");
  expect(await branding(red)).toMatchObject({ elsewhere: { people: 0, groups: [] } });
  await brand(green, "#005500");
  expect([await navigationOf(one.client), await navigationOf(both.client)]).toEqual(["#aa0000", before]);
  expect(await branding(red)).toMatchObject({ elsewhere: { people: 1, groups: [{ id: green, name: "Branded 3", people: 1 }] } });
  expect(await between()).toBe(start + 1);

  // The same look twice is one look.
  await brand(green, "#aa0000");
  expect(await navigationOf(both.client)).toBe("#aa0000");
  expect(await branding(red)).toMatchObject({ elsewhere: { people: 0 } });
  expect(await between()).toBe(start);
});

test("through a group in a group its look counts, and archived or deleted it counts no more, until it is back; deleting names it (GRP-3)", async () => {
  const member = await someone();
  const before = await navigationOf(member.client);
  const [outer, inner] = [await aGroup(), await aGroup(member.id)];
  await admin.put(`/rest/groups/${outer}/children`, { ids: [inner] });
  await brand(outer, "#0000aa");
  expect(await navigationOf(member.client)).toBe("#0000aa");
  const becomes = async (status: string) => {
    const reply = await admin.post(`/rest/groups/${outer}/status`, { status });
    expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
    return navigationOf(member.client);
  };
  expect((await admin.get(`/rest/groups/${outer}/dependents`)).json()).toMatchObject({
    rows: [{ kind: "brand", id: outer, to: `/portal/logo?group=${outer}` }],
  });
  expect(await becomes("archived")).toBe(before);
  expect(await branding(outer)).toMatchObject({ group: { isArchived: true } });
  expect(await becomes("active")).toBe("#0000aa");
  expect(await becomes("deleted")).toBe(before);
  expect((await admin.get(address(outer))).statusCode).toBe(404);
  expect(await becomes("active")).toBe("#0000aa");
});

test("words that could not be read on a group's colours are corrected, as the portal's are (ENV-1)", async () => {
  const member = await someone();
  const group = await aGroup(member.id);
  await draft(group, colored({ navBgColor: "#ffd400", navColor: "#ffffff" }));
  await publish(group);
  const { Colors } = await environment(member.client);
  const { corrections, vars } = portalTheme(Colors, "light");
  expect(corrections.find(({ field }) => field === "navColor")).toMatchObject({ from: "#ffffff" });
  expect((await member.client.get("/v/dashboard")).body).toContain(`--nav-fg:${vars["--nav-fg"]}`);
  for (const value of ["red", "url(x)", "#fff;}"]) expect((await draft(group, colored({ navColor: value }))).statusCode).toBe(400);
});

test("pictures: the group's are served in this portal only, its logo stands on phones too, and those of mail and certificates stay the portal's (ENV-5)", async () => {
  const member = await someone();
  const group = await aGroup(member.id);
  const imaged =
    (images: Partial<Brand["images"]>) =>
    (now: Brand): Brand => ({ ...now, images: { ...now.images, ...images } });
  const [logo, tab, mail] = [await pictured("logo"), await pictured("favicon"), await pictured("mailLogo")];
  const foreign = await pictured("logo", await app.signIn("admin", "b"), "b.test");
  for (const images of [{ logo: tab.address }, { logo: foreign.address }, { mailLogo: mail.address }, { certificateLogo: mail.address }])
    expect([images, (await draft(group, imaged(images))).statusCode]).toEqual([images, 400]);
  // The portal has a logo for phones of its own.
  const portal = (await admin.get("/rest/branding")).json() as Branding;
  const phone = await pictured("mobileLogo");
  const { revision } = (
    await admin.put("/rest/branding/draft", { revision: portal.revision, brand: imaged({ mobileLogo: phone.address })(portal.published) })
  ).json() as Branding;
  await admin.post("/rest/branding/publish", { revision });
  expect(await environment(member.client)).toMatchObject({ MobileLogo: phone.address });

  await draft(group, imaged({ logo: logo.address, favicon: tab.address }));
  await publish(group);
  expect(await environment(member.client)).toMatchObject({ Logo: logo.address, MobileLogo: null });
  expect((await member.client.get("/v/dashboard")).body).toContain(`<link rel="icon" href="${tab.address}"`);
  expect((await app.anonymous("a").get(logo.address)).statusCode).toBe(200);
  expect((await app.anonymous("b").get(logo.address)).statusCode).toBe(404);
});

test("only who may brand the portal does so, only groups of this portal, and two who work at once lose nothing", async () => {
  const group = await aGroup();
  const elsewhere = await app.signIn("admin", "b");
  const { revision, published } = await branding(group);
  const next = colored({ navBgColor: "#112233" })(published);
  for (const [client, status] of [
    [await app.signIn("student", "a"), 403],
    [await app.signIn("manager", "a"), 403],
    [elsewhere, 404],
  ] as const) {
    expect((await client.get(address(group))).statusCode).toBe(status);
    expect((await client.put(`${address(group)}/draft`, { revision, brand: next })).statusCode).toBe(status);
    expect((await client.post(`${address(group)}/discard`, { revision })).statusCode).toBe(status);
    expect((await client.post(`${address(group)}/publish`, { revision })).statusCode).toBe(status);
    expect((await client.post(`${address(group)}/versions/1/restore`, { revision })).statusCode).toBe(status);
  }
  expect((await elsewhere.get("/rest/branding/groups?q=Branded")).json()).toMatchObject({ rows: [], found: [], between: 0 });
  const saved = await Promise.all(
    ["#111111", "#222222"].map((color) =>
      admin.put(`${address(group)}/draft`, { revision, brand: colored({ navBgColor: color })(published) }),
    ),
  );
  expect(saved.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await admin.post(`${address(group)}/publish`, { revision })).statusCode).toBe(409);
  expect((await admin.post(`${address(group)}/discard`, { revision: 1 })).json()).toMatchObject({ draft: null });
  // A look of another group, or of the portal, is no version of this one.
  const { versions } = (await admin.get("/rest/branding")).json() as Branding;
  expect(versions.length).toBeGreaterThan(0);
  const foreign = await admin.post(`${address(group)}/versions/${versions[0]?.id}/restore`, { revision: 2 });
  expect(foreign.statusCode).toBe(404);
});

test("a request cannot publish a group's look by itself", async () => {
  const group = await aGroup();
  await draft(group, colored({ navBgColor: "#112233" }));
  await expect(
    app.databases.inPortal(portalId, (db) => sql`update group_brands set colors = '{}' where group_id = ${group}`.execute(db)),
  ).rejects.toThrow(/permission denied/);
});
