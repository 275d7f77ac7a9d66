import type { Request } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf } from "#app/screen-addresses.ts";
import { screens } from "#app/screens.ts";
import { heading, soon, titled, withhold } from "./support/actions.ts";
import { builtFile, fileOf } from "./support/bundle-file.ts";
import { screenStates, windowFor } from "./support/screens.ts";
import { signInOnPage, type PortalSlug } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Addresses, guards, titles, and missing code files (specification §2, §4, §5).
const stoa = useStoa();

test("a screen's place in the navigation", { timeout: 180_000 }, async () => {
  const windows = {
    student: await windowFor(stoa, "student", "northwind"),
    author: await windowFor(stoa, "author", "northwind"),
    manager: await windowFor(stoa, "manager", "northwind"),
    admin: await windowFor(stoa, "admin", "northwind"),
    system: await windowFor(stoa, "system", "northwind"),
    visitor: await windowFor(stoa, "visitor", "northwind"),
  };
  // Which entry of the navigation is marked as current.
  const navigation: Record<string, string[]> = {
    "no-access": ["Dashboard"],
    catalog: ["Course Catalog"],
    search: ["Course Catalog"],
    "my-courses": ["My Courses"],
    history: ["My History"],
    account: [],
    "author-courses": ["My Courses"],
    "author-dashboard": [],
    "find-users": ["Users"],
    managers: ["Users"],
    admins: ["Users"],
    "custom-user-fields": ["Users"],
    audit: ["Users"],
  };
  // The navigation becomes the author's once the server has stored the role.
  await windows.author.goto(stoa.url("/v/dashboard/author"), { waitUntil: "networkidle" });
  const states = await screenStates(stoa, "northwind");
  for (const [name, marked] of Object.entries(navigation)) {
    const state = states.find((one) => one.name === name);
    if (!state) throw new Error(`There is no state ${name}.`);
    const page = windows[state.visitor];
    await page.goto(stoa.url(state.path));
    await titled(page, `${screens.find((one) => one.name === state.screen)?.title} - Stoa`);
    expect(await page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]").allInnerTexts(), name).toEqual(marked);
  }
});

test("home addresses, unknown ones, and the legacy links in any letter case", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  for (const path of ["/", "/v", "/v/"]) {
    await page.goto(stoa.url(path));
    await page.waitForURL("**/v/student/dashboard");
  }
  await page.goto(stoa.url("/v/Student/DASHBOARD/No-Access"));
  await page.getByText("You don't have access to that page. Ask a portal admin.").waitFor();
  await page.goto(stoa.url("/v/nowhere/at/all?x=1"));
  await heading(page, "Page not found").waitFor();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await heading(page, "Dashboard").waitFor();
  for (const [link, title] of [
    ["/About/Contact.aspx", "Contact"],
    ["/ABOUT/CopyrightPolicies.ASPX", "Copyright policies"],
    ["/about/privacy.aspx", "Privacy"],
  ] as const) {
    await page.goto(stoa.url(link));
    await heading(page, title).waitFor();
  }
  await page.getByRole("navigation", { name: "About this portal" }).getByRole("link", { name: "Contact" }).click();
  await heading(page, "Contact").waitFor();
  await page.goto(stoa.url("/OnlineTraining/Auth/Logout/"));
  await page.waitForURL("**/v/auth/login**");
  expect((await page.context().cookies()).find(({ name }) => name === "stoa_session")).toBeUndefined();
});

test("filters chosen at the same moment all stay, of one group and of several", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/course/catalog/categories"));
  await page.locator(".course-item").first().waitFor();
  const press = async (...starts: string[]) => {
    for (const start of starts) await page.locator(".ui-listing-side label", { hasText: start }).first().waitFor();
    await page.evaluate((wanted) => {
      for (const label of document.querySelectorAll<HTMLElement>(".ui-listing-side label"))
        if (wanted.some((start) => label.innerText.startsWith(start))) label.querySelector("input")?.click();
    }, starts);
  };
  await press("Warehouse", "15 min", "Enrolled");
  await page.waitForURL(/\/v\/course\/catalog\/categories\/\d+\?duration=medium&state=enrolled$/);
  await heading(page, "Course Catalog").waitFor();
  await page.getByRole("heading", { level: 2, name: "2 courses" }).waitFor();

  await page.goto(stoa.url("/v/course/catalog/categories"));
  await page.locator(".course-item").first().waitFor();
  await press("Warehouse", "Communication", "Up to 15 min", "15 min");
  await page.waitForURL(/\/v\/course\/catalog\/categories\/\d+,\d+\?duration=short,medium$/);
  // Remove one filter while another one is being chosen.
  await page.getByRole("button", { name: "Remove filter: Up to 15 min" }).waitFor();
  await press("Up to 15 min", "Over 1 hour");
  await page.waitForURL(/\?duration=medium,long$/);
});

test("a course that is pressed while a search is still typed opens: the search does not come after it", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/course/catalog/categories"));
  const course = page.locator(".course-card h3 a").first();
  const title = await course.innerText();
  // Its screen is on its way until it is let through.
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(fileOf("features/catalog/web/details-page.tsx"), async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.getByLabel("Search courses").focus();
  await course.evaluate(async (link: HTMLElement) => {
    // Both in one turn, however slow this machine is.
    document.execCommand("insertText", false, "safety");
    link.click();
    // The search would begin now: its time began before this one.
    await new Promise((done) => setTimeout(done, 400));
  });
  letThrough();
  await heading(page, title).waitFor();
  await page.waitForURL("**/v/course/details/**");

  // What was typed is not lost where the press stays in the catalog.
  await page.goto(stoa.url("/v/course/catalog/categories"));
  const category = page.locator(".category-tiles a").first();
  await category.waitFor();
  await page.getByLabel("Search courses").focus();
  await category.evaluate((link: HTMLElement) => {
    document.execCommand("insertText", false, "a");
    link.click();
  });
  await page.waitForURL(/\/v\/course\/catalog\/categories\/\d+\?q=a$/);
});

test("a new screen begins at its top; Back comes to the place that was left", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn({ viewport: { width: 1000, height: 400 } });
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.goto(stoa.url("/v/course/catalog/categories"));
  const course = page.locator(".course-card h3 a, .course-card h2 a").last();
  await course.waitFor();
  await course.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 240));
  await soon(scrolled).toBe(240);
  await course.evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/v/course/details/**");
  await page.locator(".details-tab").waitFor();
  await soon(scrolled).toBe(0);
  await page.goBack();
  await course.waitFor();
  await soon(scrolled).toBe(240);
});

test("sign-in leads to the page that was asked for, with its query; Back shows the page that was left", { timeout: 180_000 }, async () => {
  const page = await stoa.visitor();
  const asked = "/v/course/catalog/search?q=safety&sort=title";
  await page.goto(stoa.url(asked));
  await page.waitForURL(`**/v/auth/login?ReturnUrl=${encodeURIComponent(asked)}`);
  await page.getByText("Sign in to open the page you asked for.").waitFor();
  await signInOnPage(page, "student@stoa.example", "wrong");
  await page.getByRole("alert").waitFor();
  await signInOnPage(page);
  await page.waitForURL(stoa.url(asked));
  await soon(() => page.getByLabel("Search courses").inputValue()).toBe("safety");
  const first = page.locator(".course-item a").first();
  const name = await first.innerText();
  await first.click();
  await page.waitForURL("**/v/course/details/**");
  await page.goBack();
  await page.waitForURL(stoa.url(asked));
  await page.getByRole("link", { name }).first().waitFor();
  await soon(() => page.getByLabel("Search courses").inputValue()).toBe("safety");

  // An address of another site is never followed.
  const stranger = await stoa.visitor();
  await stranger.goto(stoa.url("/v/auth/login?ReturnUrl=https%3A%2F%2Fevil.example%2F"));
  await signInOnPage(stranger);
  await stranger.waitForURL(stoa.url("/v/student/dashboard"));
});

test(
  "a screen of another role: the dashboard with a message, and nothing of that role is asked for or changed",
  { timeout: 180_000 },
  async () => {
    const page = await stoa.signedIn();
    const calls: string[] = [];
    page.on("request", (request) => void calls.push(`${request.method()} ${request.url()}`));
    const courseId = await aCourseOf("northwind");
    const closed = screens.filter(({ access }) => Array.isArray(access) && !access.includes("Student"));
    const addresses = closed.map((screen) => addressOf(screen).replace(":courseId", String(courseId)));
    expect(addresses).toContain("/v/author/myCourses");
    for (const path of [...addresses, "/v/AUTHOR/mycourses/"]) {
      await page.goto(stoa.url(path));
      await page.waitForURL(stoa.url("/v/student/dashboard/no-access"));
      await heading(page, "Dashboard").waitFor();
      await page.getByText("You don't have access to that page. Ask a portal admin.").waitFor();
    }
    expect(calls.filter((call) => /PortalAuthor|\/rest\/editor|createCourse/i.test(call))).toEqual([]);

    // Signing in does not change that.
    const visitor = await stoa.visitor();
    await visitor.goto(stoa.url("/v/author/myCourses"));
    await visitor.waitForURL(`**/v/auth/login?ReturnUrl=${encodeURIComponent("/v/author/myCourses")}`);
    await signInOnPage(visitor);
    await visitor.waitForURL(stoa.url("/v/student/dashboard/no-access"));
    await visitor.getByText("You don't have access to that page. Ask a portal admin.").waitFor();

    // People who may see it get in.
    const author = await stoa.signedIn({ email: "author@stoa.example" });
    await author.goto(stoa.url("/v/author/myCourses"));
    await titled(author, "MyCourses - Stoa");
  },
);

test("the current role follows the dashboard, however long its call takes", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/student/dashboard"));
  await heading(page, "Dashboard").waitFor();
  const events: string[] = [];
  const isEnvironment = (request: Request) => new URL(request.url()).pathname === "/rest/environment/";
  page.on("request", (request) => void (isEnvironment(request) && events.push("environment asked")));
  // Also an answer without a body (304): this session starts in the role last used, so the page may know the coming one already.
  page.on("response", (response) => void (isEnvironment(response.request()) && events.push("environment answered")));
  let release = () => {};
  await page.route("**/rest/environment/updateCurrentRole*", async (route) => {
    await new Promise<void>((done) => (release = done));
    events.push("role told");
    await route.continue();
  });
  const role = () => page.locator(".shell-account .shell-role").innerText();
  const main = page.getByRole("navigation", { name: "Main" });
  /** Navigates while the call that stores the role is held back until the screen is there. */
  const goTo = async (go: () => Promise<void>, screen: string, name: string) => {
    events.length = 0;
    const told = page.waitForRequest("**/rest/environment/updateCurrentRole*");
    await go();
    await told;
    await page.waitForURL(`**${screen}`);
    await soon(role).toBe(name);
    release();
    // An answer requested before the role was stored would restore the old role.
    await soon(() => events).toEqual(["role told", "environment asked", "environment answered"]);
    await soon(role).toBe(name);
  };
  const toAuthor = async () => {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Author" }).click();
  };
  const toStudent = () => main.getByRole("link", { name: "My Education" }).click();
  await goTo(toAuthor, "/v/dashboard/author", "Author");
  await goTo(toStudent, "/v/student/dashboard", "Student");
  await main.getByRole("link", { name: "My History" }).waitFor();
  await goTo(toAuthor, "/v/dashboard/author", "Author");
});

test("a session that ended: sign in, then the page that was asked for", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  await heading(page, "Dashboard").waitFor();
  const userId = await stoa.userId();
  await stoa.databases.inSystem("prepare a test", (db) => db.deleteFrom("sessions").where("user_id", "=", userId).execute());
  const asked = "/v/student/history?q=safety&from=2020-01-01";
  await page.goto(stoa.url(asked));
  await page.waitForURL(`**/v/auth/login?ReturnUrl=${encodeURIComponent(asked)}`);
  await page.getByText("Sign in to open the page you asked for.").waitFor();
  await signInOnPage(page);
  await page.waitForURL(stoa.url(asked));
  await heading(page, "Student History").waitFor();
});

test("a course of another portal is not there, at every address that names one; nor is the session", { timeout: 180_000 }, async () => {
  const foreign = await aCourseOf("harbor");
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  for (const path of [`/v/course/details/1/${foreign}`, `/v/student/courseViewer/${foreign}`, `/v/author/courseEditor/${foreign}`]) {
    await page.goto(stoa.url(path));
    await page.getByText(/^This course could not be found/).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  const title = await stoa.databases.inSystem("look at a test", (db) =>
    db.selectFrom("courses").select("title").where("id", "=", foreign).executeTakeFirstOrThrow(),
  );
  expect(await page.content()).not.toContain(title.title);
  // The other portal's address needs a session of its own.
  await page.goto(stoa.url(`/v/course/details/1/${foreign}`, "harbor"));
  await page.waitForURL(`${stoa.url("/v/auth/login", "harbor")}?ReturnUrl=${encodeURIComponent(`/v/course/details/1/${foreign}`)}`);
});

test("a course is named by decimal digits only, on screens too", { timeout: 180_000 }, async () => {
  const id = await aCourseOf("northwind");
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  for (const other of [`0x${id.toString(16)}`, `0${id}`, `${id}.0`])
    for (const path of [`/v/course/details/online/${other}`, `/v/student/courseViewer/${other}`, `/v/author/courseEditor/${other}`]) {
      await page.goto(stoa.url(path));
      await page.getByText(/^This (?:course could not be found|address names no course)/).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
});

/** A published course that everybody of a portal may see. */
async function aCourseOf(portal: PortalSlug): Promise<number> {
  const { id } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select("id")
      .where("portal_id", "=", stoa.portalId(portal))
      .where("status", "=", "published")
      .where("type", "=", "online")
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  return id;
}

const historyCode = () => builtFile("features/history/web/history-page.tsx");

test("while the code of the first screen is on its way the frame stands, with its place marked", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((done) => (arrive = done));
  await page.route(`**/v/${historyCode()}`, (route) => held.then(() => route.continue()));
  await page.goto(stoa.url("/v/student/history"), { waitUntil: "commit" });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" }).waitFor();
  await page.getByRole("status").filter({ hasText: "Loading" }).waitFor({ state: "attached" });
  expect(await page.getByRole("heading").count()).toBe(0);
  arrive();
  await heading(page, "Student History").waitFor();
});

test("without the code that every screen needs the page says so and is not blank", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  const visitor = await stoa.visitor();
  for (const [window, file, path] of [
    [page, "index.html", "/v/student/dashboard"],
    [visitor, "login.html", "/v/auth/login"],
  ] as const) {
    const letThrough = await withhold(window, `**/v/${builtFile(file)}`);
    await window.goto(stoa.url(path));
    await window.getByText("This page could not be loaded.").waitFor();
    letThrough();
    await window.getByRole("link", { name: "reload" }).click();
    await window.getByRole("heading", { level: 1 }).waitFor();
    expect(await window.getByText("This page could not be loaded.").isVisible()).toBe(false);
  }
});

test("code that a release removed: one silent reload, then a way on", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  let isGone = true;
  await page.route(`**/v/${historyCode()}`, (route) => (isGone ? route.fulfill({ status: 404, body: "" }) : route.continue()));
  await page.goto(stoa.url("/v/student/dashboard"));
  await heading(page, "Dashboard").waitFor();
  let loads = 0;
  page.on("load", () => loads++);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" }).click();
  await heading(page, "A new version is ready").waitFor();
  expect(loads).toBeLessThanOrEqual(1);
  isGone = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await heading(page, "Student History").waitFor();
});

test("a screen whose code cannot be fetched while offline says so and reloads nothing", { timeout: 180_000 }, async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/student/dashboard"));
  await heading(page, "Dashboard").waitFor();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  // What opens over the page says the same, and closes.
  await page.getByRole("button", { name: /^Announcement/ }).click();
  await page.getByRole("dialog", { name: "This part could not be loaded" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" }).click();
  await page.getByText("Stoa can't be reached").waitFor();
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
  await page.context().setOffline(false);
  await page.getByText("You're offline.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Reload" }).click();
  await soon(() => heading(page, "Student History").isVisible()).toBe(true);
});

test(
  "an environment that is not authenticated is nobody's and is asked for again; a change of the query asks too",
  { timeout: 180_000 },
  async () => {
    const page = await stoa.signedIn();
    const asked: number[] = [];
    await page.route("**/v/student/history", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/<script[^>]*id="stoa-environment"[\s\S]*?<\/script>/, ""),
      });
    });
    await page.route("**/rest/environment/", async (route) => {
      asked.push(performance.now());
      if (asked.length > 2) return route.continue();
      const environment = (await (await route.fetch()).json()) as { User: object };
      return route.fulfill({ json: { ...environment, User: { ...environment.User, Authenticated: false } } });
    });
    await page.goto(stoa.url("/v/student/history"));
    await heading(page, "Student History").waitFor();
    expect(asked.length).toBeGreaterThanOrEqual(3);
    for (const gap of [1, 2]) expect((asked[gap] ?? 0) - (asked[gap - 1] ?? 0)).toBeGreaterThan(450);
    // Nothing else asks meanwhile: the screen is the same.
    await page.waitForLoadState("networkidle");
    const before = asked.length;
    await page.getByRole("searchbox").fill("safety");
    await page.waitForURL(/\?q=safety/);
    await soon(() => Promise.resolve(asked.length)).toBeGreaterThan(before);
  },
);
