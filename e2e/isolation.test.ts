import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { embedHosts } from "#features/blocks/embed/hosts.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse, type ScormCourse, type ScormCourseFields } from "#features/scorm/test/scorm-course.ts";
import { soon } from "./support/actions.ts";
import { lurker, nothing, opener, probe, type Found } from "./support/hostile-pages.ts";
import { signInOnPage, type PortalSlug } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Packages are kept from each other (security.md §3.2): between two courses of two authors, two portals and two people of one browser, in the page and
// in windows of their own. Each attack that was ever found is a test.
const stoa = useStoa();
let learner: number;
beforeAll(async () => {
  learner = await stoa.userId();
}, 180_000);

const files = async (page: string) =>
  zipOf({ ...files12([{ title: "Probe", href: "probe.html" }]), "probe.html": page, "worker.js": "self.onfetch = () => {};" });

async function aCourse(fields: Partial<ScormCourseFields> & { title: string; portal?: PortalSlug; html?: string }): Promise<ScormCourse> {
  const { portal = "northwind", html = probe, ...rest } = fields;
  const userId = await stoa.userId(portal === "northwind" ? "author@stoa.example" : "harbor-admin@stoa.example");
  return aScormCourse(stoa, { portalId: stoa.portalId(portal), userId, learners: [learner], zip: await files(html), ...rest });
}

const viewer = (course: ScormCourse, portal?: PortalSlug) => stoa.url(`/v/student/courseViewer/${course.id}`, portal);

/** What the package of a course finds, played in the page. */
async function inPage(page: Page, course: ScormCourse, portal?: PortalSlug): Promise<Found> {
  await page.goto(viewer(course, portal));
  const out = page.frameLocator(".scorm-frame iframe").frameLocator("iframe").locator("#out");
  await soon(() => out.innerText()).toContain("{");
  return JSON.parse(await out.innerText()) as Found;
}

/** What the package of a course finds, played in a window of its own, where its host is the site. */
async function inWindow(page: Page, course: ScormCourse, portal?: PortalSlug): Promise<Found> {
  await page.goto(viewer(course, portal));
  const open = page.getByRole("button", { name: "Open the course" });
  await open.waitFor();
  const [popup] = await Promise.all([page.context().waitForEvent("page"), open.click()]);
  const out = popup.frameLocator("iframe").locator("#out");
  await soon(() => out.innerText()).toContain("{");
  const found = JSON.parse(await out.innerText()) as Found;
  await popup.close();
  return found;
}

async function signIn(page: Page, email: string, portal: PortalSlug) {
  await page.goto(stoa.url("/v/auth/login", portal));
  await signInOnPage(page, email);
  await page.waitForURL(/\/v\/(?!auth)/);
}
const signOut = async (page: Page, portal: PortalSlug) => {
  await page.goto(stoa.url("/onlinetraining/auth/logout", portal));
  await page.getByLabel("Email").waitFor();
};

for (const { where, look, newWindow } of [
  { where: "in the page", look: inPage, newWindow: false },
  { where: "in windows of their own", look: inWindow, newWindow: true },
])
  test(
    `${where}, what a package stores is found by its own course only: not by another course, portal or person of the same browser`,
    { timeout: 180_000 },
    async () => {
      const other = await stoa.userId("author@stoa.example");
      const [first, second, elsewhere] = await Promise.all([
        aCourse({ title: `Leaves marks ${where}`, newWindow, learners: [learner, other] }),
        aCourse({ title: `Looks for marks ${where}`, newWindow }),
        aCourse({ title: `Looks from another portal ${where}`, newWindow, portal: "harbor" }),
      ]);
      const page = await stoa.signedIn();
      const before = await look(page, first);
      expect(before).toMatchObject(nothing);
      // No worker outlives its page, and no two hosts become one origin.
      expect([before.worker, before.domain]).toEqual([
        "refused",
        expect.stringMatching(/^(?:refused|c-[0-9a-f]{32}\.content\.localhost)$/),
      ]);
      // Another course of the same person and portal.
      const foreign = await look(page, second);
      expect(foreign).toMatchObject(nothing);
      expect(foreign.host).not.toBe(before.host);
      // The same person in another portal, after signing out here.
      await signOut(page, "northwind");
      await signIn(page, "student@stoa.example", "harbor");
      expect(await look(page, elsewhere, "harbor")).toMatchObject(nothing);
      // Another person in the same portal, course and browser.
      await signIn(page, "author@stoa.example", "northwind");
      const stranger = await look(page, first);
      expect(stranger).toMatchObject(nothing);
      expect(stranger.host).not.toBe(before.host);
      // Its own course finds it again, as far as the browser keeps it in this place.
      await signOut(page, "northwind");
      await signIn(page, "student@stoa.example", "northwind");
      const again = await look(page, first);
      expect(again.host).toBe(before.host);
      expect(again).toMatchObject({ local: "left", databases: "mark", cookie: newWindow ? "mark=left" : expect.any(String) });
      await page.context().close();
      stoa.problems();
    },
  );

const results = (course: ScormCourse, portal: PortalSlug = "northwind") =>
  stoa.databases.inPortal(stoa.portalId(portal), (db) =>
    db
      .selectFrom("scorm_states as s")
      .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
      .select(["s.sco_key", "s.passed", "s.completed"])
      .where("a.course_id", "=", course.id)
      .where("s.sco_key", "<>", "_open")
      .execute(),
  );

/** Whose course the learner opens next in the tab that a package's window keeps hold of. */
const nexts: { who: string; next: (page: Page, hostile: ScormCourse) => Promise<{ victim: ScormCourse; portal: PortalSlug }> }[] = [
  {
    who: "of another author's course",
    next: async () => ({
      victim: await aCourse({ title: "Another author's course", zip: await zipOf(files12([{ title: "Pitching", href: "p.html" }])) }),
      portal: "northwind",
    }),
  },
  {
    who: "of a course in another portal",
    async next(page) {
      const zip = await zipOf(files12([{ title: "Pitching", href: "p.html" }]));
      const victim = await aCourse({ title: "Another portal's course", portal: "harbor", zip });
      await signIn(page, "student@stoa.example", "harbor");
      return { victim, portal: "harbor" };
    },
  },
  {
    who: "of another person who opens the same course in this browser",
    async next(page, hostile) {
      await signOut(page, "northwind");
      await signIn(page, "author@stoa.example", "northwind");
      return { victim: hostile, portal: "northwind" };
    },
  },
];
for (const { who, next } of nexts)
  test(
    `a window that a package opened and that keeps hold of the tab reads nothing ${who}, and cannot use the token`,
    { timeout: 120_000 },
    async () => {
      const hostile = await aCourse({
        title: `Opens a window: ${who}`,
        learners: [learner, await stoa.userId("author@stoa.example")],
        zip: await zipOf({ ...files12([{ title: "Opener", href: "probe.html" }]), "probe.html": opener, "lurker.html": lurker }),
      });
      const page = await stoa.signedIn();
      await page.goto(viewer(hostile));
      const button = page.frameLocator(".scorm-frame iframe").frameLocator("iframe").getByRole("button", { name: "Open a window" });
      await button.waitFor();
      const [popup] = await Promise.all([page.context().waitForEvent("page"), button.click()]);
      await popup.waitForFunction(() => "attack" in window);
      // In that tab comes what is not this package's.
      const { victim, portal } = await next(page, hostile);
      const opened = page.waitForResponse((answer) => answer.url().endsWith("/rest/scorm/open"));
      await page.goto(viewer(victim, portal));
      const { token, launcherUrl } = (await (await opened).json()) as { token: string; launcherUrl: string };
      await page.frameLocator(".scorm-frame iframe").frameLocator("iframe").locator("body").waitFor();
      const attack = await popup.evaluate(() => (window as unknown as { attack: () => { frames: number; seen: string[] } }).attack());
      expect(attack).toEqual({ frames: expect.any(Number), seen: [] });
      // Even with the token in hand nothing is written or read from there.
      const commit = { kind: "cmi", scoKey: "sco-1", session: "forged-session", values: { "cmi.core.lesson_status": "passed" } };
      const body = JSON.stringify({ token, clientId: "forged-client", commits: [{ seq: 1, fact: commit }] });
      const steal = (url: string) =>
        popup.evaluate(([at, text]) => (window as unknown as { steal: (url: string, body: string) => Promise<string> }).steal(at, text), [
          url,
          body,
        ] as const);
      expect(await steal(stoa.url("/rest/scorm/commit", portal))).toBe("refused");
      const read = (url: string) =>
        popup.evaluate((at) => (window as unknown as { read: (url: string) => Promise<unknown> }).read(at), url);
      expect(await read(launcherUrl)).toBe("refused");
      const onItsHost = new URL(launcherUrl);
      onItsHost.host = new URL(popup.url()).host;
      expect(await popup.evaluate(async (at) => (await fetch(at)).status, onItsHost.href)).toBe(404);
      // Not in a frame of its own either.
      const framed = await popup.evaluate(
        (at) =>
          new Promise<string>((done) => {
            const frame = document.createElement("iframe");
            frame.addEventListener("load", () => {
              try {
                done(String(frame.contentDocument?.title));
              } catch {
                done("refused");
              }
            });
            frame.src = at;
            document.body.append(frame);
          }),
        launcherUrl,
      );
      expect(framed).toMatch(/^(?:refused|undefined)$/);
      expect(await results(victim, portal)).not.toContainEqual(expect.objectContaining({ passed: true }));
      await page.context().close();
      stoa.problems();
    },
  );

test(
  "a page frames the packages of the course it was loaded for and of no other: the way to another one loads it anew",
  { timeout: 60_000 },
  async () => {
    const [first, second] = await Promise.all([aCourse({ title: "First on stage" }), aCourse({ title: "Second on stage" })]);
    const page = await stoa.signedIn();
    // Whom a page may frame besides those whose content lessons embed.
    const framed = async (address: string) => {
      const policy = (await page.request.get(address)).headers()["content-security-policy"] ?? "";
      const origins = /frame-src ([^;]+)/.exec(policy)?.[1]?.split(" ") ?? ["none given"];
      return origins.filter((origin) => !embedHosts.some((one) => one.origin === origin)).map((origin) => new URL(origin).hostname);
    };
    const { host } = await inPage(page, first);
    expect(await framed(viewer(first))).toEqual([host]);
    const others = await framed(viewer(second));
    expect(others).toHaveLength(1);
    expect(others).not.toEqual([host]);
    expect(await framed(stoa.url("/v/student/dashboard"))).toEqual([]);
    // From screen to screen, without loading a page.
    await page.goto(stoa.url(`/v/course/details/scorm/${second.id}`));
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole("link", { name: "Start" }).first().click();
    const out = page.frameLocator(".scorm-frame iframe").frameLocator("iframe").locator("#out");
    await soon(() => out.innerText()).toContain("{");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(false);
    await page.context().close();
    stoa.problems();
  },
);

test("a package calls nothing of the app: not with the session's cookie, in its portal or another", { timeout: 60_000 }, async () => {
  const course = await aCourse({ title: "Calls the app" });
  const page = await stoa.signedIn();
  await inPage(page, course);
  const epochs = () =>
    stoa.databases.inPortal(stoa.portalId(), (db) =>
      db
        .selectFrom("attempt_states as s")
        .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
        .select("s.epoch")
        .where("a.course_id", "=", course.id)
        .execute(),
    );
  const before = await epochs();
  const part = page.frameLocator(".scorm-frame iframe").frameLocator("iframe").locator("body");
  const call = (url: string, init: Readonly<Record<string, string | Record<string, string>>>) =>
    part.evaluate(
      async (_, [at, how]) => {
        try {
          const answer = await fetch(at, how);
          return answer.type === "opaque" ? "opaque" : `${answer.status} ${(await answer.text()).length}`;
        } catch {
          return "refused";
        }
      },
      [url, init] as const,
    );
  const body = JSON.stringify({ courseId: course.id });
  for (const portal of ["northwind", "harbor"] as const) {
    const launch = stoa.url("/rest/progress/launch", portal);
    expect(await call(launch, { method: "POST", credentials: "include", body, headers: { "content-type": "application/json" } })).toBe(
      "refused",
    );
    expect(await call(launch, { method: "POST", credentials: "include", mode: "no-cors", body })).toMatch(/opaque|refused/);
    expect(await call(stoa.url("/rest/history", portal), { credentials: "include" })).toBe("refused");
  }
  expect(await epochs()).toEqual(before);
  await page.context().close();
  stoa.problems();
});

test(
  "a cookie that a package's own window sets for every content host reaches no portal, opens nothing and breaks nothing",
  { timeout: 120_000 },
  async () => {
    // What cannot be prevented: where a browser takes such a cookie, packages of other courses see it in their own windows (decision 013).
    const tosser = `<!doctype html><title>Tosser</title><body><pre id="out"></pre><script>
      const domain = location.hostname.split(".").slice(1).join(".");
      for (const at of [domain, domain.split(".").slice(-1)[0]]) document.cookie = "tossed=1; path=/; domain=" + at;
      document.cookie = "__Host-stoa=forged; path=/; domain=" + domain;
      document.getElementById("out").textContent = JSON.stringify({ cookie: document.cookie });
    </script>`;
    const [hostile, victim] = await Promise.all([
      aCourse({ title: "Sets a cookie for all", html: tosser, newWindow: true }),
      aCourse({ title: "Sees a cookie of all", newWindow: true }),
    ]);
    const page = await stoa.signedIn();
    await inWindow(page, hostile);
    const cookies = await page.context().cookies();
    const portalHosts = new Set(["northwind", "harbor"].map((portal) => new URL(stoa.url("/", portal as PortalSlug)).hostname));
    expect(cookies.filter(({ name, domain }) => name === "tossed" && portalHosts.has(domain.replace(/^\./, "")))).toEqual([]);
    expect(cookies.filter(({ value }) => value === "forged")).toEqual([]);
    // The other course plays, and of what it keeps itself nothing is anybody else's.
    const found = await inWindow(page, victim);
    expect(found).toMatchObject({ local: null, session: null, databases: "", caches: "" });
    expect(found.cookie).toMatch(/^(?:tossed=1)?$/);
    // Signed in as before.
    expect((await page.request.get(stoa.url("/rest/history"))).status()).toBe(200);
    await page.context().close();
    stoa.problems();
  },
);
