import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { aCodeBody } from "#features/codes/test/code-body.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { choose, pick, soon } from "./support/actions.ts";
import { windowFor } from "./support/screens.ts";
import { startStoa, type Stoa } from "./support/stoa.ts";

// Authorization codes as people meet them: a link on a phone, a code typed by somebody who has an account (AUTH-4).

let mail: MailServer;
let stoa: Stoa;
beforeAll(async () => {
  mail = await startMailServer();
  stoa = await startStoa(inject("superUrl"), { settings: { SMTP_URL: mail.url } });
}, 180_000);
afterEach(() => expect(stoa?.problems()).toEqual([]));
afterAll(async () => {
  await stoa?.close();
  await mail?.close();
});

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Sends a call of somebody from their window. */
const send = (page: Page, method: "GET" | "POST", path: string, body?: object) =>
  page.evaluate(
    async ([how, where, what]) => {
      const csrf = /(?:^|;\s*)stoa_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
      const answer = await fetch(where, {
        method: how,
        headers: { "x-csrf-token": csrf, ...(what && { "content-type": "application/json" }) },
        ...(what && { body: JSON.stringify(what) }),
      });
      return (await answer.json()) as unknown;
    },
    [method, path, body] as const,
  );

/** A published course of the demo. */
const aCourse = () =>
  stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select(["id", "title"])
      .where("portal_id", "=", stoa.portalId())
      .where("status", "=", "published")
      .where("type", "=", "online")
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );

/** Somebody who belongs to the portal and is enrolled nowhere. */
async function aMember(name: string): Promise<string> {
  const email = `${name}@stoa.example`;
  await stoa.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .insertInto("users")
      .values({ email, given_name: name, family_name: "Codes" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("memberships").values({ portal_id: stoa.portalId(), user_id: id }).execute();
  });
  return email;
}

/** A code of the demo's admin. */
async function aCode(more: object): Promise<{ id: number; code: string; link: string }> {
  const admin = await windowFor(stoa, "admin", "northwind");
  await admin.goto(stoa.url("/v/dashboard/admin"));
  const { id } = (await send(admin, "POST", "/rest/codes", aCodeBody(more))) as { id: number };
  const { word } = (await send(admin, "GET", `/rest/codes/${id}`)) as { word: { code: string; link: string } };
  await admin.context().close();
  return { id, ...word };
}

/** The secret of the link that was sent to somebody. */
async function secretFor(email: string): Promise<string> {
  const secrets = () =>
    mail.taken
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/v\/auth\/register#([\w-]{43})/.exec(text.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1] ?? []);
  await soon(() => secrets().length).toBe(1);
  return secrets()[0] ?? "";
}

/** Opens the link that was sent to somebody who registered, with a worker that sends it; chooses the password there and signs in with it. */
async function confirmAndSignIn(page: Page, email: string) {
  const worker = await stoa.startWorker();
  const secret = await secretFor(email);
  await worker.stop();
  await page.goto("about:blank");
  await page.goto(stoa.url(`/v/auth/register#${secret}`));
  await page.getByLabel("New password", { exact: true }).fill("violet-harbour-lantern-41");
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("violet-harbour-lantern-41");
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** A group by hand that nobody is in. */
const aGroup = (name: string) =>
  stoa.databases.inSystem("prepare a test", (db) =>
    db.insertInto("groups").values({ portal_id: stoa.portalId(), name }).returning("id").executeTakeFirstOrThrow(),
  );

const membersOf = async (groupId: number) =>
  (
    await stoa.databases.inSystem("look at a test", (db) =>
      db.selectFrom("group_members").select("user_id").where("group_id", "=", groupId).execute(),
    )
  ).map((one) => one.user_id);

test(
  "a code that an admin makes lets somebody register on a phone and lands them in its course; ended, it takes back what it gave",
  {
    timeout: 120_000,
  },
  async () => {
    const course = await aCourse();
    const group = await aGroup("Autumn intake");
    const admin = await windowFor(stoa, "admin", "northwind");
    await admin.goto(stoa.url("/v/users/authorizationCode"));
    await admin.getByRole("button", { name: "Make a code" }).first().click();
    const editor = admin.getByRole("dialog", { name: "Make a code" });
    await editor.getByLabel("Name").fill("Autumn intake");
    await choose(editor, "checkbox", "Puts into groups");
    await choose(editor, "checkbox", "Autumn intake");
    await choose(editor, "checkbox", "Enrols in courses");
    await pick(editor.getByRole("combobox", { name: "Course" }), course.title, course.title);
    await editor.getByRole("list", { name: "Chosen courses" }).getByText(course.title).waitFor();
    await editor.getByRole("region", { name: "A person using this gets" }).getByText("Autumn intake").waitFor();
    await editor.getByLabel("Seats").fill("5");
    await editor.getByRole("button", { name: "Make", exact: true }).click();
    await admin.getByRole("heading", { level: 1, name: "Autumn intake" }).waitFor();
    await admin.getByRole("img", { name: "QR code of the link to this code" }).waitFor();
    const link = await admin.locator("code", { hasText: "/v/auth/register#code=" }).innerText();
    const hash = link.slice(link.indexOf("#"));
    const page = await stoa.visitor(phone);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(stoa.url(`/v/auth/register${hash}`));
    await page.getByText("Your code works. With it you get:").waitFor();
    await page.getByText(course.title).waitFor();
    // The code is in no address that a server or the history of the browser keeps.
    expect(page.url()).toBe(stoa.url("/v/auth/register"));
    expect(asked.filter((address) => new URL(address).search.includes("code"))).toEqual([]);
    await page.getByLabel("Given name").fill("Ines");
    await page.getByLabel("Family name").fill("Vega");
    await page.getByLabel("Email").fill("ines.vega@phone.test");
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByText("is on its way").waitFor();

    await confirmAndSignIn(page, "ines.vega@phone.test");
    await page.waitForURL(new RegExp(`/v/course/details/online/${course.id}$`));
    await page.getByRole("heading", { level: 1, name: course.title }).waitFor();
    const userId = await stoa.userId("ines.vega@phone.test");
    expect(await membersOf(group.id)).toEqual([userId]);

    await admin.reload();
    await admin.getByText("Used: 1 of 5").waitFor();
    await admin.getByRole("link", { name: "Who used it" }).click();
    const row = admin.getByRole("row", { name: /Ines Vega/ });
    await row.getByText("New here").waitFor();
    await row.getByText(course.title).waitFor();
    await admin.getByRole("button", { name: "End the code" }).click();
    const ending = admin.getByRole("alertdialog", { name: "Confirmation" });
    await ending.getByText("End “Autumn intake”?").waitFor();
    await choose(ending, "checkbox", "Also take back what 1 use gave");
    await ending.getByRole("button", { name: "OK" }).click();
    await admin.getByText("The code is ended. What 1 use gave was taken back").first().waitFor();
    await row.getByText("Taken back").waitFor();
    expect(await membersOf(group.id)).toEqual([]);
  },
);

test(
  "an admin sets role, field, dates, domains and seats by hand, and whoever registers on a phone has them",
  { timeout: 120_000 },
  async () => {
    const admin = await windowFor(stoa, "admin", "northwind");
    await admin.goto(stoa.url("/v/users/authorizationCode?add=code"));
    const editor = admin.getByRole("dialog", { name: "Make a code" });
    await editor.getByLabel("Name").fill("Harbour managers");
    await choose(editor, "checkbox", "Fills in fields");
    await editor.getByRole("button", { name: "Fill in a field" }).click();
    await admin.getByRole("option", { name: "Site", exact: true }).click();
    // Pressed the moment it is pointed at.
    await editor.getByRole("button", { name: "Choose Site" }).click();
    await admin.getByRole("option", { name: "Harbour", exact: true }).click();
    await choose(editor, "checkbox", "Gives a role");
    await editor.getByRole("button", { name: "Author Role" }).click();
    await admin.getByRole("option", { name: "Manager", exact: true }).click();
    await editor.getByLabel("For how many days").fill("30");
    await editor.getByLabel("Only emails at these domains").fill("Quay.test, wharf.test");
    await editor.getByLabel("Seats").fill("1");
    await editor.getByLabel("From").fill("2026-01-05T08:00");
    await editor.getByLabel("Until").fill("2031-03-31T18:30");
    await pick(editor.getByRole("combobox", { name: "Time zone" }), "Auckland", "Pacific/Auckland");
    await editor.getByRole("button", { name: "Make", exact: true }).click();
    await admin.getByRole("heading", { level: 1, name: "Harbour managers" }).waitFor();
    await admin.getByText("Used: 0 of 1").waitFor();
    for (const text of ["Site: Harbour", "quay.test, wharf.test"]) await admin.getByText(text).first().waitFor();
    const shown = admin.getByTitle("Pacific/Auckland");
    await soon(() => shown.allInnerTexts()).toEqual([
      expect.stringMatching(/^Jan 5, 2026, 8:00\sAM Auckland$/),
      expect.stringMatching(/^Mar 31, 2031, 6:30\sPM Auckland$/),
    ]);
    const kept = await stoa.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("authorization_codes")
        .select(["opens_at", "closes_at"])
        .where("label", "=", "Harbour managers")
        .executeTakeFirstOrThrow(),
    );
    // What the clocks of Auckland show then.
    expect([kept.opens_at, kept.closes_at]).toEqual([new Date("2026-01-04T19:00Z"), new Date("2031-03-31T05:30Z")]);

    const link = await admin.locator("code", { hasText: "/v/auth/register#code=" }).innerText();
    const address = stoa.url(`/v/auth/register${link.slice(link.indexOf("#"))}`);
    const page = await stoa.visitor(phone);
    await page.goto(address);
    await page.getByText("Your code works. With it you get:").waitFor();
    await page.getByText("Site: Harbour").waitFor();
    await page.getByLabel("Given name").fill("Tane");
    await page.getByLabel("Family name").fill("Wharf");
    await page.getByLabel("Email").fill("tane@elsewhere.test");
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByText("Only emails at quay.test, wharf.test can use this code.").first().waitFor();
    await page.getByLabel("Email").fill("tane@wharf.test");
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByText("is on its way").waitFor();
    await confirmAndSignIn(page, "tane@wharf.test");
    // The role opens what managers see, and the field is filled in.
    await page.waitForURL(/\/v\/(student\/dashboard|dashboard\/)/);
    await page.goto(stoa.url("/v/users/find"));
    await page.getByRole("heading", { level: 1, name: "Find Users" }).waitFor();
    await page.goto(stoa.url("/v/student/myAccount"));
    await page.getByText("Harbour", { exact: true }).waitFor();
    await admin.reload();
    await admin.getByText("Used: 1 of 1").waitFor();
    const late = await stoa.visitor(phone);
    await late.goto(address);
    await late.getByRole("alert").getByText("All uses of this code are taken. Ask for another one.").waitFor();
  },
);

test("a batch is made, found by one of its codes, paused and printed", { timeout: 60_000 }, async () => {
  const course = await aCourse();
  const admin = await windowFor(stoa, "admin", "northwind");
  await admin.goto(stoa.url("/v/users/authorizationCode?add=code"));
  const editor = admin.getByRole("dialog", { name: "Make a code" });
  // What is missing is said beside it.
  await editor.getByRole("button", { name: "Make", exact: true }).click();
  await editor.getByText("Give it a name.").waitFor();
  await editor.getByLabel("Name").fill("Partner vouchers");
  await choose(editor, "checkbox", "Enrols in courses");
  await pick(editor.getByRole("combobox", { name: "Course" }), course.title, course.title);
  await choose(editor, "radio", /A batch of codes/);
  await editor.getByLabel("How many codes").fill("7");
  await editor.getByRole("button", { name: "Make", exact: true }).click();
  await admin.getByRole("heading", { level: 1, name: "Partner vouchers" }).waitFor();
  const rows = admin.getByRole("table", { name: "Codes" }).locator("tbody tr");
  await soon(() => rows.count()).toBe(7);
  const code = await rows.nth(3).locator("code").innerText();
  for (const [name, ending] of [
    ["Export CSV", "csv"],
    ["All codes as XLSX", "xlsx"],
  ] as const) {
    const [file] = await Promise.all([admin.waitForEvent("download"), admin.getByRole("link", { name }).click()]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  }

  // The sheet of one code stands alone on paper.
  await admin.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute("data-printed", "") }));
  await admin.getByRole("button", { name: `Print a sheet of ${code}` }).click();
  await admin.locator("body[data-printed]").waitFor({ state: "attached" });
  await admin.emulateMedia({ media: "print" });
  await admin.locator(".code-sheet").getByText(code, { exact: true }).waitFor();
  expect(await admin.getByRole("banner").isVisible()).toBe(false);
  await admin.emulateMedia({ media: "screen" });
  await admin.evaluate(() => dispatchEvent(new Event("afterprint")));
  await admin.locator(".code-sheet").waitFor({ state: "detached" });

  await admin.getByRole("button", { name: "Pause" }).click();
  await admin.getByRole("button", { name: "Activate" }).waitFor();
  await admin.goto(stoa.url(`/v/users/authorizationCode?q=${code}`));
  const found = admin.getByRole("row", { name: /Partner vouchers/ });
  await found.getByText("Paused").waitFor();
  expect(await admin.getByRole("table", { name: "Codes" }).locator("tbody tr").count()).toBe(1);
});

test("a code that does not work says why, and another can be typed", async () => {
  const over = await aCode({ closesAt: "2020-01-01T08:00" });
  const open = await aCode({});
  const page = await stoa.visitor(phone);
  await page.goto(stoa.url(`/v/auth/register#code=${over.code}`));
  await page.getByRole("alert").getByText("The time of this code is over.").waitFor();
  await page.getByLabel("Code").fill("nothing-like-it");
  await page.getByRole("button", { name: "Look what it gives" }).click();
  await page.getByRole("alert").getByText("This code does not work here.").waitFor();
  // As it was read out: small letters, no dashes.
  await page.getByLabel("Code").fill(open.code.toLowerCase().replaceAll("-", " "));
  await page.getByRole("button", { name: "Look what it gives" }).click();
  await page.getByText("Your code works: it lets you in.").waitFor();
});

test("somebody with an account opens the link signed in, sees what it gives, and takes it", async () => {
  const course = await aCourse();
  const { code } = await aCode({ label: "Autumn offer", effects: { courses: { courseIds: [course.id], dueDays: null } } });
  const email = await aMember("mira");
  const page = await stoa.signedIn({ ...phone, email });
  await page.goto(stoa.url(`/v/auth/register#code=${code}`));
  await page.getByRole("heading", { name: "Autumn offer" }).waitFor();
  expect(page.url()).toBe(stoa.url("/v/student/code"));
  await page.getByRole("button", { name: "Use this code" }).click();
  await page.getByRole("heading", { name: "You have this now" }).waitFor();
  await page.getByRole("link", { name: "Go to the course" }).click();
  await page.getByRole("heading", { level: 1, name: course.title }).waitFor();

  // A second time it gives nothing, and says so. From the account menu it is typed.
  const desk = await stoa.signedIn({ email });
  await desk.goto(stoa.url("/v/student/dashboard"));
  await desk.getByRole("button", { name: /mira@stoa\.example/ }).click();
  await desk.getByRole("menuitem", { name: "Use a code" }).click();
  await desk.getByLabel("Code").fill(code);
  await desk.getByRole("button", { name: "Look what it gives" }).click();
  await desk.getByRole("button", { name: "Use this code" }).click();
  await desk.getByRole("alert").getByText("You have used this code already.").waitFor();
});
