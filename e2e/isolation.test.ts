import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { files12, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse, type ScormCourse, type ScormCourseFields } from "#features/scorm/test/scorm-course.ts";
import { soon } from "./support/actions.ts";
import { signInOnPage, startStoa, type PortalSlug } from "./support/stoa.ts";
import { useStoa } from "./support/use-stoa.ts";

// Packages are kept from each other (security.md §3.2): between two courses of two authors, two portals and two people of one browser, in the page and
// in windows of their own. Each attack that was ever found is a test.
const stoa = useStoa();
let learner: number;
beforeAll(async () => {
  learner = await stoa.userId();
}, 180_000);

/** Says what it finds of others, then leaves its own mark everywhere a page can. */
const probe = `<!doctype html><title>Probe</title><body><pre id="out">working</pre><script>
  const attempt = async (work) => { try { return await work(); } catch { return "refused"; } };
  const opened = (name) => new Promise((done, failed) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => { request.result.close(); done(name); };
    request.onerror = failed;
  });
  (async () => {
    const heard = [];
    const channel = await attempt(() => { const one = new BroadcastChannel("mark"); one.onmessage = ({ data }) => heard.push(data); return one; });
    const found = {
      local: await attempt(() => localStorage.getItem("mark")),
      session: await attempt(() => sessionStorage.getItem("mark")),
      cookie: await attempt(() => document.cookie),
      databases: await attempt(async () => (await indexedDB.databases()).map(({ name }) => name).join()),
      caches: await attempt(async () => (await caches.keys()).join()),
      worker: await attempt(() => navigator.serviceWorker.register("worker.js").then(() => "registered")),
      domain: await attempt(() => { document.domain = location.hostname.split(".").slice(1).join("."); return document.domain; }),
      host: location.hostname,
    };
    await attempt(() => localStorage.setItem("mark", "left"));
    await attempt(() => sessionStorage.setItem("mark", "left"));
    await attempt(() => { document.cookie = "mark=left; path=/"; });
    await attempt(() => opened("mark"));
    await attempt(() => caches.open("mark"));
    await attempt(() => channel.postMessage("left"));
    document.getElementById("out").textContent = JSON.stringify(found);
  })();
</script>`;

interface Found {
  readonly local: string | null;
  readonly session: string | null;
  readonly cookie: string;
  readonly databases: string;
  readonly caches: string;
  readonly worker: string;
  readonly domain: string;
  readonly host: string;
}

/** Nothing of anybody else's. */
const nothing = { local: null, session: null, cookie: "", databases: "", caches: "" };

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

/** A page of a package that opens a window when it is pressed; that window keeps hold of the tab and tries what it can, again and again. */
const opener = `<!doctype html><title>Opener</title><body><button onclick="window.open('lurker.html')">Open a window</button>`;
const lurker = `<!doctype html><title>Lurker</title><body><script>
  const kept = opener.top;
  window.attack = () => {
    const seen = [];
    const look = (name, work) => { try { seen.push(name + ": " + String(work())); } catch { /* refused */ } };
    look("page", () => kept.document.title);
    look("page's address", () => kept.location.href);
    for (let at = 0; at < kept.length; at++) {
      look("launcher's address", () => kept[at].location.href);
      look("launcher", () => kept[at].document.title);
      look("API", () => typeof kept[at].API);
      look("part", () => kept[at][0].location.href);
    }
    return { frames: kept.length, seen };
  };
  window.steal = async (url, body) => {
    try {
      const answer = await fetch(url, { method: "POST", headers: { "content-type": "text/plain" }, body });
      return String(answer.status);
    } catch { return "refused"; }
  };
  window.read = async (url) => { try { return (await (await fetch(url)).text()).length; } catch { return "refused"; } };
</script>`;

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
  "a package that may store no more is told so by its API, the learner by a sentence, and the course can be completed",
  { timeout: 60_000 },
  async () => {
    const course = await aCourse({ title: "Stores too much", zip: await zipOf(files12([{ title: "Collecting", href: "c.html" }])) });
    const page = await stoa.signedIn();
    const opened = page.waitForRequest((request) => request.url().endsWith("/rest/scorm/open"));
    await page.goto(viewer(course));
    const { attemptId } = (await opened).postDataJSON() as { attemptId: number };
    // It shows its status once it has found its API and begun.
    const part = page.frameLocator(".scorm-frame iframe").frameLocator("iframe").getByText("Status:");
    await part.waitFor();
    // As much as fits, less 8,000 bytes.
    await stoa.databases.inSystem("an attempt that is nearly full", (db) =>
      db
        .insertInto("scorm_states")
        .values({ portal_id: stoa.portalId(), attempt_id: attemptId, sco_key: "_sequencing", cmi_bytes: 4 * 1024 ** 2 - 8_000 })
        .execute(),
    );
    await page.reload();
    await part.waitFor();
    const said = await part.evaluate(() => {
      type Api = { API: Record<string, (...args: string[]) => string> };
      const { API: api } = window.parent as unknown as Api;
      const say = (name: string, ...args: string[]) => `${api[name]?.(...args)} ${api["LMSGetLastError"]?.("")}`;
      return [
        say("LMSSetValue", "cmi.suspend_data", "x".repeat(4_000)),
        ...Array.from({ length: 40 }, (_, nth) => say("LMSSetValue", `cmi.interactions.${nth}.id`, "x".repeat(250))),
        say("LMSSetValue", "cmi.core.lesson_status", "completed"),
        say("LMSCommit", ""),
      ];
    });
    expect(said.slice(0, 2)).toEqual(["true 0", "true 0"]);
    expect(said).toContain("false 101");
    expect(said.slice(-2)).toEqual(["true 0", "false 101"]);
    await page.getByText("The course has no more room to store").waitFor();
    await soon(() => results(course)).toContainEqual(expect.objectContaining({ sco_key: "sco-1", completed: true }));
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
    const policy = async (course: ScormCourse) =>
      /frame-src ([^;]+)/.exec((await page.request.get(viewer(course))).headers()["content-security-policy"] ?? "")?.[1];
    const { host } = await inPage(page, first);
    expect(new URL((await policy(first)) ?? "").hostname).toBe(host);
    expect(await policy(second)).not.toBe(await policy(first));
    expect((await page.request.get(stoa.url("/v/student/dashboard"))).headers()["content-security-policy"]).toContain("frame-src 'none'");
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

test(
  "where courses share one host, a window of its own has no opener: it plays, saves, resumes and ends by its token alone",
  { timeout: 120_000 },
  async () => {
    const one = await startStoa(inject("superUrl"), { settings: { CONTENT_HOSTS: "one" } });
    try {
      const fields = { portalId: one.portalId(), userId: await one.userId("author@stoa.example"), learners: [await one.userId()] };
      const opens = `${scoPage("Pitching")}<button onclick="window.open('lurker.html')">Open a window</button>`;
      const zip = await zipOf({ ...files12(), "pages/pitching.html": opens, "pages/lurker.html": lurker });
      const [course, victim] = await Promise.all([
        aScormCourse(one, { ...fields, zip, title: "Alone", newWindow: true }),
        aScormCourse(one, { ...fields, zip: await zipOf(files12()), title: "Beside it" }),
      ]);
      const states = async () => {
        const rows = await one.databases.inPortal(one.portalId(), (db) =>
          db
            .selectFrom("scorm_states as s")
            .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
            .select(["s.sco_key", "s.completed", "s.cmi"])
            .where("a.course_id", "=", course.id)
            .execute(),
        );
        return Object.fromEntries(rows.map(({ sco_key, completed, cmi }) => [sco_key, { completed, ...(cmi as object) }]));
      };
      const first = await one.signedIn();
      const context = first.context();
      await context.addInitScript(() => Object.assign(window, { hadOpener: window.opener !== null }));
      const openWindow = async (page: Page) => {
        await page.goto(one.url(`/v/student/courseViewer/${course.id}`));
        const open = page.getByRole("button", { name: "Open the course" });
        await open.waitFor();
        const [popup] = await Promise.all([context.waitForEvent("page"), open.click()]);
        return popup;
      };
      const popup = await openWindow(first);
      const part = popup.frameLocator("iframe");
      await part.getByRole("button", { name: "Bookmark page 3" }).click();
      expect(await popup.evaluate(() => "hadOpener" in window && window.hadOpener)).toBe(false);
      // The page that it was opened from is gone, and it goes on.
      await first.close();
      await part.getByRole("button", { name: "Complete" }).click();
      await soon(states).toMatchObject({ "sco-1": { completed: true, "cmi.core.lesson_location": "page-3" } });
      await popup.reload();
      await soon(() => part.locator("#place").innerText()).toBe("page-3");
      // What it reports from now on is newer than what it reported before.
      await part.locator("#status").evaluate(() => {
        const { API } = window.parent as unknown as { API: Record<string, (...args: string[]) => string> };
        API["LMSSetValue"]?.("cmi.core.lesson_location", "page-2");
      });
      await soon(states).toMatchObject({ "sco-1": { completed: true, "cmi.core.lesson_location": "page-2" } });

      // What it opens itself reaches its own window and nothing of what the learner opens next.
      const [kept] = await Promise.all([context.waitForEvent("page"), part.getByRole("button", { name: "Open a window" }).click()]);
      await kept.waitForFunction(() => "attack" in window);
      const second = await context.newPage();
      await second.goto(one.url(`/v/student/courseViewer/${victim.id}`));
      await second.frameLocator(".scorm-frame iframe").frameLocator("iframe").getByText("Status:").waitFor();
      const reached = await kept.evaluate(() => {
        const seen = new Set<Window>();
        const walk = (at: Window | null) => {
          if (!at || seen.has(at)) return;
          seen.add(at);
          for (const next of [at.opener as Window | null, at.top, at.parent, ...Array.from({ length: at.length }, (_, nth) => at[nth])])
            walk(next ?? null);
        };
        walk(window);
        return [...seen].map(({ location }) => location.pathname.split("/").pop());
      });
      expect(new Set(reached)).toEqual(new Set(["~launcher", "pitching.html", "lurker.html"]));
      await kept.close();

      // The window has its own way from part to part; the first one is complete.
      await popup.getByRole("button", { name: "Next part" }).click();
      await part.getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
      expect(await popup.getByRole("combobox", { name: "Parts of this course" }).inputValue()).toBe("sco-2");
      // Opened once more: the window before is told, and its API answers false.
      const again = await openWindow(second);
      await popup.getByText("The course was opened again in another window or on another device.").waitFor();
      const says = () =>
        part.locator("#status").evaluate(() => {
          const { API } = window.parent as unknown as { API: Record<string, (...args: string[]) => string> };
          return API["LMSSetValue"]?.("cmi.core.lesson_status", "failed");
        });
      await soon(says).toBe("false");
      await popup.close();
      const fresh = again.frameLocator("iframe");
      await again.getByRole("combobox", { name: "Parts of this course" }).selectOption({ label: "Guy lines & pegs" });
      await fresh.getByRole("heading", { name: "Guy lines & pegs" }).waitFor();
      // While the server cannot be reached nothing keeps what is reported: the package hears so, and so does the learner.
      await context.setOffline(true);
      await fresh.getByRole("button", { name: "Complete" }).click();
      await again.getByText("Not saved yet, keep this window open.").waitFor();
      const commits = () =>
        fresh.locator("#status").evaluate(() => {
          const { API } = window.parent as unknown as { API: Record<string, (...args: string[]) => string> };
          return API["LMSCommit"]?.("");
        });
      expect(await commits()).toBe("false");
      await context.setOffline(false);
      await soon(async () => (await states())["sco-2"]).toMatchObject({ completed: true });
      await again.getByRole("button", { name: "Finish" }).click();
      await again.getByText("The course has ended. You can close this window.").waitFor();
      await second.getByRole("button", { name: "Exit" }).click();
      await second.getByRole("heading", { name: "Course complete" }).waitFor();
      await context.close();
      one.problems();
    } finally {
      await one.close();
    }
  },
);
