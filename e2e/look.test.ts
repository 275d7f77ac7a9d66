import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { screenVisitors } from "#app/test/screen-visits.ts";
import { builders } from "#app/test/builders.ts";
import { heading, pick, soon, stillFound } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { openScreen, screenStates, windowFor, type ScreenState } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// Where things stand: what a picture shows and no other test would see break.
const stoa = useStoa();
let states: ScreenState[];

beforeAll(async () => {
  states = await screenStates(stoa, "northwind");
}, 120_000);

const phone = { width: 390, height: 844 };
const named = (...names: string[]) => states.filter(({ name }) => names.includes(name));
/** Screens under the header; the viewer, the editor of an online course and the pages before signing in have their own frame. */
const framed = () =>
  states.filter(
    ({ visitor, name }) => visitor !== "visitor" && !/^viewer|^course-(?:preview|review)|create-course|course-editor-languages/.test(name),
  );

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Opens each screen once and looks at it in each of the sizes, the first of which it is opened in. */
async function eachScreen(
  wanted: readonly ScreenState[],
  sizesOf: (state: ScreenState) => readonly Size[],
  look: (page: Page, state: ScreenState, size: Size) => Promise<void>,
) {
  for (const visitor of screenVisitors.filter((one) => one !== "visitor")) {
    const page = await windowFor(stoa, visitor, "northwind");
    for (const state of wanted.filter((one) => one.visitor === visitor))
      for (const [at, size] of sizesOf(state).entries()) {
        await page.setViewportSize(size);
        if (at === 0) await openScreen(page, stoa.url(state.path), state.shows);
        await look(page, state, size);
      }
    await page.context().close();
  }
}

/**
 * What is wrong with the words of a page: words of a tag broken over lines, or words that leave the box of their own fact, cell or
 * button.
 */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const wordsOf = (element: Element) => {
      const found: { text: string; rects: DOMRect[] }[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement?.closest(".visually-hidden") || node.parentElement?.checkVisibility() === false) continue;
        for (const { 0: text, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + text.length);
          found.push({ text, rects: [...range.getClientRects()] });
        }
      }
      return found;
    };
    const tags = [...document.querySelectorAll(".ui-tag")].flatMap((tag) =>
      wordsOf(tag)
        .filter(({ rects }) => new Set(rects.map(({ top }) => Math.round(top))).size > 1)
        .map(({ text }) => `broken: ${text}`),
    );
    const facts = [...document.querySelectorAll("dd, dt, td, tbody th, .ui-button")].flatMap((box) => {
      const { left, right } = box.getBoundingClientRect();
      return wordsOf(box)
        .filter(({ rects }) => rects.some((rect) => rect.width > 0 && (rect.left < left - 1 || rect.right > right + 1)))
        .map(({ text }) => `outside its ${box.localName}: ${text}`);
    });
    return [...tags, ...facts];
  });

/** What a screen shows to the right of where its frame ends. */
const beyondFrame = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector(".shell-topbar");
    const end = frame ? frame.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(frame).paddingRight) : 0;
    const parts = [...document.querySelectorAll("#page-title, main table, main .card, main .ui-tabs, main form, main section")];
    return (
      parts
        // Where pages and blocks are written, the panes are as wide as the window.
        .filter((part) => !part.closest(".content-tab"))
        .map((part) => ({ part, over: Math.round(part.getBoundingClientRect().right - end) }))
        .filter(({ over }) => over > 1)
        .map(({ part, over }) => `${part.localName}.${part.className} ends ${over} px outside`)
    );
  });

/** Where title, footer, logo and navigation begin, in pixels. */
const leftEdges = (page: Page) =>
  page.evaluate(() => {
    const start = (selector: string) => Math.round(document.querySelector(selector)?.getBoundingClientRect().left ?? -1);
    const wide = innerWidth >= 990;
    // The editor of a course has the way back before its title, in one line with it.
    return [
      start(".course-editor-back, #page-title"),
      start(".shell-footer a"),
      ...(wide ? [start(".shell-logo"), start(".shell-nav a .ui-icon")] : []),
    ].join(" ");
  });

/** Lists that stand below what their screen is about, so that their first row may be further down. */
const belowOthers = new Set(["manager-dashboard", "announcement"]);

/** What a phone lacks on a screen with a list: its first card or record in view, filters and order in a sheet, tabs without a bar. */
const listOnPhone = (page: Page, isBelow: boolean) =>
  page.evaluate((below) => {
    const first = document.querySelector("main .ui-listing :is(.course-card, .ui-listing-rows li, tbody tr)");
    if (!first) return null;
    const bottom = document.querySelector(".shell-bottom")?.getBoundingClientRect().top ?? innerHeight;
    // Its last control, or its last line.
    const end = ([...first.querySelectorAll("a, button, td")].at(-1) ?? first).getBoundingClientRect().bottom;
    const tabs = [...document.querySelectorAll("main .ui-tabs")].filter(
      (row) => getComputedStyle(row).scrollbarWidth !== "none" || row.getBoundingClientRect().height - row.clientHeight !== 1,
    );
    return [
      ...(below || end <= bottom ? [] : [`the first of the list ends at ${Math.round(end)} px`]),
      ...(document.querySelector(".ui-listing :is(select, [aria-haspopup=listbox])") ? ["a filter or order stands outside the sheet"] : []),
      ...(tabs.length > 0 ? ["tabs have a bar"] : []),
    ];
  }, isBelow);

test(
  "header, screen and footer begin and end at one edge, words stay whole in their place, and lists fit a phone, on every screen",
  { timeout: 300_000 },
  async () => {
    const wide = new Set(named("dashboard", "catalog", "history", "author-courses", "course-editor", "find-users", "managers", "rights"));
    const inFrame = new Set(framed());
    const isOne = (edge: string) => new Set(edge.split(" ")).size === 1;
    const edges: Record<number, Record<string, string[]>> = {};
    const wrong: string[] = [];
    const listed = new Set<string>();
    await eachScreen(
      states,
      (state) => [{ width: 1280, height: 800 }, ...(wide.has(state) ? [{ width: 1600, height: 900 }] : []), phone],
      async (page, state, { width }) => {
        let edge = "";
        const found = await stillFound(async () => {
          if (!inFrame.has(state)) return crowded(page);
          edge = await leftEdges(page);
          const list = width === phone.width ? await listOnPhone(page, belowOthers.has(state.name)) : null;
          if (list) listed.add(state.name);
          return [
            ...(list ?? []),
            ...(await crowded(page)),
            ...(await beyondFrame(page)),
            ...(isOne(edge) ? [] : [`parts begin at ${edge}`]),
          ];
        });
        if (inFrame.has(state)) ((edges[width] ??= {})[edge] ??= []).push(state.name);
        wrong.push(...found.map((what) => `${state.name} at ${width}: ${what}`));
      },
    );
    expect(wrong).toEqual([]);
    const some = ["catalog", "my-courses", "history", "author-courses", "find-users", "groups", "audit", "codes", "portal-courses"];
    expect([...listed]).toEqual(expect.arrayContaining(some));
    expect(Object.keys(edges)).toEqual(["390", "1280", "1600"]);
    for (const found of Object.values(edges)) {
      expect(Object.keys(found), JSON.stringify(found)).toHaveLength(1);
      expect(Object.keys(found).every(isOne), JSON.stringify(found)).toBe(true);
    }
  },
);

test("the header of who is not signed in is one line, wherever the portal has its logo", { timeout: 60_000 }, async () => {
  const page = await stoa.visitor({ viewport: { width: 1280, height: 800 } });
  for (const portal of ["northwind", "harbor"] as const) {
    await openScreen(page, stoa.url("/v/about/privacy", portal), ".prose");
    const middles = await page
      .locator(".shell-topbar")
      .locator(".shell-logo, .shell-account")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)));
    expect(middles, portal).toEqual([middles[0], middles[0]]);
  }
});

test("a page that grows past its end moves nothing sideways", { timeout: 30_000 }, async () => {
  const page = await stoa.signedIn();
  await openScreen(page, stoa.url("/v/student/dashboard"), "#page-title");
  const bar = () =>
    page.evaluate(() => (({ scrollbarGutter, overflowY }) => [scrollbarGutter, overflowY])(getComputedStyle(document.documentElement)));
  // A short page shows its bar too: without one, a strip in the page's colour would stand beside the header.
  expect(await bar()).toEqual(["stable", "scroll"]);
});

test("dates, times and numbers with their unit stand on one line, beside long titles too", { timeout: 300_000 }, async () => {
  const long = "An exceedingly long title of a course that somebody wrote without thinking of those who have to read it on a telephone";
  const titles = await stoa.databases.inSystem("prepare a test", async (db) => {
    const before = await db.selectFrom("courses").select(["id", "title"]).where("portal_id", "=", stoa.portalId()).execute();
    for (const { id } of before)
      await db
        .updateTable("courses")
        .set({ title: `${long} ${id}` })
        .where("id", "=", id)
        .execute();
    return before;
  });
  const broken: string[] = [];
  try {
    await eachScreen(
      named("dashboard", "my-courses", "my-courses-table", "history", "details", "account", "author-courses"),
      () => [phone, { width: 1280, height: 800 }],
      async (page, { name }, { width }) => {
        const found = await stillFound(() =>
          page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>("time, bdi.num")]
              .filter(
                (element) =>
                  element.offsetParent &&
                  new Set([...element.getClientRects()].map(({ top }) => Math.round(top / 4))).size > 1 &&
                  !element.querySelector("time"),
              )
              .map((element) => element.innerText),
          ),
        );
        broken.push(...found.map((text) => `${name} at ${width}: ${text}`));
      },
    );
  } finally {
    await stoa.databases.inSystem("prepare a test", async (db) => {
      for (const { id, title } of titles) await db.updateTable("courses").set({ title }).where("id", "=", id).execute();
    });
  }
  expect(broken).toEqual([]);
});

test("a tab that is open is in sight where not all fit", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ viewport: { width: 320, height: 640 } });
  await openScreen(page, stoa.url("/v/course/catalog/myonlinecourses"), ".ui-tab[aria-current]");
  await page.goto(stoa.url((await page.locator(".ui-tab").last().getAttribute("href")) ?? ""));
  await page.locator("li:last-child > .ui-tab[aria-current]").waitFor();
  await soon(() =>
    page.locator(".ui-tab[aria-current]").evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    }),
  ).toBe(true);
});

test("lines of prose have 65 to 75 characters", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ viewport: { width: 1280, height: 900 } });
  for (const { name, path, shows } of named("privacy", "copyright", "viewer-text")) {
    await openScreen(page, stoa.url(path), shows);
    const lengths = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".prose p, .lesson-text > p")].flatMap((paragraph) => {
        const lines = new Map<number, number>();
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (let at = 0; at < (node.textContent ?? "").length; at++) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const top = Math.round(range.getBoundingClientRect().bottom / 8);
            lines.set(top, (lines.get(top) ?? 0) + 1);
          }
        // The last one ends where the paragraph does.
        return [...lines.values()].slice(0, -1);
      }),
    );
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect([name, mean > 64 && mean < 75, Math.max(...lengths) <= 80, Math.round(mean), Math.max(...lengths)]).toEqual([
      name,
      true,
      true,
      Math.round(mean),
      Math.max(...lengths),
    ]);
  }
});

test(
  "login: the portal's plate beside the form, the focus in the first field, and whom to ask for a new password",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.visitor({ viewport: { width: 1280, height: 800 } });
    await page.goto(stoa.url("/v/auth/login", "harbor"));
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
    const boxes = () =>
      page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const [plate, form] = [box(".auth-cover .ui-plate"), box("form")];
        return {
          isBeside: plate.right <= form.left,
          isAbove: plate.bottom <= form.top,
          share: plate.height / innerHeight,
          width: plate.width / innerWidth,
        };
      });
    expect(await boxes()).toMatchObject({ isBeside: true, share: 1 });
    await page.setViewportSize(phone);
    await soon(boxes).toMatchObject({ isAbove: true, width: 1 });
    // The whole form is in sight.
    expect(
      await page.getByRole("button", { name: "Sign in" }).evaluate((button) => button.getBoundingClientRect().bottom < innerHeight),
    ).toBe(true);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    expect(await page.getByRole("link", { name: "learning@harbor.example" }).getAttribute("href")).toBe("mailto:learning@harbor.example");
  },
);

test("the speed of a video is chosen in our own menu, by the keyboard too", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn();
  const [video] = named("viewer-video");
  if (!video) throw new Error("no video");
  await openScreen(page, stoa.url(video.path), video.shows);
  expect(await page.locator(".player select").count()).toBe(0);
  const speed = page.getByRole("button", { name: /^Speed/ });
  await speed.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: "1×", checked: true }).waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("menuitemradio");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor({ state: "detached" });
  // The video says that its speed has changed in an event.
  await soon(() => speed.innerText()).toContain("2×");
  expect(await page.locator("video").evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(2);
  await soon(() => speed.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("captions in several languages are chosen in our own menu, in full screen too", { timeout: 60_000 }, async () => {
  const course = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select("id")
      .where("portal_id", "=", stoa.portalId())
      .where("title", "like", "Infection%")
      .executeTakeFirstOrThrow(),
  );
  await builders(stoa.databases, () => stoa.portalId(), "").anEnrolment("a", { courseId: course.id, userId: await stoa.userId() });
  const page = await stoa.signedIn();
  await openScreen(page, stoa.url(`/v/student/courseViewer/${course.id}?page=ic-hands`), ".player");
  const shown = () =>
    page
      .locator("video")
      .evaluate((video: HTMLVideoElement) =>
        [...video.textTracks].filter(({ mode }) => mode === "showing").map(({ language }) => language),
      );
  const captions = page.getByRole("button", { name: /^Captions/ });
  await captions.click();
  await soon(() => page.getByRole("menuitemradio").allInnerTexts()).toEqual(["Off", "English", "Deutsch"]);
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await soon(shown).toEqual(["de"]);
  // The focus goes back as the menu ends; a full screen that begins before takes it from both.
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await captions.innerText()).toContain("Deutsch");

  await page.getByRole("button", { name: "Full screen" }).click();
  await page.getByRole("button", { name: "Leave full screen" }).waitFor();
  // Nothing is left free beside it.
  await soon(() => page.locator(".player-frame").evaluate((frame) => innerWidth - frame.getBoundingClientRect().width)).toBe(0);
  await captions.focus();
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("menuitemradio", { name: "Deutsch", checked: true });
  await chosen.waitFor();
  // Above everything, where a hand reaches it.
  await soon(() =>
    chosen.evaluate((item) => {
      const { left, top, width, height } = item.getBoundingClientRect();
      return item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }),
  ).toBe(true);
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("menuitemradio");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await soon(shown).toEqual([]);
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.fullscreenElement?.className)).toBe("player-frame");
});

test("nothing found offers the categories", { timeout: 30_000 }, async () => {
  const page = await stoa.signedIn();
  await openScreen(page, stoa.url("/v/course/catalog/search?q=zzzz"), ".ui-state");
  await page
    .getByRole("list", { name: "Categories" })
    .getByRole("link", { name: /^Safety at work/ })
    .click();
  await page.locator(".course-item").first().waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("the account page saves in one way: nothing counts before Save", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn();
  await openScreen(page, stoa.url("/v/student/myAccount"), "form");
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"] ?? "system");
  await page.locator("label", { has: page.getByRole("radio", { name: "Dark" }) }).click();
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  await bar.waitFor();
  expect(await theme()).toBe("system");
  await bar.getByRole("button", { name: "Discard" }).click();
  await bar.waitFor({ state: "detached" });
  expect(await page.getByRole("radio", { name: "As on this device" }).isChecked()).toBe(true);
  // The pressed button is gone; whoever goes on by keyboard goes on at the form.
  expect(await page.evaluate(() => document.activeElement?.matches("h1, h2, h3"))).toBe(true);
  await page.locator("label", { has: page.getByRole("radio", { name: "Dark" }) }).click();
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "detached" });
  await soon(theme).toBe("dark");
  await page.reload();
  await heading(page, "My account").waitFor();
  expect(await theme()).toBe("dark");

  // What one gets by email is saved by the same bar, with the rest.
  const mail = page.getByRole("button", { name: /You are enrolled in a course$/ });
  await mail.click();
  await page.getByRole("option", { name: "Once a week" }).click();
  await page.getByLabel("Given name").fill("Robin");
  expect(await bar.count()).toBe(1);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My History" }).click();
  const question = page.getByRole("alertdialog", { name: "Confirmation" });
  await question.getByText("Leave without saving 1 change to your profile?").waitFor();
  await question.getByText("Leave without saving 1 choice about email?").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "detached" });
  await page.reload();
  expect(await page.getByLabel("Given name").inputValue()).toBe("Robin");
  await mail.getByText("Once a week").waitFor();
});

test("the settings of a course save in one way: who edits it counts with Save", { timeout: 60_000 }, async () => {
  const author = "author@stoa.example";
  const page = await stoa.signedIn({ email: author });
  const { id } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select("id")
      .where("portal_id", "=", stoa.portalId())
      .where("type", "=", "scorm")
      .where("status", "=", "published")
      .orderBy("id")
      .executeTakeFirstOrThrow(),
  );
  const other = await stoa.userId("manager@stoa.example");
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("memberships").set({ is_author: true }).where("user_id", "=", other).where("portal_id", "=", stoa.portalId()).execute(),
  );
  await openScreen(page, stoa.url(`/v/author/courseEditor/${id}?tab=settings`), "form");
  const box = page.getByRole("combobox", { name: "Add a co-author" });
  const bar = page.getByRole("region", { name: "Unsaved changes" });
  const added = page.getByRole("list", { name: "Co-authors" }).getByRole("listitem");
  const saved = () =>
    stoa.databases.inSystem("look at a test", (db) => db.selectFrom("course_authors").selectAll().where("course_id", "=", id).execute());
  const add = async () => {
    await pick(box, "Priya", /Priya Raman/);
    await bar.waitFor();
    expect(await added.count()).toBe(1);
  };
  await add();
  expect(await saved()).toEqual([]);
  await bar.getByRole("button", { name: "Discard" }).click();
  await bar.waitFor({ state: "detached" });
  await page.getByText("No co-authors yet.").waitFor();
  await add();
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "detached" });
  expect(await saved()).toHaveLength(1);

  // Its owner gives it to a co-author, and then no longer says who edits it.
  await added.getByRole("button", { name: "Hand over to Priya Raman" }).click();
  await page.getByRole("alertdialog").getByText("Hand this course over to Priya Raman?").waitFor();
  expect(await axe(page, "handing a course over")).toEqual([]);
  await page.getByRole("button", { name: "OK" }).click();
  await page.getByText("Priya Raman owns this course now").waitFor();
  await box.waitFor({ state: "detached" });
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe("part-people");
  expect(await added.allTextContents()).toEqual([expect.stringContaining(author)]);
  expect(await saved()).toMatchObject([{ user_id: await stoa.userId(author) }]);
});
