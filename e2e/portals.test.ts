import { createHash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { signInOnPage, type PortalSlug } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// One person in two portals (INV-1, specification §2 Switch Portal).
const stoa = useStoa();

test("over to the other portal and back, without signing in again and without sharing a cookie", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn();
  const context = page.context();
  await page.goto(stoa.url("/v/course/catalog/categories"));
  await heading(page, "Course Catalog").waitFor();
  const colour = () => page.locator(".shell-nav").evaluate((nav) => getComputedStyle(nav).backgroundColor);
  const here = await colour();
  const switchTo = async (name: string) => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Switch Portal" }).click();
    const dialog = page.getByRole("dialog", { name: "Switch Portal" });
    // Specification §9: 30vw; the page may have a scroll bar.
    await soon(async () => Math.abs(((await dialog.boundingBox())?.width ?? 0) - 0.3 * 1280)).toBeLessThanOrEqual(10);
    // What the person is there comes after the names.
    await dialog.getByRole("button", { name }).getByText("Student").waitFor();
    await dialog.getByRole("button", { name }).click();
  };
  await switchTo("Harbor Health");
  await page.waitForURL(stoa.url("/v/course/catalog**", "harbor"));
  await heading(page, "Course Catalog").waitFor();
  await soon(() => page.locator(".shell-logo img").getAttribute("alt")).toBe("Harbor Health");
  expect(await colour()).not.toBe(here);
  expect(await page.getByText("Forklift").count()).toBe(0);

  const session = (host: string) =>
    context.cookies().then((all) => all.find(({ name, domain }) => name === "stoa_session" && domain === host)?.value);
  expect(await session("localhost")).toBeTruthy();
  expect(await session("harbor.localhost")).toBeTruthy();
  expect(await session("harbor.localhost")).not.toBe(await session("localhost"));
  expect((await context.cookies()).filter(({ domain }) => domain.startsWith("."))).toEqual([]);

  await switchTo("Northwind Academy");
  await page.waitForURL(stoa.url("/v/course/catalog**"));
  await soon(() => page.locator(".shell-logo img").getAttribute("alt")).toBe("Northwind Academy");
  expect(await colour()).toBe(here);
});

test("the list of portals says what the person is in each, and stays usable where that is not known", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn();
  const { portals } = (await (await page.request.get(stoa.url("/rest/environment/portals"))).json()) as { portals: { id: number }[] };
  const [first, ...others] = portals.map(({ id }) => id);
  let isDown = true;
  await page.route("**/rest/environment/portals", async (route) =>
    isDown
      ? route.fulfill({ status: 400, json: { code: "invalid", message: "Not now" } })
      : route.fulfill({
          json: {
            portals: [
              ...others.map((id) => ({ id, role: "Manager", overdue: 3, lastVisitAt: null })),
              { id: first, role: "Student", overdue: 0, lastVisitAt: null },
            ],
          },
        }),
  );
  const dialog = page.getByRole("dialog", { name: "Switch Portal" });
  const open = async () => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Switch Portal" }).click();
    await dialog.waitFor();
  };
  await page.goto(stoa.url("/v/course/catalog/categories"));
  await heading(page, "Course Catalog").waitFor();
  await open();
  await dialog.getByRole("button", { name: "Harbor Health" }).waitFor();
  expect(await axe(page, "portals by their names alone")).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  isDown = false;
  await open();
  await dialog.getByRole("button", { name: /^Harbor Health\s*Manager\s*3 overdue/ }).waitFor();
  expect(await dialog.getByRole("listitem").first().textContent()).toContain("Harbor Health");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await axe(page, `portals at ${width}`)).toEqual([]);
  }
});

/** Publishes a logo of a portal as its admin does, by the calls of the page. */
async function publishLogo(portal: PortalSlug, email: string, background: string, mark: string) {
  const page = await stoa.signedIn({ email, portal });
  await page.goto(stoa.url("/v/portal/logo", portal));
  await heading(page, "Portal Logo").waitFor();
  const area = (width: number, height: number, colour: string) =>
    sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const drawn = sharp(await area(300, 100, background)).composite([{ input: await area(160, 40, mark) }]);
  const picture = (await drawn.png().toBuffer()).toString("base64");
  const status = await page.evaluate(
    async ({ data, logoBgColor }) => {
      const token = /stoa_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const send = (method: string, path: string, body: object | Uint8Array<ArrayBuffer>) =>
        fetch(path, {
          method,
          headers: {
            "x-csrf-token": token,
            "content-type": body instanceof Uint8Array ? "application/octet-stream" : "application/json",
          },
          body: body instanceof Uint8Array ? body : JSON.stringify(body),
        });
      const sent = await send(
        "POST",
        "/rest/branding/images?slot=logo",
        Uint8Array.from(atob(data), (one) => one.charCodeAt(0)),
      );
      const { address } = (await sent.json()) as { address: string };
      const { revision, published } = (await (await fetch("/rest/branding")).json()) as {
        revision: number;
        published: { colors: object; images: object };
      };
      const brand = {
        ...published,
        colors: { ...published.colors, logoBgColor },
        images: { ...published.images, logo: address, mobileLogo: null },
      };
      const drafted = (await (await send("PUT", "/rest/branding/draft", { revision, brand })).json()) as { revision: number };
      return (await send("POST", "/rest/branding/publish", { revision: drafted.revision })).status;
    },
    { data: picture, logoBgColor: background },
  );
  expect(status).toBe(200);
  await page.context().close();
}

test(
  "the list of portals shows the logo of each, which lie on three hosts, and the initial of one without",
  { timeout: 120_000 },
  async () => {
    await publishLogo("harbor", "harbor-admin@stoa.example", "#102a43", "#ffffff");
    await publishLogo("civic", "civic-admin@stoa.example", "#ffffff", "#7a1f3d");
    const id = await stoa.userId();
    const bare = await stoa.databases.inSystem("prepare a test", async (db) => {
      const portal = await db.insertInto("portals").values({ slug: "bare", name: "Öresund" }).returning("id").executeTakeFirstOrThrow();
      await db.insertInto("portal_hosts").values({ host: "bare.localhost", portal_id: portal.id, is_primary: true }).execute();
      await db
        .insertInto("memberships")
        .values([stoa.portalId("civic"), portal.id].map((portalId) => ({ portal_id: portalId, user_id: id })))
        .execute();
      return portal.id;
    });
    for (const [scheme, width] of [
      ["light", 1280],
      ["dark", 390],
    ] as const) {
      const page = await stoa.signedIn({ colorScheme: scheme, viewport: { width, height: 844 } });
      await page.goto(stoa.url("/v/course/catalog/categories"));
      await heading(page, "Course Catalog").waitFor();
      await page.getByRole("button", { name: /^Account/ }).click();
      await page.getByRole("menuitem", { name: "Switch Portal" }).click();
      const dialog = page.getByRole("dialog", { name: "Switch Portal" });
      const row = (name: string) => dialog.getByRole("listitem").filter({ hasText: name });
      for (const name of ["Northwind Academy", "Harbor Health", "Civic Training"]) {
        const logo = row(name).locator("img");
        await soon(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
        // Beside the name it says nothing more.
        expect(await logo.getAttribute("alt")).toBe("");
        expect(new URL(await logo.evaluate((image: HTMLImageElement) => image.currentSrc)).host).toBe(new URL(page.url()).host);
      }
      expect(await row("Öresund").locator("img").count()).toBe(0);
      expect(await row("Öresund").locator(".ui-logo-tile").textContent()).toBe("Ö");
      // Nothing moves when a logo comes: with and without one there is the same place.
      for (const tile of await dialog.locator(".ui-logo-tile").all())
        expect(await tile.evaluate((it: HTMLElement) => [it.offsetWidth, it.offsetHeight])).toEqual([88, 40]);
      expect(await axe(page, `logos of portals in ${scheme} at ${width}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.context().close();
    }
    // A logo that does not come leaves the initial.
    const page = await stoa.signedIn();
    await page.route("**/rest/environment/portals/*/logo/**", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(stoa.url("/v/course/catalog/categories"));
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Switch Portal" }).click();
    const tile = page.getByRole("listitem").filter({ hasText: "Harbor Health" }).locator(".ui-logo-tile");
    await soon(() => tile.textContent()).toBe("H");
    // The others of this file know them as a member of two.
    await stoa.databases.inSystem("prepare a test", (db) =>
      db
        .deleteFrom("memberships")
        .where("portal_id", "in", [stoa.portalId("civic"), bare])
        .where("user_id", "=", id)
        .execute(),
    );
  },
);

const rowsOf = (page: Page) => page.getByRole("listitem");

test(
  "signed in to a portal of others: told so, one's own are listed and lead there without signing in again; a portal may only name them (ENV-12)",
  { timeout: 120_000 },
  async () => {
    const page = await stoa.visitor({ viewport: { width: 390, height: 844 } });
    await page.goto(stoa.url("/v/student/history", "civic"));
    await page.getByText("Sign in to open the page you asked for.").waitFor();
    await signInOnPage(page);
    await heading(page, "This is not your portal").waitFor();
    await page.getByText("This account does not belong to Civic Training.").waitFor();
    const rows = rowsOf(page);
    await rows.filter({ hasText: "Northwind Academy" }).getByText("Student").waitFor();
    expect(await rows.count()).toBe(2);
    const logo = rows.filter({ hasText: "Harbor Health" }).locator("img");
    await soon(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await page.evaluate(() => fetch("/rest/environment/").then((answer) => answer.status))).toBe(401);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await axe(page, "one's own portals on a phone")).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await axe(page, "one's own portals")).toEqual([]);
    await page.getByRole("button", { name: /^Harbor Health/ }).click();
    await page.waitForURL((url) => url.hostname === "harbor.localhost" && url.pathname.startsWith("/v/student/"));
    await soon(() => page.locator(".shell-logo img").getAttribute("alt")).toBe("Harbor Health");
    // The way there is used up.
    await page.goto(stoa.url("/v/auth/portals", "civic"));
    await heading(page, "No sign-in is waiting").waitFor();
    expect(await axe(page, "no sign-in is waiting")).toEqual([]);
    await page.context().close();

    const admin = await stoa.signedIn({ email: "civic-admin@stoa.example", portal: "civic" });
    await admin.goto(stoa.url("/v/portal/logo", "civic"));
    await heading(admin, "Portal Logo").waitFor();
    const status = await admin.evaluate(async () => {
      const { revision } = (await (await fetch("/rest/settings")).json()) as { revision: number };
      const token = /stoa_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const headers = { "x-csrf-token": token, "content-type": "application/json" };
      const body = JSON.stringify({ revision, values: { wrongPortal: "error" } });
      return (await fetch("/rest/settings", { method: "POST", headers, body })).status;
    });
    expect(status).toBe(200);
    const other = await stoa.visitor({ colorScheme: "dark" });
    await other.goto(stoa.url("/v/auth/login", "civic"));
    await signInOnPage(other);
    await heading(other, "This is not your portal").waitFor();
    await rowsOf(other).filter({ hasText: "Northwind Academy" }).waitFor();
    expect(await rowsOf(other).getByRole("button").count()).toBe(0);
    expect(await axe(other, "one's own portals, named only, in the dark")).toEqual([]);
    await other.getByRole("link", { name: "Sign in with another account" }).click();
    await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  },
);

test("a session of one portal is worth nothing at another's address", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn();
  const [cookie] = await page.context().cookies();
  await page.goto(stoa.url("/v/student/history", "harbor"));
  await page.waitForURL(stoa.url("/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory", "harbor"));
  // Not even with the cookie copied to the other host.
  await page.context().addCookies([{ name: "stoa_session", value: cookie?.value ?? "", url: stoa.url("/", "harbor") }]);
  await page.goto(stoa.url("/v/student/history", "harbor"));
  await page.waitForURL(stoa.url("/v/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory", "harbor"));
  expect(await page.evaluate(() => fetch("/rest/environment/").then((answer) => answer.status))).toBe(401);
});

test(
  "the sign-in page tells an outage from an address without a portal, and says when an answer takes long",
  { timeout: 60_000 },
  async () => {
    // Whoever is signed in gets a page without the portal's words for visitors, which it then asks for.
    const page = await stoa.signedIn();
    let isDown = true;
    const message = "Stoa cannot reach its database right now.";
    await page.route("**/rest/environment/environmentNoUser/", (route) =>
      isDown ? route.fulfill({ status: 503, json: { code: "unavailable", message } }) : route.continue(),
    );
    await page.clock.install();
    await page.goto(stoa.url("/v/auth/login"));
    await page.getByText(message).waitFor();
    expect(await page.getByText("There is no portal at this address").count()).toBe(0);
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Email").waitFor();

    const release = Promise.withResolvers<void>();
    await page.route("**/rest/auth/login", async (route) => {
      await release.promise;
      await route.continue();
    });
    await signInOnPage(page);
    await page.getByRole("button", { name: "Signing in" }).waitFor();
    const word = page.getByText("This takes longer than usual");
    expect(await word.count()).toBe(0);
    await page.clock.runFor(6_000);
    await word.waitFor();
    release.resolve();
    await heading(page, "Dashboard").waitFor();
  },
);

test("a portal's announcement opens from the header, and is read on every device of that person then", { timeout: 90_000 }, async () => {
  const email = "author@stoa.example";
  const unread = (page: Page) => page.getByRole("button", { name: "Announcement, not read yet" });
  const read = (page: Page) => page.getByRole("button", { name: "Announcement", exact: true });
  const page = await stoa.signedIn({ email });
  await page.goto(stoa.url("/v/student/dashboard"));
  await unread(page).click();
  const dialog = page.getByRole("dialog", { name: "Announcement" });
  await dialog.getByText("Fire safety and evacuation").waitFor();
  await soon(async () => Math.abs(((await dialog.boundingBox())?.width ?? 0) - 640)).toBeLessThanOrEqual(20);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.reload();
  await read(page).waitFor();
  const kept = async (of: string) => {
    const id = await stoa.userId(of);
    return stoa.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("announcement_receipts")
        .select("read_at")
        .where("user_id", "=", id)
        .where("portal_id", "=", stoa.portalId())
        .executeTakeFirst(),
    );
  };
  await soon(() => kept(email)).not.toBeUndefined();

  const other = await stoa.signedIn({ email });
  const asked = other.waitForResponse((answer) => answer.url().endsWith("/environment/announcements"));
  await other.goto(stoa.url("/v/student/dashboard"));
  await asked;
  await read(other).waitFor();
  expect(await unread(other).count()).toBe(0);
});

test(
  "what a portal has set holds on its screens: the announcement opens by itself, once, and nobody arranges widgets",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn();
    await page.goto(stoa.url("/v/student/dashboard"));
    await page.getByRole("button", { name: "Arrange widgets" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    const settings = JSON.stringify({ showAnnouncementAtStart: "1", showStudentWidgets: "false", termsUrl: "javascript:alert(1)" });
    await stoa.databases.inSystem("prepare a test", (db) =>
      db.updateTable("portals").set({ settings }).where("id", "=", stoa.portalId()).execute(),
    );
    // The server caches portals for some seconds.
    const known = () =>
      page.evaluate(async () => ((await (await fetch("/rest/environment/")).json()) as { PortalSettings: object }).PortalSettings);
    await soon(known).toEqual({
      showAnnouncementAtStart: "1",
      showStudentWidgets: "false",
      preventSelfRegistration: "false",
      registrationMode: "off",
      signInByLink: "false",
      passwordMinLength: "10",
      languages: "en,de",
      weekStart: "language",
    });
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Announcement" });
    await dialog.getByText("Fire safety and evacuation").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Arrange widgets" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: /^Terms/ }).count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Announcement", exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  },
);

test("an admin finds a setting, changes it, takes it back, and leaves nothing unsaved unasked (ENV-9)", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: "civic-admin@stoa.example", portal: "civic" });
  await page.goto(stoa.url("/PremiumServices/Portal/admin/Settings.aspx", "civic"));
  await page.getByRole("searchbox", { name: "Search settings" }).fill("terms address");
  const field = page.getByRole("textbox", { name: "Terms of use" });
  await field.waitFor();
  await soon(() => page.locator(".setting").count()).toBe(1);
  const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
  await field.fill("terms.example");
  await save();
  await page.getByText("Write a whole address that begins with https:// or http://.").first().waitFor();
  await field.fill("https://terms.example/");
  await page.getByRole("link", { name: "Users", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Leave without saving 1 changed setting?").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await save();
  await page.getByText("Settings saved").first().waitFor();
  await page.reload();
  await page.getByRole("link", { name: /^Terms/ }).waitFor();
  await page.getByRole("button", { name: "Back to the default: Terms of use" }).click();
  await save();
  await page.getByRole("link", { name: /^Terms/ }).waitFor({ state: "detached" });
});

/** Headers that no cache tells requests apart by. */
const unkeyed: readonly Readonly<Record<string, string>>[] = [
  { "x-forwarded-host": "evil.example" },
  { "x-host": "evil.example" },
  { "x-forwarded-server": "evil.example" },
  { forwarded: "host=evil.example;proto=http" },
  { "x-forwarded-proto": "http", "x-forwarded-scheme": "nothttps", "x-forwarded-port": "1" },
  { "x-forwarded-prefix": "/evil", "x-original-url": "/rest/people", "x-rewrite-url": "/rest/people" },
  { "x-http-method-override": "DELETE", "x-method-override": "DELETE" },
  { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" },
  { origin: "https://evil.example", referer: "https://evil.example/" },
  { "accept-language": "de", accept: "application/json", "user-agent": "<script>alert(1)</script>" },
  { cookie: "stoa_session=nobody; __Host-stoa_session=nobody" },
  { authorization: "Bearer stoa_nobody" },
  { "if-none-match": '"evil"', "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
];

test(
  "security.md 89: what caches may share is the same whatever else it is asked with, and has no cookie",
  { timeout: 60_000 },
  async () => {
    // To this machine with the portal's name: not every resolver knows names below localhost.
    const answerTo = async (address: string, headers: Readonly<Record<string, string>> = {}) => {
      const { host, port, pathname } = new URL(address);
      const [reply] = (await once(get({ host: "127.0.0.1", port, path: pathname, headers: { ...headers, host } }), "response")) as [
        IncomingMessage,
      ];
      const text = Buffer.concat(await Array.fromAsync<Buffer>(reply));
      return {
        status: reply.statusCode ?? 0,
        cache: reply.headers["cache-control"],
        cookie: reply.headers["set-cookie"],
        body: createHash("sha256").update(text).digest("hex"),
        text,
      };
    };
    for (const portal of ["northwind", "civic"] as const) {
      const html = (await answerTo(stoa.url("/v/auth/login", portal))).text.toString();
      const named = [...html.matchAll(/["(](\/(?:v\/assets|v\/brand|rest)\/[^"()\s]+\.\w+)[")]/g)].map(([, path = ""]) => path);
      const addresses = [...new Set(named)];
      expect(addresses.length).toBeGreaterThan(4);
      let shared = 0;
      for (const path of [...addresses, "/v/assets/none.js", "/v/assets/..%2findex.html", "/v/brand/none.svg"]) {
        const plain = await answerTo(stoa.url(path, portal));
        expect([path, plain.status < 400, plain.cookie]).toEqual([path, addresses.includes(path), undefined]);
        if (plain.cache?.startsWith("public")) shared++;
        for (const headers of unkeyed) {
          const other = await answerTo(stoa.url(path, portal), headers);
          if (other.cache !== "no-store") expect([path, headers, other]).toEqual([path, headers, plain]);
        }
      }
      expect(shared).toBeGreaterThan(4);
    }
  },
);
