import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { openFileStore } from "#platform/files/store.ts";
import { join } from "node:path";
import type { Brand } from "./brand.ts";
import type { BrandImage, Branding } from "./contract.ts";
import { sweepBrandImages } from "./server/sweep.ts";

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

const branding = async (client: Client = admin) => (await client.get("/rest/branding")).json() as Branding;
const upload = (data: Buffer | string, query = "slot=logo", client: Client = admin, host = "a.test") =>
  client.request({
    method: "POST",
    url: `/rest/branding/images?${query}`,
    headers: {
      host,
      cookie: client.cookie,
      origin: `http://${host}`,
      "sec-fetch-site": "same-origin",
      "x-csrf-token": client.csrf,
      "content-type": "application/octet-stream",
    },
    payload: Buffer.from(data),
  });
/** A picture of one colour. */
const picture = (width = 600, height = 200, background = "#1f5f8b") => sharp({ create: { width, height, channels: 3, background } });
const draft = async (change: (now: Brand) => Brand, client: Client = admin) => {
  const { revision, draft: now, published } = await branding(client);
  return client.put("/rest/branding/draft", { revision, brand: change(now ?? published) });
};
const publish = async () => admin.post("/rest/branding/publish", { revision: (await branding()).revision });
const pageOf = async () =>
  (await app.anonymous("a").get("/rest/environment/environmentNoUser/")).json() as { Colors: Record<string, string>; Logo: string | null };
const color =
  (field: keyof Brand["colors"], value: string | null) =>
  (now: Brand): Brand => ({ ...now, colors: { ...now.colors, [field]: value } });

test("a draft is seen by nobody, published it is seen by everybody, and what was there before can be had again (ENV-2, ENV-4)", async () => {
  const before = await pageOf();
  expect((await draft(color("navBgColor", "#FFD400"))).json()).toMatchObject({ draft: { colors: { navBgColor: "#ffd400" } } });
  expect(await pageOf()).toEqual(before);
  expect((await publish()).json()).toMatchObject({ draft: null, published: { colors: { navBgColor: "#ffd400" } } });
  expect((await pageOf()).Colors).toMatchObject({ navBgColor: "#ffd400" });
  const { versions, revision } = await branding();
  expect(versions.map(({ by }) => by)).toEqual(["Admin A", null]);
  const restored = await admin.post(`/rest/branding/versions/${versions[1]?.id}/restore`, { revision });
  expect(restored.json()).toMatchObject({ draft: { colors: { navBgColor: null } } });
  expect((await pageOf()).Colors).toMatchObject({ navBgColor: "#ffd400" });
  await publish();
  expect(await pageOf()).toEqual(before);
  expect((await branding()).versions).toHaveLength(3);
});

test("two who work on it at once: the second is told, and nothing of the first is lost", async () => {
  const { revision, published } = await branding();
  const save = (value: string) => admin.put("/rest/branding/draft", { revision, brand: color("topBarBgColor", value)(published) });
  const answers = await Promise.all([save("#111111"), save("#222222")]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json() as Branding;
  expect((await branding()).draft).toEqual(winner.draft);
  expect((await admin.post("/rest/branding/publish", { revision })).statusCode).toBe(409);
  expect((await admin.post("/rest/branding/discard", { revision: winner.revision })).json()).toMatchObject({ draft: null });
});

test("a colour is # and digits: no other text reaches a style sheet (security.md row 45)", async () => {
  for (const value of ["red", "url(x)", "#12345", "#fff;}", "rgb(1,2,3)", "#ggg"]) {
    const answer = await draft(color("navBgColor", value));
    expect([value, answer.statusCode]).toEqual([value, 400]);
  }
  for (const path of ["https://evil.test/x.png", "//evil.test/x", "/x?y", "javascript:1", '/a"b'])
    expect([path, (await draft((now) => ({ ...now, images: { ...now.images, logo: path } }))).statusCode]).toEqual([path, 400]);
});

test("a picture is drawn anew: cut out, fitted, turned upright, without anything of the upload but its pixels (security.md row 42)", async () => {
  const marked = await picture(2000, 1000)
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret-mark" } })
    .toBuffer();
  const answer = await upload(marked, "slot=logo&crop=100,100,900,300");
  expect(answer.json()).toMatchObject({ slot: "logo", width: 480, height: 160, tone: "#1f5f8b" });
  const { address } = answer.json() as BrandImage;
  const shown = await app.anonymous("a").get(address);
  expect(shown.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(shown.rawPayload.includes("secret-mark")).toBe(false);
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  // In another portal, or with a guessed name, there is nothing.
  expect((await app.anonymous("b").get(address)).statusCode).toBe(404);
  expect((await app.anonymous("a").get(address.replace(/[^/]+$/, "logo.webp"))).statusCode).toBe(404);

  const upright = await picture(100, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect((await upload(upright)).json()).toMatchObject({ width: 300, height: 100 });
  expect((await upload(await picture(64, 40).png().toBuffer(), "slot=favicon")).json()).toMatchObject({ width: 180, height: 180 });
});

test("what is no picture, a drawing, too large, too small or broken is refused with what to do, and nothing is kept (security.md row 42)", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><script>alert(1)</script></svg>`;
  const whole = await picture().png().toBuffer();
  const refused: [string, Buffer | string, string, string][] = [
    ["a drawing", svg, "slot=logo", "no_image"],
    ["a drawing with a head of XML", `<?xml version="1.0"?>${svg}`, "slot=logo", "no_image"],
    ["a page", "<html><body>logo.png</body></html>", "slot=logo", "no_image"],
    ["a TIFF", await picture().tiff().toBuffer(), "slot=logo", "no_image"],
    ["half a picture", whole.subarray(0, whole.length / 2), "slot=logo", "broken_image"],
    ["a small one", await picture(40, 20).png().toBuffer(), "slot=logo", "too_small"],
    ["a part outside", whole, "slot=logo&crop=500,0,200,200", "outside"],
    ["a part that is none", whole, "slot=logo&crop=1,2,3", "bad_crop"],
    ["45 million pixels", await picture(9000, 5000).png({ compressionLevel: 9 }).toBuffer(), "slot=logo", "too_many_pixels"],
    ["an unknown place", whole, "slot=__proto__", "no_such_place"],
  ];
  const count = () =>
    app.databases.inSystem("look at a test", async (db) => (await db.selectFrom("brand_images").select("file_id").execute()).length);
  const before = await count();
  for (const [what, data, query, code] of refused) {
    const answer = await upload(data, query);
    expect([what, answer.statusCode]).toEqual([what, 400]);
    expect([what, answer.body.includes(`"${code}"`)]).toEqual([what, true]);
  }
  expect((await upload(Buffer.alloc(5 * 1024 ** 2 + 1))).statusCode).toBe(413);
  expect(await count()).toBe(before);
});

test("an image of another place or portal is no choice; a published one is on the pages, in mail and in the tab (ENV-5)", async () => {
  const data = await picture().png().toBuffer();
  const [logo, tab, mail] = await Promise.all(
    ["logo", "favicon", "mailLogo"].map(async (slot) => (await upload(data, `slot=${slot}`)).json() as BrandImage),
  );
  const other = await app.signIn("admin", "b");
  const foreign = (await upload(data, "slot=logo", other, "b.test")).json() as BrandImage;
  for (const address of [tab?.address, foreign.address, "/v/brand/none.webp"])
    expect((await draft((now) => ({ ...now, images: { ...now.images, logo: address ?? "" } }))).statusCode).toBe(400);
  await draft((now) => ({
    ...now,
    images: { ...now.images, logo: logo?.address ?? "", favicon: tab?.address ?? "", mailLogo: mail?.address ?? "" },
  }));
  expect((await admin.get("/rest/branding/mail?mode=dark")).body).toContain(mail?.address);
  await publish();
  expect(await pageOf()).toMatchObject({ Logo: logo?.address });
  const { before, after } = await app.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("audit_events")
      .select(["before", "after"])
      .where("action", "=", "look_published")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow(),
  );
  expect({ before, after }).toMatchObject({ before: { logo: null }, after: { logo: logo?.address } });
});

test("pictures that no look has go after a day, with their bytes; the others stay", async () => {
  const files = openFileStore(join(app.config.dataDir, "files"));
  const left = (await upload(await picture().png().toBuffer())).json() as BrandImage;
  const sweep = () => sweepBrandImages({ databases: app.databases, files });
  const shown = (await pageOf()).Logo ?? "";
  expect((await app.anonymous("a").get(shown)).statusCode).toBe(200);
  await sweep();
  expect((await app.anonymous("a").get(left.address)).statusCode).toBe(200);
  await app.databases.inSystem("let a day pass in a test", (db) =>
    db
      .updateTable("brand_images")
      .set({ made_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute(),
  );
  expect(await sweep()).toBeGreaterThan(0);
  expect((await app.anonymous("a").get(left.address)).statusCode).toBe(404);
  expect((await app.anonymous("a").get(shown)).statusCode).toBe(200);
});
