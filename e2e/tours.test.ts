import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { startOf } from "#app/screen-addresses.ts";
import type { RoleName } from "#features/portal/contract.ts";
import { tours } from "#features/help/tours.ts";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// The tours of the roles (HELP-2): offered once, taken again by the specification's link, and gone through by keyboard.
vi.mock("@lingui/core/macro", () => ({ msg: ([message]: readonly string[]) => ({ id: message, message }) }));

const stoa = useStoa();

const people: Record<RoleName, string> = {
  Student: "student@stoa.example",
  Author: "author@stoa.example",
  Manager: "manager@stoa.example",
  Admin: "admin@stoa.example",
  System: "system@stoa.example",
};
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

const step = (page: Page) => page.locator(".driver-popover");
const named = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const offer = (page: Page) => page.getByRole("alertdialog", { name: "Would you like a short tour?" });
const focusIsInStep = (page: Page) => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.className || document.activeElement?.id || "");

/** Makes somebody one who was offered no tour yet. */
const asNew = (email: string) =>
  stoa.databases.inSystem("prepare a test", (db) => db.updateTable("users").set({ tours: [] }).where("email", "=", email).execute());
const keptOf = async (email: string) =>
  (
    await stoa.databases.inSystem("look at a test", (db) =>
      db.selectFrom("users").select("tours").where("email", "=", email).executeTakeFirstOrThrow(),
    )
  ).tours;

/** Goes through a tour to its end, and gives the names of the steps that were shown, each at the element that it is about. */
async function walk(page: Page, role: RoleName): Promise<string[]> {
  const shown: string[] = [];
  for (;;) {
    await step(page).waitFor();
    const title = await step(page).getByRole("heading").innerText();
    // What buttons say of themselves is right again with the next frame.
    const marks = await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelectorAll(".driver-active-element").length))),
        ),
    );
    expect([title, marks]).toEqual([title, 1]);
    const found = await Promise.all(
      tours[role].map(async (one) => ({
        ...one,
        isIt:
          one.title.message === title &&
          (await page.locator(".driver-active-element").evaluate((it, selector) => it.matches(selector), one.at)),
      })),
    );
    expect([title, found.filter(({ isIt }) => isIt).length]).toEqual([title, 1]);
    shown.push(found.find(({ isIt }) => isIt)?.name ?? "");
    // Not under the edge of the window, and nothing to scroll sideways.
    const box = await step(page).boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect([title, box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height]).toEqual([
      title,
      true,
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await soon(() => focusIsInStep(page)).toBe(true);
    const button = step(page).getByRole("button", { name: /^(?:Next|Done)$/ });
    const isLast = (await button.innerText()) === "Done";
    await page.keyboard.press("Enter");
    if (isLast) break;
    await named(page, title).waitFor({ state: "detached" });
  }
  await step(page).waitFor({ state: "detached" });
  return shown;
}

const window = (role: RoleName, options: BrowserContextOptions = {}) => stoa.signedIn({ email: people[role], ...options });

/** On a phone the header is the same for all: two of the roles walk through it there. */
const walking = { wide: Object.keys(people) as RoleName[], narrow: ["Student", "Admin"] } satisfies Record<keyof typeof sizes, RoleName[]>;

for (const [size, viewport] of Object.entries(sizes))
  test.each(walking[size as keyof typeof sizes] as RoleName[])(
    `every step of the tour of a %s is about something on the screen, ${size}`,
    async (role) => {
      const page = await window(role, { viewport });
      await page.goto(stoa.url(`${startOf(role)}?retakeTour=true`));
      await step(page).waitFor();
      expect(await axe(page, `tour of ${role}`)).toEqual([]);
      const left = size === "wide" ? "menu" : "navigation";
      const expected = tours[role].map(({ name }) => name).filter((name) => name !== left);
      expect(await walk(page, role)).toEqual(expected);
      expect(expected.length).toBeLessThanOrEqual(7);
      expect(new URL(page.url()).search).toBe("");
    },
  );

test("the tour is offered once, on the first visit, and not again after a reload or on another device", async () => {
  const email = people.Student;
  await asNew(email);
  const page = await window("Student");
  await page.goto(stoa.url("/v/student/history"));
  await page.locator("#page-title").waitFor();
  await page.goto(stoa.url("/v/student/dashboard"));
  await offer(page).waitFor();
  expect(await axe(page, "offer of the tour")).toEqual([]);
  await soon(() => keptOf(email)).toEqual(["Student"]);
  await offer(page).getByRole("button", { name: "Close message" }).click();
  await offer(page).waitFor({ state: "detached" });
  for (const other of [page, await window("Student")]) {
    await other.goto(stoa.url("/v/student/dashboard"));
    // The menu's own code is there: it is what offers tours.
    await other.locator(".shell-account[data-rac]").waitFor();
    await other.waitForTimeout(1_500);
    expect(await offer(other).count()).toBe(0);
  }
});

test("a tour that was left goes on at its step, and leaving gives the focus back", async () => {
  await asNew(people.Student);
  const page = await window("Student");
  await page.goto(stoa.url("/v/student/dashboard"));
  await offer(page).getByRole("button", { name: "Take the tour" }).click();
  await named(page, "What to do next").waitFor();
  expect(await step(page).getByRole("button", { name: "Back" }).count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await named(page, "Where to go").waitFor();
  await page.keyboard.press("ArrowLeft");
  await named(page, "What to do next").waitFor();
  await page.keyboard.press("ArrowRight");
  await named(page, "Where to go").waitFor();
  // Steps taken within one frame leave one mark, and none is left out.
  const marks = await page.evaluate(() => {
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return document.querySelectorAll(".driver-active-element").length;
  });
  expect(marks).toBe(1);
  await named(page, "Where to go").waitFor();
  // Tab stays in the step.
  for (const _ of [1, 2, 3, 4]) {
    await page.keyboard.press("Tab");
    expect(await focusIsInStep(page)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await step(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await page.goto(stoa.url("/v/student/history"));
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.getByRole("alertdialog", { name: "Would you like to go on with the tour?" }).getByRole("button", { name: "Go on" }).click();
  await named(page, "Where to go").waitFor();
  // Another screen ends it.
  await page.goBack();
  await page.locator("#page-title").waitFor();
  await step(page).waitFor({ state: "detached" });
});

test("the account menu, My account, the Help Center and the full-page link lead to the tour; the focus goes back to the menu", async () => {
  const page = await window("Admin");
  await page.goto(stoa.url("/v/dashboard/admin"));
  await page.locator(".shell-account[data-rac]").click();
  await page.getByRole("menuitem", { name: "Retake the Tour" }).click();
  await named(page, "How the portal stands").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.keyboard.press("Escape");
  await step(page).waitFor({ state: "detached" });
  await soon(() => focused(page)).toContain("shell-account");
  // What buttons say of themselves is as it was.
  await page.goto(stoa.url("/v/dashboard/admin?retakeTour=true"));
  await named(page, "How the portal stands").waitFor();
  const said = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".shell-topbar button, .shell-nav ul")].map((one) =>
        ["aria-haspopup", "aria-expanded", "aria-controls"].map((name) => one.getAttribute(name)).join(),
      ),
    );
  const before = await said();
  await walk(page, "Admin");
  expect(await said()).toEqual(before);

  for (const from of ["/v/student/myAccount", "/v/users/helpcenter"]) {
    await page.goto(stoa.url(from));
    await page.getByRole("main").getByRole("link", { name: "Retake the Tour" }).click();
    await named(page, "How the portal stands").waitFor();
    expect(new URL(page.url()).pathname).toBe("/v/dashboard/admin");
  }
  const visitor = await stoa.visitor();
  await visitor.goto(stoa.url("/dashboard/dashboard?retakeTour=true"));
  expect(new URL(visitor.url()).searchParams.get("ReturnUrl")).toBe("/dashboard/dashboard?retakeTour=true");
});

test("on a phone the tour starts from the menu, and what is not there is left out", async () => {
  const page = await window("Student", { viewport: sizes.narrow });
  await page.goto(stoa.url("/v/student/history"));
  await page.locator(".shell-account[data-rac]").waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Retake the Tour" }).click();
  await named(page, "What to do next").waitFor();
  expect(new URL(page.url()).pathname).toBe("/v/student/dashboard");
  // The cog of the widgets goes while the tour runs.
  await page.locator(".shell-tool[aria-pressed]").evaluate((it: HTMLElement) => it.style.setProperty("display", "none"));
  expect(await walk(page, "Student")).toEqual(["next", "menu", "search", "bell", "help", "account"]);
});

test("right to left and in the dark it stands as well", async () => {
  const page = await window("Student", { colorScheme: "dark" });
  await page.addInitScript(() => addEventListener("DOMContentLoaded", () => document.documentElement.setAttribute("dir", "rtl")));
  await page.goto(stoa.url("/v/student/dashboard?retakeTour=true"));
  await named(page, "What to do next").waitFor();
  await page.keyboard.press("ArrowLeft");
  await named(page, "Where to go").waitFor();
  expect(await axe(page, "tour in the dark")).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await named(page, "What to do next").waitFor();
});
