import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { aCodeBody } from "#features/codes/test/code-body.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { soon } from "./support/actions.ts";
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

test("a link with a code lets somebody register on a phone, and they land in its course", { timeout: 120_000 }, async () => {
  const course = await aCourse();
  const { link } = await aCode({ effects: { courses: { courseIds: [course.id], dueDays: 14 } } });
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

  const worker = await stoa.startWorker();
  const secret = await secretFor("ines.vega@phone.test");
  await worker.stop();
  await page.goto("about:blank");
  await page.goto(stoa.url(`/v/auth/register#${secret}`));
  await page.getByLabel("New password", { exact: true }).fill("violet-harbour-lantern-41");
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill("ines.vega@phone.test");
  await page.getByLabel("Password", { exact: true }).fill("violet-harbour-lantern-41");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(new RegExp(`/v/course/details/online/${course.id}$`));
  await page.getByRole("heading", { level: 1, name: course.title }).waitFor();
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
