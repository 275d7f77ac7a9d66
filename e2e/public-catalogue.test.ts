import { sql } from "kysely";
import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { signInOnPage, student } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Courses that a portal shows before signing in (CAT-1, ENV-7): found from the page to sign in, searched, opened, and begun after signing in.
const stoa = useStoa();
const course = "First aid at work";

for (const [name, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["desk", { width: 1280, height: 800 }],
] as const)
  test(`a visitor finds a public course on a ${name}, and signing in leads to it`, { timeout: 120_000 }, async () => {
    const page = await stoa.visitor({ viewport, ...(name === "phone" && { hasTouch: true, isMobile: true }) });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await page.goto(stoa.url("/v/auth/login"));
    await page.getByRole("link", { name: "Courses", exact: true }).click();
    await heading(page, "Courses").waitFor();
    await page.getByText("4 courses").waitFor();
    await soon(() =>
      page
        .locator("img.course-cover")
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth > 0),
    ).toBe(true);
    expect([await axe(page, `public courses, ${name}`), await fits()]).toEqual([[], true]);

    await page.getByRole("searchbox", { name: "Words of the title" }).fill("aid first");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("1 course", { exact: true }).waitFor();
    await page.getByRole("link", { name: course }).click();
    await heading(page, course).waitFor();
    await page.getByRole("heading", { name: "What you will be able to do" }).waitFor();
    expect([await axe(page, `public course, ${name}`), await fits()]).toEqual([[], true]);
    const address = page.url();
    await page.goBack();
    await page.getByText("1 course", { exact: true }).waitFor();
    await page.goForward();

    await page.getByRole("link", { name: "Sign in to start" }).click();
    await page.getByText("Sign in to open the page you asked for.").waitFor();
    await signInOnPage(page, student);
    await heading(page, course).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/v\/course\/details\/online\/\d+$/);
    // Somebody signed in goes straight there.
    await page.goto(address);
    await page.getByRole("link", { name: "Sign in to start" }).click();
    await page.waitForURL(/\/v\/course\/details\/online\//);
    await page.context().close();
  });

test("an admin makes a catalogue public; visitors see its courses until it is not any more", { timeout: 120_000 }, async () => {
  const admin = await stoa.signedIn({ email: "admin@stoa.example" });
  const visitor = await stoa.visitor();
  await admin.goto(stoa.url("/v/portal/catalogues"));
  await admin.getByRole("button", { name: "Change: Open to the public" }).click();
  const form = admin.getByRole("dialog", { name: "Change the catalog" });
  const flag = form.getByRole("checkbox", { name: "Public: visitors see these courses before they sign in" });
  await soon(() => flag.isChecked()).toBe(true);
  // For groups alone, there is nothing to make public.
  await form.locator("label").filter({ hasText: "Members of groups" }).click();
  await flag.waitFor({ state: "detached" });
  await form.locator("label").filter({ hasText: "Everybody of the portal" }).click();
  await soon(() => flag.isChecked()).toBe(false);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await visitor.goto(stoa.url("/v/public/courses"));
  await visitor.getByText("No courses are shown here").waitFor();
  await soon(async () => {
    await visitor.goto(stoa.url("/v/auth/login"));
    await heading(visitor, "Sign in").waitFor();
    return visitor.getByRole("link", { name: "Courses", exact: true }).count();
  }).toBe(0);

  await admin.getByRole("button", { name: "Change: Open to the public" }).click();
  await form.locator("label").filter({ hasText: "Public: visitors see" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  const row = admin.getByRole("listitem").filter({ hasText: "Open to the public" });
  expect(await row.getByRole("link", { name: "Public (opens in a new tab)" }).getAttribute("href")).toBe("/v/public/courses");
  await visitor.goto(stoa.url("/v/public/courses"));
  await visitor.getByRole("link", { name: course }).click();
  await heading(visitor, course).waitFor();
  const register = visitor.getByRole("link", { name: "Register" });
  expect(await register.count()).toBe(0);

  // Where people register by themselves, that is the other way in.
  await stoa.databases.inSystem("open the registration", (db) =>
    sql`update portals set settings = settings || '{"registrationMode": "open"}' where id = ${stoa.portalId()}`.execute(db),
  );
  const address = visitor.url();
  // The page to sign in counts as no call of a visitor, of which there may be few in a minute.
  await soon(async () => {
    await visitor.goto(stoa.url("/v/auth/login"));
    await heading(visitor, "Sign in").waitFor();
    return visitor.getByRole("link", { name: "Create an account" }).count();
  }).toBe(1);
  await visitor.goto(address);
  await register.click();
  await heading(visitor, "Create an account").waitFor();
  expect(new URL(visitor.url()).searchParams.get("ReturnUrl")).toMatch(/^\/v\/course\/details\/online\/\d+$/);
});
