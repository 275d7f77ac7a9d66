import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Fact } from "./contract.ts";
import { keepDiary, readDiary, untruths, work } from "./test/outbox-diary.ts";
import { add, open, openAsShipped, rest, rig, saved, secondsIn, state, study, until, setUpRig, views } from "./test/outbox-rig.ts";

// The save state that the page shows, in a real Chromium: it must be true at every moment, whatever the server does. The page's clock only moves when
// a test advances it, so that no test depends on how busy the machine is.

setUpRig();

type Prepare = (page: Page) => Promise<unknown>;

/** Opens an idle page whose clock stands still, with production timing unless openPage says otherwise. */
async function openWithClock(prepare?: Prepare, openPage: (prepare: Prepare) => Promise<Page> = openAsShipped) {
  const page = await openPage(async (fresh) => {
    await fresh.clock.install();
    await fresh.addInitScript(() => {
      const device = { busy: 0, asks: 0 };
      const ask = window.fetch;
      window.fetch = (...args) => {
        const answer = ask(...args);
        if (args[0] !== "/healthz") return answer;
        device.asks++;
        return answer.finally(() => device.asks--);
      };
      const begin = Reflect.get(IDBDatabase.prototype, "transaction") as typeof IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...args) {
        const transaction = begin.apply(this, args);
        device.busy++;
        for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => device.busy--);
        return transaction;
      };
      Object.assign(window, { device });
    });
    await prepare?.(fresh);
  });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await rest(page);
  return page;
}

/** Waits until nothing is being sent or asked, except calls that hang, and nothing written: a page that sends holds a Web Lock. */
async function quiet(page: Page) {
  const isBusy = async (hangs: boolean) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const { busy, asks } = (window as unknown as { device: { busy: number; asks: number } }).device;
    const sends = asks > 0 || [...held, ...pending].some(({ name }) => name?.startsWith("stoa-outbox:"));
    return (sends && !hangs) || busy > 0;
  };
  while (await page.evaluate(isBusy, rig.hanging.size > 0));
}

/** Time limit in milliseconds for tests that advance the page's clock by half a minute or more in hundreds of steps. */
const manySteps = 120_000;

/** Advances the page's clock. Sending and storing take no time on that clock, however long they really take. */
async function pass(page: Page, ms: number) {
  for (let left = ms; left > 0; left -= 100) {
    await page.clock.runFor(Math.min(100, left));
    await quiet(page);
  }
}

test("a change goes out within two seconds and is called saved after the server's word", async () => {
  const page = await openWithClock();
  await keepDiary(page);
  await work(page, { kind: "place", pageId: "p1" });
  expect(await state(page)).toMatchObject({ state: "saving", pendingCount: 1 });
  await pass(page, 2_000);
  await saved(page);
  await pass(page, 3_000);
  const diary = await readDiary(page);
  expect(diary.calls).toHaveLength(1);
  expect(untruths(diary)).toEqual([]);
  expect(diary.looks.filter(({ state: said }) => said === "saving").length).toBeGreaterThan(0);
  expect(rig.ledger.size).toBe(1);
});

test("study time that grows is sent now and then, and is not called saving", async () => {
  const page = await openWithClock(undefined, (prepare) => open(1, prepare));
  await keepDiary(page);
  for (let second = 1; second <= 12; second++) {
    await study(page, 1);
    await pass(page, 100);
  }
  await pass(page, 400);
  expect(await state(page)).toMatchObject({ pendingSeconds: 0 });
  expect(secondsIn()).toBe(12);
  const { looks, calls } = await readDiary(page);
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(looks.map(({ state: said }) => said))).toEqual(new Set(["saved"]));
});

test(
  "work that never pauses keeps the rhythm of 10 to 30 seconds, and the page says the truth all the time",
  { timeout: manySteps },
  async () => {
    const page = await openWithClock();
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
    await pass(page, 35_000);
    const { looks, calls } = await readDiary(page);
    expect(untruths({ looks, calls })).toEqual([]);
    // The first soon, the others at the regular interval.
    expect(calls.length).toBeGreaterThanOrEqual(2);
    expect(calls.length).toBeLessThanOrEqual(4);
    const gaps = calls.slice(1).map(({ from }, at) => from - (calls[at]?.from ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(9_900);
    expect(looks.some(({ state: said }) => said === "kept")).toBe(true);
  },
);

test("nobody tries to save just now: that the server has gone is told within five seconds all the same", async () => {
  const page = await openWithClock();
  await add(page, { kind: "place", pageId: "p1" });
  await pass(page, 2_000);
  await saved(page);
  await add(page, { kind: "place", pageId: "p2" });
  await until(page, "kept");
  rig.mode = "down";
  await page.clock.runFor(3_000);
  await until(page, "waiting");
  rig.mode = "ok";
  await page.clock.resume();
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
  expect(rig.ledger.size).toBe(2);
});

test("whatever the server does, the page says saved and saving only while it is so", { timeout: manySteps }, async () => {
  const page = await openWithClock();
  await keepDiary(page);
  let seed = 20_261_121;
  const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  /** Changes how the server behaves; calls that hang are cut off. */
  const become = (mode: typeof rig.mode) => {
    rig.mode = mode;
    for (const socket of rig.hanging) socket.destroy();
    rig.hanging.clear();
  };
  let modeFor = 0;
  for (let nth = 0, left = 30_000; left > 0; nth++) {
    if (modeFor <= 0) {
      become((["ok", "down", "hang", "cut", "ok"] as const)[Math.floor(random() * 5)] ?? "ok");
      modeFor = 1_000 + random() * 4_000;
    }
    if (random() < 0.3) await study(page, 1);
    else await work(page, random() < 0.2 ? { kind: "view", pageId: `p${nth}` } : { kind: "place", pageId: `p${nth}` });
    const span = Math.ceil(random() * (random() < 0.3 ? 2_500 : 500));
    await pass(page, span);
    modeFor -= span;
    left -= span;
  }
  become("down");
  await work(page, { kind: "place", pageId: "last" });
  await pass(page, 5_000);
  become("ok");
  await page.clock.resume();
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
  const diary = await readDiary(page);
  expect(untruths(diary)).toEqual([]);
  expect(new Set(diary.looks.map(({ state: said }) => said))).toContain("waiting");
});

test("a server that only holds its health call back is not asked again and again", async () => {
  const page = await openWithClock(undefined, (prepare) => open(1, prepare, 3_600_000));
  await page.evaluate(() => window.outbox.close());
  rig.healthStatus = 404;
  await page.evaluate(() => {
    window.outbox = window.stoa.openOutbox({
      userId: 2,
      portalId: 7,
      timing: { flush: [60_000, 60_000], soon: [10, 20], backoff: [50, 200], slowMs: 200, probeMs: 100 },
    });
  });
  await rest(page);
  await add(page, { kind: "place", pageId: "p1" });
  await pass(page, 50);
  await until(page, "saved");
  await add(page, { kind: "place", pageId: "p2" });
  await until(page, "kept");
  await page.clock.runFor(100);
  // The probe was sent once and failed; the save after it shows that all is well.
  await expect.poll(() => rig.ledger.size).toBe(2);
  await quiet(page);
  await add(page, { kind: "place", pageId: "p3" });
  await until(page, "kept");
  await pass(page, 600);
  expect(await state(page)).toMatchObject({ state: "kept" });
  expect(rig.asked).toBe(1);
  expect(rig.ledger.size).toBe(2);
});

test("where the device keeps nothing, work does not wait for the regular flush", async () => {
  const page = await openWithClock((fresh) =>
    fresh.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    }),
  );
  await keepDiary(page);
  for (let nth = 1; nth <= 3; nth++) {
    await work(page, { kind: "place", pageId: `p${nth}` });
    await pass(page, 2_000);
    expect(rig.ledger.size).toBe(nth);
  }
  const diary = await readDiary(page);
  expect(untruths(diary)).toEqual([]);
  expect(diary.looks.some(({ state: said }) => said === "kept")).toBe(false);
});

test("what the device is slow to write is on this page alone: it goes out soon, and is called saving only then", async () => {
  const page = await openWithClock((fresh) =>
    fresh.addInitScript(() => {
      const put = Reflect.get(IDBObjectStore.prototype, "put") as typeof IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...args) {
        const request = put.apply(this, args);
        // The page is never told that the write has finished.
        if ("isSlow" in window) request.addEventListener = () => undefined;
        return request;
      };
    }),
  );
  await keepDiary(page);
  await work(page, { kind: "place", pageId: "p1" });
  await pass(page, 2_000);
  expect(rig.ledger.size).toBe(1);
  await page.evaluate(() => Object.assign(window, { isSlow: true }));
  await work(page, { kind: "place", pageId: "p2" });
  await until(page, "kept");
  await pass(page, 3_000);
  expect(rig.ledger.size).toBe(2);
  await pass(page, 3_000);
  expect(untruths(await readDiary(page))).toEqual([]);
});

test("an answer that does not come, with the times that ship: told within five seconds", async () => {
  const page = await openWithClock();
  rig.mode = "hang";
  await add(page, ...views("p1"));
  await page.clock.runFor(10);
  await expect.poll(() => rig.commits).toBe(1);
  await page.clock.runFor(2_000);
  expect(await state(page)).toMatchObject({ state: "saving", pendingCount: 1 });
  await page.clock.runFor(1_000);
  await until(page, "waiting");
});

test("after a long silence the first change is told of a server that has gone within two seconds", async () => {
  const page = await openWithClock();
  await add(page, { kind: "place", pageId: "p1" });
  await pass(page, 2_000);
  await saved(page);
  await pass(page, 5_000);
  rig.mode = "down";
  await add(page, { kind: "place", pageId: "p2" });
  await until(page, "kept");
  await page.clock.runFor(1_000);
  await until(page, "waiting");
});

test("a call that begins while the question whether the server is there has no answer yet does not begin the five seconds anew", async () => {
  const page = await openWithClock();
  await add(page, { kind: "place", pageId: "p1" });
  await pass(page, 2_000);
  await saved(page);
  await add(page, { kind: "place", pageId: "p2" });
  await until(page, "kept");
  const [asked, commits] = [rig.asked, rig.commits];
  rig.mode = "hang";
  await pass(page, 1_500);
  expect(rig.asked).toBe(asked + 1);
  await add(page, ...views("p3"));
  await page.clock.runFor(10);
  await expect.poll(() => rig.commits).toBe(commits + 1);
  // The probe has timed out, the call has not yet.
  await page.clock.runFor(1_600);
  await until(page, "waiting");
});

test("a call that never ends does not hold up what is sent again once the network is back", async () => {
  const page = await openAsShipped();
  rig.mode = "hang";
  await add(page, ...views("p1"));
  await expect.poll(() => rig.commits).toBe(1);
  rig.mode = "ok";
  await rig.context.setOffline(true);
  await until(page, "offline");
  await rig.context.setOffline(false);
  await expect.poll(() => rig.ledger.size).toBe(1);
  await saved(page);
});
