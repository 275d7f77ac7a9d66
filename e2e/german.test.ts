import { beforeAll, expect, test } from "vitest";
import { withhold } from "./support/actions.ts";
import { openScreen, screenStates, windowFor } from "./support/screens.ts";
import { addSmallCourse } from "./support/small-course.ts";
import { password, student } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// German from the login page on, for a portal whose language is German (issue 7 §4).
const stoa = useStoa();
let course: { id: number };

beforeAll(async () => {
  course = await addSmallCourse(stoa);
  await stoa.databases.inSystem("prepare a test", async (db) => {
    await db.updateTable("portals").set({ locale: "de" }).where("slug", "=", "northwind").execute();
    await db.updateTable("users").set({ locale: null }).where("email", "in", [student, "author@stoa.example"]).execute();
  });
}, 120_000);

test("signing in, a course and a refusal in German", { timeout: 120_000 }, async () => {
  // The server reloads its portals every few seconds.
  const ofPortal = async () =>
    ((await (await fetch(stoa.url("/rest/environment/environmentNoUser/"))).json()) as { Locale: string }).Locale;
  await expect.poll(ofPortal, { timeout: 30_000 }).toBe("de");
  // A visitor reads what their browser asks for, and chooses German by the keyboard (ENV-8).
  const page = await stoa.visitor({ viewport: { width: 390, height: 844 } });
  await page.goto(stoa.url("/v/auth/login"));
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  const choice = page.getByRole("group", { name: "Language" }).getByRole("button", { name: "Deutsch" });
  expect(await choice.getAttribute("lang")).toBe("de");
  await choice.press("Enter");
  await page.getByRole("group", { name: "Sprache" }).locator('[aria-current][lang="de"]').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(stoa.url("/v/auth/login"));
  await page.getByRole("button", { name: "Anmelden" }).waitFor();
  expect(await page.locator("noscript").innerText()).toMatch(/^Stoa braucht JavaScript/);
  // Translations are in the code: German needs no more files than English.
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\.(?:js|json)$/.test(name)).length);
  const inGerman = await scripts();
  await page.goto(stoa.url("/v/auth/login", "harbor"));
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(inGerman).toBe(await scripts());
  await page.goto(stoa.url("/v/auth/login"));
  await page.getByLabel("E-Mail").fill(student);
  await page.getByLabel("Passwort", { exact: true }).fill("wrong password");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByText("E-Mail und Passwort passen nicht zusammen.").waitFor();
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.waitForURL("**/v/student/dashboard");
  // The screen's name is said aloud in German too.
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = () => said.push(document.querySelector("[data-live-announcer]")?.textContent ?? "");
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await page.locator('a[href="/v/student/history"]').first().click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said)).toContain("Lernverlauf");
  await page.goto(stoa.url(`/v/course/details/online/${course.id}`));
  await page
    .getByRole("button", { name: /einschreiben/i })
    .first()
    .click();
  await page.getByText(/^Sie sind in .* eingeschrieben$/).waitFor();
  // Make the server refuse: the course is withdrawn while the page is open.
  await stoa.databases.inSystem("take a course out of the catalog", (db) =>
    db.updateTable("courses").set({ status: "draft" }).where("id", "=", course.id).execute(),
  );
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
  await page.getByText("Dieser Kurs ist geschlossen.").waitFor();
});

test("without the code that every screen needs the page says so in German", async () => {
  const page = await stoa.signedIn();
  const letThrough = await withhold(page, "**/v/assets/*.js");
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.getByText("Diese Seite konnte nicht geladen werden.").waitFor();
  letThrough();
  await page.getByRole("link", { name: "laden Sie neu" }).click();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
});

test("the review of a draft has its own word beside looking at a course again", { timeout: 60_000 }, async () => {
  const page = await windowFor(stoa, "author", "northwind");
  for (const { path, shows } of (await screenStates(stoa, "northwind")).filter(({ name }) => name === "course-preview")) {
    await openScreen(page, stoa.url(path), shows);
    await page.getByRole("link", { name: "Durchsicht", exact: true }).first().waitFor();
    expect(await page.getByText("Ansehen", { exact: true }).count()).toBe(0);
  }
  expect.assertions(1);
});

test("the main screens fit a phone in German", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
  const wide: string[] = [];
  for (const { name, path, shows, visitor } of await screenStates(stoa, "northwind")) {
    if (visitor !== "student") continue;
    await openScreen(page, stoa.url(path), shows);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wide.push(`${name}: ${over} px too wide`);
    if (process.env.GERMAN_PICTURES) await page.screenshot({ path: `${process.env.GERMAN_PICTURES}/${name}.png` });
  }
  expect(wide).toEqual([]);
});
