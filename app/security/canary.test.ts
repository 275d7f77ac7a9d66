import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screens, type Screen, type ScreenName } from "#app/screens.ts";
import { buildServer } from "#app/server.ts";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { addressWith, partsOf, sampleAddress, screenVisitors, visitorOf } from "#app/test/screen-visits.ts";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { announcementHtml } from "#features/portal/server/announcement-html.ts";
import { createLog } from "#platform/log.ts";
import { openBrowser } from "#platform/test/chromium.ts";
import { watchWork } from "#platform/test/settled.ts";
import { freshBundle } from "../../e2e/support/fresh-bundle.ts";
import { blockKinds } from "#features/blocks/kinds.ts";
import { canaries, hostile, hostileHtml, seedHostile, type HostilePortal } from "./canary-seed.ts";

// Attack texts in every existing field; every screen is opened in Chromium with its Content-Security-Policy on (security.md 36-46).

let app: TestApp;
let server: Awaited<ReturnType<typeof buildServer>>;
let browser: Browser;
let base = "";
let seeded: HostilePortal;

beforeAll(async () => {
  await freshBundle();
  app = await startTestApp();
  seeded = await seedHostile(app);
  server = await buildServer({
    config: { ...app.config, publicUrl: "http://a.localhost" },
    databases: app.databases,
    log: createLog({ level: "silent" }),
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
  base = `http://a.localhost:${(server.server.address() as AddressInfo).port}`;
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await server?.close();
  await app?.close();
});

const word = encodeURIComponent(hostile(150));
/** Query parameters that a screen may read: all of them at once, and a search alone. */
const asked = [
  "q",
  "sort",
  "page",
  "view",
  "tab",
  "outcome",
  "year",
  "from",
  "to",
  "type",
  "state",
  "duration",
  "create",
  "token",
  "message",
  "ReturnUrl",
];
const queries = [`?q=${word}`, `?${asked.map((name) => `${name}=${word}`).join("&")}#${word}`];

/** Screens that show no text written by people. On every other screen a canary must appear as text, or the test proves nothing. */
const wordless: readonly ScreenName[] = ["login", "forgot", "register", "password-change", "reset", "setup", "course-external-preview"];

/** Additional addresses of some screens: with other content, and with names that have a meaning in JavaScript. */
const more: Partial<Record<ScreenName, (of: HostilePortal) => string[]>> = {
  login: () => [`/v/auth/login?ReturnUrl=${word}`],
  dashboard: () => ["/v/student/dashboard/__proto__"],
  catalog: ({ categoryId }) => ["/v/course/catalog", `/v/course/catalog/category/${categoryId}`],
  details: ({ completedCourseId }) =>
    ["outline", "attempts", "requirements"].map((tab) => `/v/course/details/online/${completedCourseId}/${tab}`),
  viewer: ({ courseId, scormCourseId }) => [
    ...Object.keys(blockKinds).map((kind) => `/v/student/courseViewer/${courseId}?page=kind-${kind}`),
    `/v/student/courseViewer/${scormCourseId}`,
  ],
  "course-external-preview": ({ courseId, previewToken }) => [`/v/student/courseExternalPreview/${courseId}?token=${previewToken}`],
  "course-editor": ({ courseId }) => [`/v/author/courseEditor/${courseId}?page=texts&block=t`],
  "course-review": ({ courseId }) => [`/v/student/courseReview/${courseId}?page=kind-quiz&show=mine`],
  "email-text": ({ overrideId }) => [`/v/admin/emailTexts/invitation/en?for=${overrideId}`],
  help: ({ questionId }) => [
    `/v/users/helpcenter?question=${questionId}`,
    "/v/users/helpcenter?ask=mine",
    "/v/users/helpcenter?ask=new&from=javascript:1",
    "/v/users/helpcenter?article=history",
    "/v/users/helpcenter?edit=list",
    "/v/users/helpcenter?edit=history",
  ],
  about: () => ["/v/about/copyright", "/v/about/privacy"],
  "public-pages": () => ["/v/portal/settings/pages?page=privacy"],
  "import-users": ({ importId }) => ["", "&step=columns", "&result=error"].map((rest) => `/v/users/import?import=${importId}${rest}`),
  code: ({ code }) => [`/v/users/authorizationCode/${code.id}?tab=uses`],
  "use-code": ({ code }) => [`/v/student/code#code=${code.word}`],
  mail: ({ messageId }) => [`/v/admin/mail/${messageId}`],
  "user-details": ({ person }) => [
    `/v/users/details/${person.id}?tab=enrolments`,
    `/v/users/details/${person.id}?tab=timeline`,
    `/v/users/details/${person.id}?tab=consents`,
  ],
};

/** All addresses under which a screen is opened: its sample; with attacks in the query, in each path parameter and in all; and the additional ones. */
function addressesOf(screen: Screen & { name: ScreenName }, of: HostilePortal): string[] {
  const sample =
    sampleAddress(screen, {
      course: of.completedCourseId,
      publicCourse: of.completedCourseId,
      startedCourse: of.courseId,
      authoredCourse: of.scormCourseId,
      person: of.person.id,
      job: of.jobId,
      code: of.code.id,
      announcement: of.announcementId,
      webhook: of.webhookId,
      question: of.questionId,
    }) ?? "";
  const parts = partsOf(screen);
  const attacks = [...parts.map((part) => [part]), ...(parts.length > 1 ? [parts] : [])];
  const values = { type: "online", courseId: String(of.scormCourseId) };
  return [
    sample,
    ...queries.map((query) => sample + query),
    ...attacks.map((some) => addressWith(screen, { ...values, ...Object.fromEntries(some.map((part) => [part, word])) })),
    ...(more[screen.name]?.(of) ?? []),
  ];
}

async function contextOf(token: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  if (token !== null)
    await context.addCookies([{ name: cookieNames(false).session, value: token, url: base, httpOnly: true, sameSite: "Lax" }]);
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenHere: seen });
    Object.defineProperty(window, "__xss", {
      set(value) {
        seen.push(`script ${String(value)}`);
      },
      get: () => undefined,
    });
    document.addEventListener(
      "securitypolicyviolation",
      (event) => void seen.push(`${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`),
    );
  });
  return context;
}

/** All readable text of a page, including the values of its fields. */
const shownText = () =>
  `${document.body.innerText} ${[...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value).join(" ")}`;

/** The origins that a page names as the stage of its course's package (features/portal/server/page.ts): one, or none. */
const namedStages = () => [...document.querySelectorAll<HTMLMetaElement>("meta[name='stoa-stage' i]")].map(({ content }) => content);

/** A window in which addresses are opened one after the other, and what has been noticed there since its last `visit`. */
interface Watched {
  readonly page: Page;
  readonly found: string[];
  readonly foreign: URL[];
  /** Waits until the page has nothing more to do. */
  readonly settled: () => Promise<void>;
}

async function watched(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage();
  const found: string[] = [];
  const foreign: URL[] = [];
  page.on("dialog", (dialog) => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => void found.push(`error ${error.message}`));
  // Of the page and of its frames.
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== base && !["data:", "blob:"].includes(url.protocol)) foreign.push(url);
  });
  return { page, found, foreign, settled: watchWork(page) };
}

/** Opens an address. Returns everything suspicious that happened there, and the text on the page. */
async function visit(window: Watched, path: string, shows = false): Promise<{ found: string[]; text: string }> {
  const { page } = window;
  await page.goto(base + path, { waitUntil: "load" });
  await page.locator("h1, [role=dialog], [role=alert]").first().waitFor();
  return look(window, path, shows);
}

/** Returns everything suspicious that happened on a page since the last look, and its text. path: what is shown there. */
async function look(window: Watched, path: string, shows = false): Promise<{ found: string[]; text: string }> {
  const { page } = window;
  await window.settled();
  // Loaded data may not be drawn yet; data that never arrives shows in the text checks below.
  if (shows)
    await expect
      .poll(() => page.evaluate(shownText), { timeout: 30_000 })
      .toContain("__xss")
      .catch(() => undefined);
  const inside = await page.evaluate(() => {
    const bad: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["mouseover", "focus", "toggle", "error"]) element.dispatchEvent(new Event(name));
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) bad.push(`${element.tagName} ${name}`);
        // Decode the value as the browser does.
        if (["href", "src", "action", "formaction", "data", "poster"].includes(name)) {
          const url = new URL(value, location.href);
          if (
            !["http:", "https:", "mailto:", "tel:", "data:", "blob:", "about:"].includes(url.protocol) ||
            (url.protocol === "data:" && !url.href.startsWith("data:image/"))
          )
            bad.push(`${element.tagName} ${name}=${value}`);
          // A course may link anywhere (in a new tab); nothing else may.
          if (url.hostname === "evil.test" && !element.closest(".lesson-text")) bad.push(`${element.tagName} ${name}=${value}`);
        }
        if (name === "srcdoc" || (name === "style" && value.includes("url("))) bad.push(`${element.tagName} ${name}=${value}`);
      }
      // SafeHtml is the only place that sets HTML.
      if (
        element.parentElement?.closest("div.prose[dir=auto]") &&
        element.matches("[id], [name], [style], [class], form, input, img, svg, math, style, iframe")
      )
        bad.push(`prose holds ${element.outerHTML.slice(0, 80)}`);
    }
    for (const name of ["getElementById", "cookie", "defaultView", "querySelector"] as const)
      if (document[name] instanceof Element) bad.push(`document.${name} is clobbered`);
    return {
      bad,
      seen: (window as unknown as { seenHere: string[] }).seenHere,
    };
  });
  const text = await page.evaluate(shownText);
  // A course's package plays on an origin of its own, which the page names (security.md §3.2); nothing else is asked for anything.
  const [stage, ...others] = await page.evaluate(namedStages);
  const found = window.found.splice(0);
  found.push(...others.map((one) => `another stage ${one}`));
  const foreign = window.foreign.splice(0);
  found.push(...foreign.filter(({ origin }) => origin !== stage).map((url) => `request to ${url.href}`));
  return { found: [...found, ...inside.bad, ...inside.seen].map((line) => `${path.slice(0, 60)}: ${line}`), text };
}

describe("nothing runs, nothing is refused by the policy, and nothing asks another server", () => {
  // One after the other for each kind of visitor, so that no test takes longer because there are more screens of others.
  test.each(screenVisitors)(
    "security.md 36: on every screen of %s",
    async (visitor) => {
      const token = { visitor: null, system: seeded.systemToken }[visitor as string];
      const context = await contextOf(token === undefined ? seeded.token : token);
      const visits = screens
        .filter((screen) => visitorOf(screen) === visitor)
        .flatMap((screen) =>
          addressesOf(screen, seeded).map((path, index) => ({
            path,
            isSample: index === 0,
            shows: index === 0 && !wordless.includes(screen.name),
          })),
        );
      expect(visits).not.toEqual([]);
      if (visitor === "student") visits.push({ path: `/v/${word}`, isSample: false, shows: false });
      // Samples first: for a course that is open in two windows, the second window asks where to continue.
      visits.sort((one, other) => Number(other.isSample) - Number(one.isSample));
      const found: string[] = [];
      const silent: string[] = [];
      let next = 0;
      const walk = async () => {
        // One window for many addresses: a new one for each would take half as long again.
        const window = await watched(context);
        for (let one = visits[next++]; one; one = visits[next++]) {
          const seen = await visit(window, one.path, one.shows);
          found.push(...seen.found);
          if (one.shows && !seen.text.includes("__xss")) silent.push(one.path);
        }
      };
      await Promise.all([walk(), walk()]);
      expect([...new Set(found)]).toEqual([]);
      expect(silent).toEqual([]);
      await context.close();
    },
    240_000,
  );

  test("security.md 36: in the form of every kind of block, and in what differs between two versions", { timeout: 240_000 }, async () => {
    const context = await contextOf(seeded.token);
    const editor = `/v/author/courseEditor/${seeded.courseId}`;
    const found: string[] = [];
    const silent: string[] = [];
    const kinds = Object.values(blockKinds).map(({ sample }) => sample("", 1));
    const walk = async () => {
      const window = await watched(context);
      for (let block = kinds.pop(); block; block = kinds.pop()) {
        const { id, kind } = block;
        await window.page.goto(`${base}${editor}?page=kind-${kind}&block=${id}`, { waitUntil: "load" });
        await window.page.getByRole("toolbar", { name: "Block", exact: true }).waitFor();
        const form = window.page.locator(`[data-block="${id}"]`);
        await form.locator(".lesson-body").waitFor({ state: "detached" });
        await window.settled();
        const own = await form.evaluate((element) =>
          [
            element.textContent,
            ...[...element.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value),
          ].join(),
        );
        const seen = await look(window, `the form of ${kind}`, true);
        found.push(...seen.found);
        if (!own.includes("__xss")) silent.push(kind);
      }
    };
    await Promise.all([walk(), walk()]);
    const window = await watched(context);
    await window.page.goto(`${base}${editor}?tab=versions`, { waitUntil: "load" });
    await window.page.getByRole("button", { name: "Compare version 2" }).click();
    await window.page.getByText("Another title of all").first().waitFor();
    const changes = await look(window, "what differs", true);
    expect([...found, ...changes.found]).toEqual([]);
    // A part of a package has no words of its own; those of the package are in the next test's course.
    expect(silent).toEqual(["scorm"]);
    // What was there and what is there now, of every kind.
    expect(changes.text.split("__xss").length).toBeGreaterThan(2 * Object.keys(blockKinds).length);
    await context.close();
  });

  test("the trap itself works", async () => {
    const context = await contextOf(null);
    await context.route("**/trap", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<h1>trap</h1><img src=x onerror=window.__xss=1><a href="javascript:1">a</a><script>alert(1)</script>`,
      }),
    );
    const { found } = await visit(await watched(context), "/trap");
    expect(found.join("\n")).toMatch(/script 1[\s\S]*|dialog 1/);
    expect(found.some((line) => line.includes("dialog 1"))).toBe(true);
    expect(found.some((line) => line.includes("IMG onerror"))).toBe(true);
    expect(found.some((line) => line.includes("A href=javascript:1"))).toBe(true);
    await context.close();
  });

  test("the trap for requests lets a page ask the stage that it names, and nobody else", async () => {
    const [own, other] = ["a", "b"].map((digit) => `http://c-${digit.repeat(32)}.content.localhost`);
    const framed = (origin: string | undefined, head = "") => `${head}<h1>trap</h1><iframe src="${origin}/c/part.html"></iframe>`;
    const named = `<meta name="stoa-stage" content="${own}">`;
    const leaves = `<img src="${other}/picture.png"><script>location.href = "${other}/c/elsewhere.html"</script>`;
    const trapped = async (html: string, part = "") => {
      const context = await contextOf(null);
      const answers: Record<string, string> = { "/trap": html, "/c/part.html": part };
      await context.route(/./, (route) =>
        route.fulfill({ contentType: "text/html", body: answers[new URL(route.request().url()).pathname] ?? "" }),
      );
      const { found } = await visit(await watched(context), "/trap");
      await context.close();
      return found.filter((line) => /request|stage/.test(line)).map((line) => line.replace("/trap: ", ""));
    };
    expect(await trapped(framed(own, named))).toEqual([]);
    expect(await trapped(framed(other, named))).toEqual([`request to ${other}/c/part.html`]);
    expect(await trapped(framed(own))).toEqual([`request to ${own}/c/part.html`]);
    const led = await trapped(framed(own, named), leaves);
    expect(led).toContain(`request to ${other}/c/elsewhere.html`);
    expect(led).toContain(`request to ${other}/picture.png`);
    expect(await trapped(framed(other, `${named}<meta name="stoa-stage" content="${other}">`))).toEqual([
      `another stage ${other}`,
      `request to ${other}/c/part.html`,
    ]);
  });
});

test("security.md 36, 74, 75: every export has the attacks as text, and no cell that a spreadsheet would run", async () => {
  const client = await app.signInAs(seeded.person, "a");
  // What begins like a formula, in names that stand in most tables.
  const groupId = await app.databases.inSystem("plant formulas", async (db) => {
    await sql`update users set given_name = '=HYPERLINK("http://evil.test");=cmd', family_name = '＝cmd' where id <> ${seeded.person.id}`.execute(
      db,
    );
    return (await db.selectFrom("groups").select("id").where("name", "like", "%__xss%").executeTakeFirstOrThrow()).id;
  });
  const ids: Record<string, number> = {
    courseId: seeded.scormCourseId,
    userId: seeded.person.id,
    groupId,
    importId: seeded.importId,
    announcementId: seeded.announcementId,
  };
  const exports = app.server.routeTable.filter(({ method, path }) => method === "GET" && path.endsWith(".csv"));
  const runnable: string[] = [];
  const silent: string[] = [];
  for (const { path } of exports) {
    const url = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 0));
    const reply = await client.get(url);
    if (reply.statusCode === 404) continue;
    expect([path, reply.statusCode]).toEqual([path, 200]);
    const cells = reply.body.replace(/^\uFEFF/, "").match(/"(?:[^"]|"")*"|[^,\r\n]+/g) ?? [];
    for (const cell of cells)
      if (/^"?[=+\-@\t\r＝＋－＠]/.test(cell) && !/^"?-?\d+(?:\.\d+)?"?$/.test(cell)) runnable.push(`${path}: ${cell.slice(0, 40)}`);
    // Some spreadsheets part cells at semicolons and tabs, whatever quotes stand around them.
    for (const part of reply.body.split(/[;\t\r\n]/))
      if (/^[=+\-@＝＋－＠]/.test(part) && !/^-?\d+(?:\.\d+)?$/.test(part)) runnable.push(`${path}: ${part.slice(0, 40)}`);
    if (!reply.body.includes("__xss")) silent.push(path);
  }
  expect(runnable).toEqual([]);
  expect(exports.length - silent.length).toBeGreaterThan(8);
});

describe("announcement HTML on the server", () => {
  test("keeps words and drops everything that could act", () => {
    const clean = announcementHtml(hostileHtml);
    expect(clean).toContain("<p>kept</p>");
    expect(clean).toContain('href="https://ok.test/"');
    expect(clean).not.toMatch(/<(?!\/?(?:p|br|strong|b|em|i|u|ul|ol|li|a|h2|h3|h4|blockquote|hr)\b)[a-z]/i);
    expect(clean.match(/<a [^>]*>/g)?.join("")).not.toMatch(/javascript|data:|vbscript|\/\/evil|\son\w+=|\sid=|\sname=|style|target/i);
  });

  test("is the same when it is cleaned again, one by one and together", () => {
    for (const html of [...canaries, ...hostileHtml.split("\n"), hostileHtml])
      expect(announcementHtml(announcementHtml(html))).toBe(announcementHtml(html));
  });

  test("a megabyte of nested tags takes less than a moment (security.md 44)", () => {
    const clean = announcementHtml("<b><i>".repeat(170_000));
    expect(clean.length).toBeLessThan(200_000);
  });
});
