import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findChromium } from "#platform/test/chromium.ts";
import type { Fact } from "./contract.ts";
import type * as CurrentOutbox from "./web/current-outbox.ts";
import type * as PlayerLockModule from "./web/player-lock.ts";
import type * as StudyClock from "./web/study-clock.ts";

// The outbox in a real Chromium against a server that can fail in every way that was measured (security.md §5.2, F8, F10 to F14, F16).
declare global {
  interface Window {
    stoa: typeof CurrentOutbox & typeof StudyClock & typeof PlayerLockModule;
    outbox: ReturnType<typeof CurrentOutbox.openOutbox>;
    plays: boolean[];
  }
}

type Mode = "ok" | "down" | "cut" | "signedOut" | "notOwner" | "hang" | "refuse2" | "hold";
let mode: Mode = "ok";
/** What the server has for good: one entry an (attempt, client, seq). */
const ledger = new Map<string, Fact>();
const loose = new Map<string, number>();
let commits = 0;
/** Questions whether the server is there, and what it answers to them. */
let asked = 0;
let healthStatus = 200;
/** Replies that wait until the test lets them go. */
let heldReplies: (() => void)[] = [];
let keys: string[] = [];
const secondsIn = () => [...ledger.values()].reduce((sum, fact) => sum + (fact.kind === "time" ? fact.seconds : 0), 0);

let server: Server;
let files: Map<string, string>;
let browser: Browser;
let context: BrowserContext;
let origin: string;

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: {
        formats: ["es"],
        entry: Object.fromEntries(
          ["current-outbox", "study-clock", "player-lock"].map((name) => [name, join(import.meta.dirname, "web", `${name}.ts`)]),
        ),
      },
    },
  });
  files = new Map(
    [built]
      .flat()
      .flatMap((one) => ("output" in one ? one.output : []))
      .flatMap((file) => (file.type === "chunk" ? [[`/${file.fileName}`, file.code] as const] : [])),
  );
  const entries = [...files.keys()].filter((name) => /^\/(current-outbox|study-clock|player-lock)\.m?js$/.test(name));
  const page = `<!doctype html><title>Outbox</title><body style="height:3000px"><script type="module">
    window.stoa = Object.assign({}, ...await Promise.all(${JSON.stringify(entries)}.map((name) => import(name))));
  </script>`;
  server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (url === "/healthz") {
      asked++;
      if (mode === "down") return void request.socket.destroy();
      return void (mode === "hang" || response.writeHead(healthStatus).end("{}"));
    }
    if (request.method === "GET") {
      const code = files.get(url);
      response.writeHead(200, { "content-type": code ? "text/javascript" : "text/html" }).end(code ?? page);
      return;
    }
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", (): unknown => {
      const say = (status: number, body: object) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      commits++;
      if (mode === "hang") return undefined;
      if (mode === "down") return request.socket.destroy();
      if (mode === "signedOut") return say(401, { code: "signed_out", message: "Sign in to continue." });
      if (mode === "notOwner") return say(403, { code: "not_owner", message: "This attempt belongs to another person." });
      const body = JSON.parse(text);
      if (url.includes("UpdateLastViewedChapterAndTime")) {
        const key = String(request.headers["idempotency-key"]);
        keys.push(key);
        if (!loose.has(key)) loose.set(key, body.minutesSpent * 60);
        if (mode === "cut") return request.socket.destroy();
        return say(200, { creditedSeconds: 0, totalSeconds: 0 });
      }
      const attemptId = Number(/attempts\/(\d+)\//.exec(url)?.[1]);
      if (mode === "refuse2" && body.commits.some(({ seq }: { seq: number }) => seq === 2))
        return say(400, { code: "invalid", message: "No." });
      for (const { seq, fact } of body.commits) {
        const id = `${attemptId} ${body.clientId} ${seq}`;
        if (!ledger.has(id)) ledger.set(id, fact);
      }
      if (mode === "cut") return request.socket.destroy();
      const reply = () =>
        say(200, {
          stored: body.commits.map(({ seq }: { seq: number }) => seq),
          contiguous: 0,
          refused: [],
          state: { attemptId, percent: ledger.size },
        });
      return mode === "hold" ? heldReplies.push(reply) : reply();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.launch(await findChromium());
});

beforeEach(async () => {
  await context?.close();
  mode = "ok";
  ledger.clear();
  loose.clear();
  commits = 0;
  asked = 0;
  healthStatus = 200;
  heldReplies = [];
  keys = [];
  context = await browser.newContext();
});

afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

async function open(userId = 1, prepare?: (page: Page) => Promise<unknown>, flushMs?: number): Promise<Page> {
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(origin);
  await page.waitForFunction(() => window.stoa);
  await start(page, userId, flushMs);
  return page;
}
/** Opens the outbox with the times that ship. */
async function openAsShipped(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(origin);
  await page.waitForFunction(() => window.stoa);
  await page.evaluate(() => void (window.outbox = window.stoa.openOutbox({ userId: 1, portalId: 7 })));
  await until(page, "saved");
  return page;
}
const start = (page: Page, userId = 1, flushMs = 200) =>
  page.evaluate(
    ([id, ms]) => {
      window.outbox = window.stoa.openOutbox({
        userId: id,
        portalId: 7,
        timing: { flush: [ms, ms * 1.5], soon: [30, 60], backoff: [50, 200], slowMs: 200 },
      });
    },
    [userId, flushMs] as const,
  );
const add = (page: Page, ...facts: Fact[]) =>
  page.evaluate(async (all) => Promise.all(all.map((fact) => window.outbox.add(5, 1, fact).onDevice)), facts);
const study = (page: Page, seconds: number, pageId?: string) =>
  page.evaluate(([s, p]) => window.outbox.addTime(5, 1, s, p), [seconds, pageId] as const);
const state = (page: Page) => page.evaluate(() => window.outbox.status.getSnapshot());
const until = (page: Page, name: string) => page.waitForFunction((wanted) => window.outbox.status.getSnapshot().state === wanted, name);
const saved = (page: Page) =>
  page.waitForFunction(() => {
    const s = window.outbox.status.getSnapshot();
    return s.state === "saved" && s.pendingSeconds === 0;
  });
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
const onDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("stoa-outbox");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const count = opening.result.transaction("entries").objectStore("entries").count();
          count.addEventListener("success", () => {
            opening.result.close();
            resolve(count.result);
          });
        });
      }),
  );

/** Ends a page without a word: no pagehide, nothing goes along. */
async function crash(page: Page) {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
}

const views = (...pages: string[]): Fact[] => pages.map((pageId) => ({ kind: "view", pageId }));

test("facts are saved once and leave the device only after the server's word", async () => {
  const page = await open();
  const word = await page.evaluate(async () => {
    const added = window.outbox.add(5, 1, { kind: "submit", blockId: "z", answers: { q: ["a"] } });
    return { onDevice: await added.onDevice, ...(await added.onServer) };
  });
  expect(word).toMatchObject({ onDevice: true, refused: null, state: { attemptId: 5 } });
  await study(page, 3, "p1");
  await study(page, 4, "p1");
  expect((await stored(page))["UserCourseAttemptId-5"]).toBe("7");
  expect(await state(page)).toMatchObject({ pendingSeconds: 7 });
  await saved(page);
  expect([...ledger.values()]).toEqual([
    { kind: "submit", blockId: "z", answers: { q: ["a"] } },
    { kind: "time", seconds: 7, pageId: "p1" },
  ]);
  expect(await onDevice(page)).toBe(0);
  expect(await stored(page)).toEqual({});
  expect((await state(page)).lastSavedAt).not.toBeNull();
});

test("server down: says so, keeps everything, saves it once when it is back", async () => {
  const page = await open();
  mode = "down";
  await add(page, ...views("p1", "p2"));
  await study(page, 20);
  await until(page, "waiting");
  await page.waitForFunction(() => window.outbox.status.getSnapshot().pendingCount === 3);
  expect(await state(page)).toMatchObject({ state: "waiting", pendingSeconds: 20, lastSavedAt: null });
  expect(await onDevice(page)).toBe(3);
  mode = "ok";
  await saved(page);
  expect(ledger.size).toBe(3);
});

test("reply cut after storing: sent again under the same identity, counted once", async () => {
  const page = await open();
  mode = "cut";
  await add(page, ...views("p1"));
  await study(page, 5);
  await until(page, "waiting");
  expect(ledger.size).toBeGreaterThan(0);
  mode = "ok";
  await saved(page);
  expect(ledger.size).toBe(2);
  expect(secondsIn()).toBe(5);
});

test("an answer that does not come is not called saved", async () => {
  const page = await open();
  mode = "hang";
  await add(page, ...views("p1"));
  await until(page, "waiting");
  expect(ledger.size).toBe(0);
});

test("offline and back: named as offline, sent on return", async () => {
  const page = await open();
  await context.setOffline(true);
  await add(page, ...views("p1"));
  await study(page, 60);
  await until(page, "offline");
  expect(await state(page)).toMatchObject({ pendingSeconds: 60 });
  await context.setOffline(false);
  await saved(page);
  expect(secondsIn()).toBe(60);
});

/** One look at the page: what it says, and how old the oldest work is that the server has not confirmed, in ms. */
interface Look {
  readonly at: number;
  readonly state: string;
  readonly oldest: number;
}
interface Diary {
  readonly looks: Look[];
  /** When calls to store something began and ended. */
  readonly calls: { from: number; to: number }[];
}

/** Keeps a diary of what the page says and of the calls that store something. */
const keepDiary = (page: Page) =>
  page.evaluate(() => {
    const diary = { looks: [] as Look[], calls: [] as { from: number; to: number }[] };
    const waiting = new Set<number>();
    const send = window.fetch;
    window.fetch = async (...args) => {
      if (!String(args[0]).includes("attempts")) return send(...args);
      const call = { from: performance.now(), to: Infinity };
      diary.calls.push(call);
      return send(...args).finally(() => (call.to = performance.now()));
    };
    const look = () => {
      const now = performance.now();
      diary.looks.push({
        at: now,
        state: window.outbox.status.getSnapshot().state,
        oldest: Math.max(0, ...[...waiting].map((at) => now - at)),
      });
    };
    setInterval(look, 50);
    // After the promises that the same answer settles.
    window.outbox.status.subscribe(() => setTimeout(look));
    const work = (fact: Fact) => {
      const at = performance.now();
      waiting.add(at);
      void window.outbox.add(5, 1, fact).onServer.then(() => waiting.delete(at));
    };
    Object.assign(window, { diary, work });
  });
const work = (page: Page, fact: Fact) => page.evaluate((one) => (window as unknown as { work: (fact: Fact) => void }).work(one), fact);
const readDiary = (page: Page) => page.evaluate(() => (window as unknown as { diary: Diary }).diary);

/** What a diary says that is not true: "saved" over old work, "saving" with nothing under way or about to be. */
function untruths({ looks, calls }: Diary): string[] {
  return looks.flatMap(({ at, state: said, oldest }) => {
    const seconds = (at / 1000).toFixed(2);
    if (said === "saved" && oldest > 2_500) return [`${seconds} s: saved, with work ${Math.round(oldest)} ms old`];
    if (said === "saving" && at < (looks.at(-1)?.at ?? 0) - 2_200 && !calls.some(({ from, to }) => from < at + 2_100 && to > at - 100))
      return [`${seconds} s: saving, with nothing under way`];
    return [];
  });
}

test("a change goes out within two seconds and is called saved after the server's word", async () => {
  const page = await openAsShipped();
  await keepDiary(page);
  await work(page, { kind: "place", pageId: "p1" });
  expect(await state(page)).toMatchObject({ state: "saving", pendingCount: 1 });
  await saved(page);
  const diary = await readDiary(page);
  expect(diary.calls).toHaveLength(1);
  expect(untruths(diary)).toEqual([]);
  expect(diary.looks.filter(({ state: said }) => said === "saving").length).toBeGreaterThan(0);
  expect(ledger.size).toBe(1);
});

test("study time that grows is sent now and then, and is not called saving", async () => {
  const page = await open();
  await saved(page);
  await keepDiary(page);
  for (let second = 1; second <= 12; second++) {
    await study(page, 1);
    await page.waitForTimeout(100);
  }
  await page.waitForFunction(() => window.outbox.status.getSnapshot().pendingSeconds === 0);
  expect(secondsIn()).toBe(12);
  const { looks, calls } = await readDiary(page);
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(looks.map(({ state: said }) => said))).toEqual(new Set(["saved"]));
});

test(
  "work that never pauses keeps the rhythm of 10 to 30 seconds, and the page says the truth all the time",
  { timeout: 120_000 },
  async () => {
    const page = await openAsShipped();
    await keepDiary(page);
    await page.evaluate(() => {
      let nth = 0;
      const one = () => {
        (window as unknown as { work: (fact: Fact) => void }).work({ kind: "place", pageId: `p${nth++ % 5}` });
        window.outbox.addTime(5, 1, 1);
      };
      one();
      setInterval(one, 1_000);
    });
    await page.waitForTimeout(35_000);
    const { looks, calls } = await readDiary(page);
    expect(untruths({ looks, calls })).toEqual([]);
    // The first soon, the others in the rhythm.
    expect(calls.length).toBeGreaterThanOrEqual(2);
    expect(calls.length).toBeLessThanOrEqual(4);
    const gaps = calls.slice(1).map(({ from }, at) => from - (calls[at]?.from ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(9_900);
    expect(looks.some(({ state: said }) => said === "kept")).toBe(true);

    // Nobody tries to save just now; that the server has gone is noticed all the same.
    await until(page, "kept");
    mode = "down";
    const goneAt = performance.now();
    await until(page, "waiting");
    expect(performance.now() - goneAt).toBeLessThan(5_000);
    mode = "ok";
    await page.evaluate(() => window.outbox.resume());
    await page.waitForFunction(
      () => window.outbox.status.getSnapshot().lastSavedAt !== null && window.outbox.status.getSnapshot().state !== "waiting",
    );
  },
);

test("whatever the server does, the page says saved and saving only while it is so", { timeout: 120_000 }, async () => {
  const page = await openAsShipped();
  await keepDiary(page);
  let seed = 20_261_121;
  const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const end = performance.now() + 30_000;
  let modeUntil = 0;
  for (let nth = 0; performance.now() < end; nth++) {
    if (performance.now() > modeUntil) {
      mode = (["ok", "down", "hang", "cut", "ok"] as const)[Math.floor(random() * 5)] ?? "ok";
      modeUntil = performance.now() + 1_000 + random() * 4_000;
    }
    if (random() < 0.3) await study(page, 1);
    else await work(page, random() < 0.2 ? { kind: "view", pageId: `p${nth}` } : { kind: "place", pageId: `p${nth}` });
    await page.waitForTimeout(random() * (random() < 0.3 ? 2_500 : 500));
  }
  mode = "ok";
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
  const diary = await readDiary(page);
  expect(untruths(diary)).toEqual([]);
  expect(new Set(diary.looks.map(({ state: said }) => said))).toContain("waiting");
});

test("a server that only holds its health call back is not asked again and again", async () => {
  const page = await open(1, undefined, 3_600_000);
  await page.evaluate(() => window.outbox.close());
  healthStatus = 404;
  await page.evaluate(() => {
    window.outbox = window.stoa.openOutbox({
      userId: 2,
      portalId: 7,
      timing: { flush: [60_000, 60_000], soon: [10, 20], backoff: [50, 200], slowMs: 200, probeMs: 100 },
    });
  });
  await add(page, { kind: "place", pageId: "p1" });
  await until(page, "saved");
  await add(page, { kind: "place", pageId: "p2" });
  // Asked once, in vain; the attempt to save that follows tells that all is well.
  await expect.poll(() => ledger.size).toBe(2);
  await add(page, { kind: "place", pageId: "p3" });
  await until(page, "kept");
  await page.waitForTimeout(600);
  expect(await state(page)).toMatchObject({ state: "kept" });
  expect(asked).toBe(1);
  expect(ledger.size).toBe(2);
});

test("where the device keeps nothing, work does not wait for the regular flush", async () => {
  const page = await openAsShipped((fresh) =>
    fresh.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    }),
  );
  await keepDiary(page);
  for (let nth = 1; nth <= 3; nth++) {
    await work(page, { kind: "place", pageId: `p${nth}` });
    await expect.poll(() => ledger.size, { timeout: 4_000 }).toBe(nth);
  }
  const diary = await readDiary(page);
  expect(untruths(diary)).toEqual([]);
  expect(diary.looks.some(({ state: said }) => said === "kept")).toBe(false);
});

test("an answer that does not come, with the times that ship: told within five seconds", async () => {
  const page = await openAsShipped();
  mode = "hang";
  const from = performance.now();
  await add(page, ...views("p1"));
  await until(page, "waiting");
  expect(performance.now() - from).toBeLessThan(5_000);
});

test("reload in mid-work: the next page load sends what the last one could not", async () => {
  const page = await open();
  mode = "down";
  await add(page, ...views("p1", "p2", "p3"));
  await study(page, 30, "p1");
  await page.reload();
  await page.waitForFunction(() => window.stoa);
  mode = "ok";
  await start(page);
  await saved(page);
  expect(ledger.size).toBe(4);
  expect(secondsIn()).toBe(30);
  expect(await onDevice(page)).toBe(0);
  expect(await stored(page)).toEqual({});
});

test("closing the page sends what is not saved yet along with it", async () => {
  const page = await open();
  await page.evaluate(() => {
    window.outbox.addTime(5, 1, 12, "p1");
    window.outbox.add(5, 1, { kind: "place", pageId: "p1" });
  });
  await page.goto("about:blank");
  await expect.poll(() => ledger.size).toBe(2);
  expect(secondsIn()).toBe(12);
});

test("the page crashes: everything the device had arrives at the next start", async () => {
  mode = "down";
  const page = await open();
  await add(page, ...views("p1", "p2"));
  await study(page, 9);
  await page.waitForFunction(() => window.outbox.status.getSnapshot().pendingSeconds === 9);
  await expect.poll(() => onDevice(page)).toBe(3);
  await crash(page);
  mode = "ok";
  const next = await open();
  await saved(next);
  expect(ledger.size).toBe(3);
  expect(secondsIn()).toBe(9);
});

test("the device had not written it yet: the mirror alone brings the time back, once", async () => {
  mode = "cut";
  const page = await open(1, (fresh) =>
    fresh.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    }),
  );
  await study(page, 11, "p1");
  await until(page, "blocked");
  await expect.poll(() => ledger.size).toBe(1);
  expect((await stored(page))["UserCourseAttemptId-5"]).toBe("11");
  await crash(page);
  mode = "ok";
  const next = await open();
  await saved(next);
  expect([...ledger.values()]).toEqual([{ kind: "time", seconds: 11, pageId: "p1" }]);
  expect(await stored(next)).toEqual({});
});

test("signed out: nothing is lost, and it goes out once the same person is back", async () => {
  const page = await open();
  mode = "signedOut";
  await add(page, ...views("p1"));
  await until(page, "waiting");
  mode = "ok";
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
  expect(ledger.size).toBe(1);
});

test("another person on the same browser never sends my entries; they stay for me", async () => {
  mode = "down";
  const mine = await open(1);
  await add(mine, ...views("p1"));
  await study(mine, 15);
  await expect.poll(() => onDevice(mine)).toBe(2);
  await crash(mine);
  mode = "ok";
  const theirs = await open(2);
  await add(theirs, ...views("p9"));
  await saved(theirs);
  expect([...ledger.values()]).toEqual(views("p9"));
  expect(await onDevice(theirs)).toBe(2);
  await theirs.close();
  const back = await open(1);
  await saved(back);
  expect(ledger.size).toBe(3);
  expect(secondsIn()).toBe(15);
});

test("403 not_owner keeps the entry", async () => {
  const page = await open();
  mode = "notOwner";
  await add(page, ...views("p1"));
  await page.waitForFunction(() => window.outbox.status.getSnapshot().heldCount === 1);
  expect(await state(page)).toMatchObject({ state: "waiting" });
  expect(await onDevice(page)).toBe(1);
  mode = "ok";
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
});

test("a fact the server does not understand holds up nothing behind it", async () => {
  const page = await open();
  mode = "refuse2";
  await add(
    page,
    { kind: "place", pageId: "p1" },
    { kind: "place", pageId: "p2" },
    { kind: "place", pageId: "p3" },
    { kind: "place", pageId: "p4" },
  );
  await page.waitForFunction(() => window.outbox.status.getSnapshot().heldCount === 1);
  await expect.poll(() => ledger.size).toBe(3);
  expect(await onDevice(page)).toBe(1);
});

test("two tabs: every entry once, both learn that it is saved", async () => {
  mode = "down";
  const [one, two] = [await open(), await open()];
  await Promise.all(
    [one, two].map(async (page, index) => {
      for (let n = 0; n < 10; n++) await add(page, ...views(`p${index}-${n}`));
      await study(page, 10);
    }),
  );
  expect((await stored(one))["UserCourseAttemptId-5"]).toBe("20");
  mode = "ok";
  await Promise.all([saved(one), saved(two)]);
  expect(ledger.size).toBe(22);
  expect(secondsIn()).toBe(20);
  expect(await onDevice(one)).toBe(0);
  expect(await stored(one)).toEqual({});
});

test("a growing slice of a living tab is left to that tab", async () => {
  const [one, two] = [await open(1, undefined, 3_600_000), await open()];
  await study(one, 1);
  await expect.poll(() => onDevice(one)).toBe(1);
  mode = "hold";
  await add(two, ...views("p1"));
  await expect.poll(() => heldReplies.length).toBe(1);
  await study(one, 5);
  mode = "ok";
  for (const reply of heldReplies) reply();
  await one.evaluate(() => window.outbox.flush());
  await Promise.all([saved(one), saved(two)]);
  expect(secondsIn()).toBe(6);
});

test("storage denied: work goes to the server all the same; without a server the learner is told", async () => {
  const page = await open(1, (fresh) =>
    fresh.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    }),
  );
  expect(await add(page, ...views("p1"))).toEqual([false]);
  await saved(page);
  expect(ledger.size).toBe(1);
  mode = "down";
  await add(page, ...views("p2"));
  await until(page, "blocked");
  mode = "ok";
  await saved(page);
  expect(ledger.size).toBe(2);
});

test("a value under the specified key is sent by the specified call, once, and removed after success", async () => {
  const plant = (seconds: string) => (page: Page) =>
    page.addInitScript(
      (value) =>
        localStorage.getItem("planted") ?? (localStorage.setItem("UserCourseAttemptId-17", value), localStorage.setItem("planted", "1")),
      seconds,
    );
  mode = "cut";
  const page = await open(1, plant("90"));
  await until(page, "waiting");
  expect(await state(page)).toMatchObject({ pendingSeconds: 90 });
  await add(page, ...views("p1"));
  await page.evaluate(() => window.outbox.addTime(17, 1, 5));
  expect((await stored(page))["UserCourseAttemptId-17"]).toBe("95");
  mode = "ok";
  await saved(page);
  expect([...loose.values()]).toEqual([90]);
  expect(new Set(keys).size).toBe(1);
  expect(secondsIn()).toBe(5);
  expect(await stored(page)).toEqual({ planted: "1" });
});

test("a value of another person's attempt stays under its key", async () => {
  mode = "notOwner";
  const page = await open(1, (fresh) => fresh.addInitScript(() => localStorage.setItem("UserCourseAttemptId-18", "40")));
  await expect.poll(() => commits).toBe(1);
  expect((await stored(page))["UserCourseAttemptId-18"]).toBe("40");
});

test("one tab plays an attempt; taking over tells the other", async () => {
  const hold = (page: Page) =>
    page.evaluate(() => {
      window.plays = [];
      Object.assign(window, { player: window.stoa.holdPlayer(5, { onChange: (plays) => window.plays.push(plays) }) });
    });
  const [one, two] = [await open(), await open()];
  await hold(one);
  await one.waitForFunction(() => window.plays.length === 1);
  await hold(two);
  await two.waitForFunction(() => window.plays.join() === "false");
  await two.evaluate(() => (window as unknown as { player: PlayerLockModule.PlayerLock }).player.takeOver());
  await two.waitForFunction(() => window.plays.join() === "false,true");
  await one.waitForFunction(() => window.plays.join() === "true,false");
});

test("study time counts only while someone is there and the page is seen", async () => {
  const page = await open();
  await page.evaluate(() => {
    let now = 1_000;
    let seen = "visible";
    performance.now = () => now;
    Object.defineProperty(document, "visibilityState", { get: () => seen });
    const counted: number[] = [];
    const clock = window.stoa.createStudyClock({ onSeconds: (seconds) => counted.push(seconds), idleMs: 20_000, tickMs: 3_600_000 });
    const tick = (ms: number) => {
      now += ms;
      window.dispatchEvent(new Event("pagehide"));
    };
    Object.assign(window, {
      counted,
      clock,
      tick,
      turn: (to: string) => {
        seen = to;
        document.dispatchEvent(new Event("visibilitychange"));
      },
    });
  });
  const counted = (script: string) => page.evaluate(`counted.length = 0; ${script}; counted.reduce((a, b) => a + b, 0)`);
  expect(await counted("tick(1500); tick(1500)")).toBe(3);
  expect(await counted("clock.touch(); tick(9000); tick(9000); tick(9000)")).toBe(20);
  expect(await counted("tick(9000)")).toBe(0);
  expect(await counted("window.dispatchEvent(new Event('keydown')); tick(2000)")).toBe(2);
  expect(await counted("turn('hidden'); tick(5000); turn('visible'); tick(1000)")).toBe(1);
  expect(await counted("clock.touch(); tick(3600000)")).toBe(10);
  // A window of the page's own in front counts although the page is covered; when it is not heard of again, it is gone.
  expect(await counted("turn('hidden'); clock.touch(); clock.elsewhere(true); tick(4000); clock.elsewhere(true); tick(4000)")).toBe(8);
  expect(await counted("clock.touch(); clock.elsewhere(true); tick(9000); tick(9000)")).toBe(10);
  expect(await counted("clock.elsewhere(true); tick(2000); clock.elsewhere(false); tick(5000)")).toBe(2);
});
