import { sql } from "kysely";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { embedHosts } from "#features/blocks/embed/hosts.ts";
import { plainText } from "#features/dashboard/plain-text.ts";
import { axe } from "./support/axe.ts";
import { choose, heading, readToTheEnd, soon, stillFound } from "./support/actions.ts";
import { openScreen, screenStates, type ScreenState } from "./support/screens.ts";
import { addSmallCourse, smallCourse } from "./support/small-course.ts";
import { student } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Every student screen under other conditions: phone width, longer texts, right to left (X-1, X-2; issue 2, section 4).
const stoa = useStoa();
let screens: ScreenState[];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

beforeAll(async () => {
  screens = (await screenStates(stoa, "northwind")).filter(({ visitor, screen }) => visitor === "student" || screen === "about");
}, 120_000);
beforeEach(() =>
  // Each test opens a new window; a course that was open in another window a moment ago would ask where to continue.
  stoa.databases.inSystem("prepare a test", (db) =>
    db
      .updateTable("attempt_states")
      .set({ last_activity_at: new Date(Date.now() - 600_000) })
      .execute(),
  ),
);

/** How far the page scrolls sideways, in words; nothing when it does not. */
const sideways = (page: Page) =>
  stillFound(() =>
    page.evaluate(() => {
      const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      return over > 0 ? [`${over} px too wide`] : [];
    }),
  );

/** Texts of buttons, links, headings and tabs that do not fit; text cut on purpose with an ellipsis is left out. */
const clipped = (page: Page) =>
  stillFound(() =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, a, h1, h2, h3, label, th")]
        .filter((element) => element.offsetParent && element.clientWidth > 1 && !element.closest(".visually-hidden"))
        .filter(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 &&
            getComputedStyle(element).textOverflow !== "ellipsis" &&
            getComputedStyle(element).display !== "inline",
        )
        .map((element) => `${element.tagName.toLowerCase()} ${element.className} "${element.innerText.slice(0, 40)}"`),
    ),
  );

async function setLocale(locale: string | null) {
  await stoa.databases.inSystem("prepare a test", (db) => db.updateTable("users").set({ locale }).where("email", "=", student).execute());
}

test("no sideways scroll at 390 and 320 px and on a phone's side", { timeout: 300_000 }, async () => {
  const page = await stoa.signedIn(phone);
  const wrong: string[] = [];
  for (const { name, path, shows } of screens) {
    await page.setViewportSize(phone.viewport);
    await openScreen(page, stoa.url(path), shows);
    for (const size of [phone.viewport, { width: 320, height: 640 }, { width: 844, height: 390 }]) {
      await page.setViewportSize(size);
      await page
        .waitForFunction((width) => window.innerWidth === width, size.width)
        .catch(() => wrong.push(`${name} at ${size.width}: the page is laid out wider than the window`));
      for (const over of await sideways(page)) wrong.push(`${name} at ${size.width}: ${over}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a course by touch: find, enrol, outline sheet, one question at a time, result", { timeout: 90_000 }, async () => {
  const { id } = await addSmallCourse(stoa);
  const page = await stoa.signedIn({ ...phone, viewport: { width: 320, height: 640 } });
  await page.goto(stoa.url("/v/student/dashboard"));
  await page.getByRole("navigation", { name: "Quick navigation" }).getByRole("link", { name: "Course Catalog" }).tap();
  await page.getByLabel("Search courses").fill("ladders");
  await page.getByRole("link", { name: smallCourse.title }).first().tap();
  // Its card in the catalog has a button of this name too, while the course is on its way.
  await heading(page, smallCourse.title).waitFor();
  await page.getByRole("button", { name: `Enrol in ${smallCourse.title}` }).tap();
  await page.getByRole("link", { name: `Start ${smallCourse.title}` }).tap();
  await heading(page, smallCourse.pages.read).waitFor();
  await readToTheEnd(page);
  await page.getByRole("button", { name: "Course outline" }).tap();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: new RegExp(smallCourse.pages.quiz) })
    .tap();
  await heading(page, smallCourse.pages.quiz).waitFor();
  await choose(page, "radio", smallCourse.right[0]);
  await page.getByRole("button", { name: "Next question" }).tap();
  for (const name of smallCourse.ticks) await choose(page, "checkbox", name);
  await page.getByRole("button", { name: "Next question" }).tap();
  await choose(page, "radio", smallCourse.right[1]);
  await page.getByRole("button", { name: "Hand in" }).tap();
  await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();
  expect(await sideways(page)).toEqual([]);
  await stoa.databases.inSystem("look at a test", async (db) => {
    const rows = await db.selectFrom("attempts").select("id").where("course_id", "=", id).execute();
    expect(rows).toHaveLength(1);
  });
});

test("with words a third longer nothing is English and nothing is cut", { timeout: 300_000 }, async () => {
  await setLocale("pseudo");
  try {
    const page = await stoa.signedIn();
    const known = [...(await data()), ...(await apiWords(page)), ...(await environmentWords(page))];
    const plain: string[] = [];
    const cut: string[] = [];
    for (const { name, path, shows } of screens) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openScreen(page, stoa.url(path), shows);
      for (const words of await plainWords(page, known)) plain.push(`${name}: ${words}`);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        for (const one of await clipped(page)) cut.push(`${name} at ${width}: ${one}`);
        for (const over of await sideways(page)) cut.push(`${name} at ${width}: ${over}`);
      }
    }
    expect([...new Set(plain)]).toEqual([]);
    expect([...new Set(cut)]).toEqual([]);
  } finally {
    await setLocale(null);
  }
});

/** What the document of the API says, which programs and their authors read in English. */
async function apiWords(page: Page): Promise<string[]> {
  const words = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === "string") words.add(value);
    else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value)) {
        // Methods are shown in capitals.
        words.add(name).add(name.toUpperCase());
        collect(one);
      }
  };
  collect(await (await page.request.get(stoa.url("/api/openapi.json"))).json());
  return [...words];
}

/** What browser and server say of themselves, which the screen Environment shows as they say it. */
async function environmentWords(page: Page): Promise<string[]> {
  const { version, origin } = (await (await page.request.get(stoa.url("/rest/environment/facts"))).json()) as {
    version: string;
    origin: string;
  };
  const ofBrowser = await page.evaluate(() => [
    navigator.userAgent,
    navigator.languages.join(", "),
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  ]);
  return [...ofBrowser, origin, `Stoa ${version}`, "pseudo (pseudo)"];
}

/** Every text in the database: what people wrote, not the interface. First and last name also count together, as the screens show them. */
function data(): Promise<string[]> {
  return stoa.databases.inSystem("what is data and no word of ours", async (db) => {
    const tables = [
      "portals",
      "portal_hosts",
      "users",
      "courses",
      "categories",
      "category_removals",
      "course_versions",
      "path_versions",
      "files",
      "announcements",
      "quick_links",
      "fields",
      "field_options",
      "course_field_values",
      "portal_pages",
      "portal_page_versions",
      "help_questions",
      "help_messages",
    ];
    const texts = new Set<string>();
    const { rows: known } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
    for (const { name } of known.filter((one) => tables.includes(one.name))) {
      const { rows } = await sql<{ text: string }>`
        select distinct v #>> '{}' as text
        from ${sql.table(name)} x, jsonb_path_query(to_jsonb(x), 'strict $.** ? (@.type() == "string")') v`.execute(db);
      for (const { text } of rows) texts.add(text).add(plainText(text));
    }
    const { rows: days } = await sql<{ day: string }>`select day::text from course_field_values where day is not null`.execute(db);
    for (const { day } of days) texts.add(new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day)));
    for (const { name } of embedHosts) texts.add(name);
    const people = await db.selectFrom("users").select(["given_name", "family_name"]).execute();
    for (const one of people) texts.add(`${one.given_name} ${one.family_name}`);
    // In the lists of what is new, a title and its text stand in one line.
    const { rows: announced } = await sql<{ title: string; html: string }>`
      select t ->> 'title' as title, t ->> 'html' as html from announcements, jsonb_path_query(texts, '$.*') t`.execute(db);
    const { rows: pages } = await sql<{ html: string }>`
      select v #>> '{}' as html from portal_page_versions, jsonb_path_query(content -> 'texts', '$.* ? (@.type() == "string")') v`.execute(
      db,
    );
    for (const { html } of pages) for (const part of html.split(/(?=<)/)) texts.add(plainText(part));
    for (const { title, html } of announced) texts.add(plainText(`<h2>${title}</h2>${html}`));
    return [...texts];
  });
}

/** Visible texts with words of plain letters, where the interface may show its own. */
const asciiWords = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const words = (node.textContent ?? "").trim();
      if (!element || !/[A-Za-z]{2}/.test(words) || /\P{ASCII}/u.test(words)) continue;
      if (element.closest("script, noscript, style, .prose, .plate, time, option, kbd, .shell-mark, .ui-logo-tile")) continue;
      found.push(words);
    }
    return found;
  });

/**
 * Visible interface texts that do not come from the catalogue. Content is recognised by the database and not by markup, which could hide interface
 * texts: a text is content when the database has it, or has it as a part of more than three words. Numbers with units are formatted by the browser.
 */
async function plainWords(page: Page, texts: readonly string[]): Promise<string[]> {
  const all = new Set(texts.map((text) => text.trim()));
  const long = texts.filter((text) => text.length > 40);
  const isData = (words: string) =>
    all.has(words) ||
    (words.split(/\s+/).length > 3 && long.some((text) => text.includes(words))) ||
    texts.some((text) => text.startsWith(`${words} `));
  const isNumber = (words: string) => /^(?:[\d.,:%+\s\u2013-]|min|hr|sec|k?B|KB|MB|GB|minutes?|hours?|seconds?|points?)+$/.test(words);
  const isRequestId = (words: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(words);
  return (await asciiWords(page))
    .filter((words) => !isData(words) && !isNumber(words) && !isRequestId(words))
    .map((words) => words.slice(0, 60));
}

test("right to left: mirrored, arrows turned, no violation", { timeout: 300_000 }, async () => {
  await setLocale("ar");
  try {
    const page = await stoa.signedIn();
    const wrong: string[] = [];
    for (const { name, path, shows } of screens) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openScreen(page, stoa.url(path), shows);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
      wrong.push(...(await axe(page, name)));
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        for (const over of await sideways(page)) wrong.push(`${name} at ${width}: ${over}`);
      }
    }
    expect(wrong).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    const viewer = screens.find(({ name }) => name === "viewer-text");
    await openScreen(page, stoa.url(viewer?.path ?? ""), ".lesson");
    const boxes = await Promise.all([page.locator(".viewer-side").boundingBox(), page.locator(".viewer-stage").boundingBox()]);
    expect(boxes[0]?.x ?? 0).toBeGreaterThan(boxes[1]?.x ?? 0);
    const back = page.locator(".viewer-side svg").first();
    await soon(() => back.evaluate((icon) => getComputedStyle(icon).transform + getComputedStyle(icon).scale)).toMatch(/-1/);
  } finally {
    await setLocale(null);
  }
});
