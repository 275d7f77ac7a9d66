import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { heading, soon, withhold } from "./support/actions.ts";
import { builtFile, fileOf } from "./support/bundle-file.ts";
import { addEnrolledCourse, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// A screen paints with little code; the rest loads when the page is idle or when needed (decision 005). A part that fails to load says so.
const stoa = useStoa();
let course: { id: number };

beforeEach(async () => {
  course = await addEnrolledCourse(stoa);
});

/** A signed-in window in which one module's code fails to load. `arrive` lets it load from then on. */
async function windowWithout(module: string): Promise<{ page: Page; arrive: () => void }> {
  const page = await stoa.signedIn();
  return { page, arrive: await withhold(page, fileOf(module)) };
}

/** Opens the course in such a window. */
async function openWithout(module: string): ReturnType<typeof windowWithout> {
  const without = await windowWithout(module);
  await without.page.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=read`));
  await heading(without.page, smallCourse.pages.read).waitFor();
  return without;
}

test("a lesson's part whose code can't be had says so in its place, and comes when asked again", async () => {
  const part = "features/blocks/quiz/view.tsx";
  const { page, arrive } = await windowWithout(part);
  // The viewer fetches it ahead once, at rest. Were that late, the code could come without anybody asking again.
  const askedAhead = page.waitForEvent("requestfailed", (request) => request.url().endsWith(builtFile(part)));
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=read`));
  await askedAhead;
  await page.getByRole("link", { name: new RegExp(`^${smallCourse.pages.quiz}`) }).click();
  await heading(page, smallCourse.pages.quiz).waitFor();
  await page.getByRole("heading", { name: "This part could not be loaded" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Reload" }).waitFor();
  arrive();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Hand in" }).waitFor();
  expect(await page.getByText("This part could not be loaded").count()).toBe(0);
});

test("what opens over a lesson says so too, can be closed, and gives the focus back", async () => {
  const { page, arrive } = await openWithout("features/viewer/web/reading-panel.tsx");
  const button = page.getByRole("button", { name: "Reading settings" });
  const failure = page.getByRole("dialog", { name: "This part could not be loaded" });
  await button.focus();
  await page.keyboard.press("Enter");
  await failure.waitFor();
  await page.keyboard.press("Escape");
  await failure.waitFor({ state: "detached" });
  await soon(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await failure.waitFor();
  arrive();
  await failure.getByRole("button", { name: "Try again" }).click();
  const panel = page.getByRole("dialog", { name: "Reading settings" });
  await panel.getByRole("radiogroup", { name: "Text size" }).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await soon(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("a field whose list can't be had says so, keeps the focus, and goes on with what was typed when the list comes", async () => {
  const { page, arrive } = await windowWithout("ui/combo-list.tsx");
  await page.goto(stoa.url("/v/student/myAccount"));
  const zone = page.getByRole("combobox", { name: "Time zone" });
  const failure = page.getByRole("dialog", { name: "This part could not be loaded" });
  const isFocused = () => zone.evaluate((element) => element === document.activeElement);
  await zone.focus();
  await failure.waitFor();
  await page.keyboard.press("Escape");
  await failure.waitFor({ state: "detached" });
  await soon(isFocused).toBe(true);

  arrive();
  // By key, as a person does: the list may come at rest and take the field's place, with the focus, at any moment.
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("new yor");
  await page.getByRole("option").first().waitFor();
  expect(await isFocused()).toBe(true);
  expect(await zone.inputValue()).toBe("new yor");
  expect(await zone.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe("new yor".length);
  await page.keyboard.type("k");
  await page.getByRole("option", { name: "America/New York" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await soon(() => zone.inputValue()).toBe("America/New York");
});

test("the first screen stands without a call of the environment: the page brings it", async () => {
  const page = await stoa.signedIn();
  await page.route("**/rest/environment/", () => undefined);
  await page.goto(stoa.url("/v/student/history"));
  await heading(page, "Student History").waitFor();
});

test("a screen's code and what it shows first are fetched when somebody points at its link or reaches it by key", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.locator(".dash-columns").waitFor();
  const calls: string[] = [];
  page.on("request", (request) => void calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const asked = (path: string) => calls.filter((call) => call === `GET ${path}`).length;
  const main = page.getByRole("navigation", { name: "Main" });
  const byPointer = page.waitForRequest(fileOf("features/history/web/history-page.tsx"));
  await main.getByRole("link", { name: "My History" }).hover();
  await byPointer;
  await soon(() => asked("/rest/history")).toBe(1);
  await main.getByRole("link", { name: "My History" }).click();
  await heading(page, "Student History").waitFor();
  await page.locator("main").getByRole("button").first().waitFor();
  expect(asked("/rest/history")).toBe(1);
  const byKey = page.waitForRequest(fileOf("features/catalog/web/catalog-page.tsx"));
  await main.getByRole("link", { name: "Course Catalog" }).focus();
  await byKey;
  await soon(() => asked("/rest/course/catalog")).toBe(1);
  await main.getByRole("link", { name: "My Courses" }).hover();
  await soon(() => asked("/rest/enrolment/myCourses")).toBe(1);
});

test("the staff's table of screens is fetched for their own links and addresses only", async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  const isAsked = () => asked.includes(`/v/${builtFile("app/staff-screens.ts")}`);
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.locator(".dash-columns").waitFor();
  const main = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Course Catalog", "My History"]) {
    await main.getByRole("link", { name }).hover();
    await main.getByRole("link", { name }).click();
    await page.waitForLoadState("networkidle");
  }
  expect(isAsked()).toBe(false);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Author" }).hover();
  await soon(isAsked).toBe(true);
});

test("a staff screen whose table can't be had says so, and comes when it can; Forward finds the screen after a reload", async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.locator(".dash-columns").waitFor();
  const arrive = await withhold(page, fileOf("app/staff-screens.ts"));
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Author" }).click();
  await heading(page, "A new version is ready").waitFor();
  expect(new URL(page.url()).pathname).toBe("/v/dashboard/author");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  arrive();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.locator("main table").first().waitFor();
  await page.goBack();
  await page.locator(".dash-columns").waitFor();
  await page.reload();
  await page.locator(".dash-columns").waitFor();
  await page.goForward();
  await page.locator("main table").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/v/dashboard/author");
});

test("a screen's first call is sent beside the request for its code, not after it, and is sent once", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.locator(".dash-columns").waitFor();
  let arrive = () => {};
  const held = new Promise<void>((done) => (arrive = done));
  await page.route(fileOf("features/history/web/history-page.tsx"), async (route) => {
    await held;
    await route.continue();
  });
  const calls: string[] = [];
  page.on("request", (request) => void calls.push(new URL(request.url()).pathname));
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" });
  const answered = page.waitForResponse("**/rest/history");
  await link.hover();
  await answered;
  arrive();
  await link.click();
  await heading(page, "Student History").waitFor();
  await page.locator("main").getByRole("button").first().waitFor();
  expect(calls.filter((path) => path === "/rest/history")).toHaveLength(1);
});

test("pointing at the way into a course opens nothing: only its code is fetched", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url(`/v/course/details/online/${course.id}`));
  const way = page.locator(`a[href^="/v/student/courseViewer/${course.id}"]`).first();
  await way.waitFor();
  // The screen's own code loads first.
  await page.waitForLoadState("networkidle");
  const calls: string[] = [];
  page.on("request", (request) => void calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const code = page.waitForRequest(fileOf("features/viewer/web/course-viewer-page.tsx"));
  await way.hover();
  await code;
  await page.waitForLoadState("networkidle");
  expect(calls.filter((call) => !call.startsWith("GET /v/assets/"))).toEqual([]);
});

test("a list that was fetched ahead is asked for again once a course was open", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url(`/v/course/details/online/${course.id}`));
  const history = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" });
  const ahead = page.waitForResponse((response) => /^\/rest\/.*history/i.test(new URL(response.url()).pathname));
  await history.hover();
  await ahead;
  await page
    .getByRole("link", { name: `Start ${smallCourse.title}` })
    .first()
    .click();
  await heading(page, smallCourse.pages.read).waitFor();
  await page.goBack();
  await history.click();
  await page
    .getByRole("row", { name: new RegExp(smallCourse.title) })
    .first()
    .waitFor();
});

test("rows stand still while one is chosen, before the bar of actions is there and after; on a phone the bar is at the bottom", async () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    const page = await stoa.signedIn({ email: "admin@stoa.example", viewport: { width, height } });
    const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(fileOf("ui/list-screen/selection-bar.tsx"), async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(stoa.url("/v/users/find"));
    const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
    const top = () => boxes.nth(1).evaluate((box) => box.getBoundingClientRect().top);
    await boxes.nth(1).waitFor();
    const before = await top();
    await boxes.nth(0).check();
    expect(await top(), `${width} px, at once`).toBe(before);
    arrive();
    const bar = page.getByRole("group", { name: "Selection" });
    await bar.getByText("1 selected").waitFor();
    expect(await top(), `${width} px, with the bar`).toBe(before);
    if (width < 990) {
      await boxes.last().check();
      await bar.getByText("2 selected").waitFor();
      const bottom = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
      const menu = await bottom(page.locator(".shell-bottom"));
      expect(menu - (await bottom(bar))).toBeGreaterThan(50);
      expect(menu - (await bottom(bar))).toBeLessThan(70);
      for (const button of await bar.getByRole("button").all()) await button.click({ trial: true });
    }
    await page.context().close();
  }
});
