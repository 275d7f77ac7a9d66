import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  add,
  crash,
  nobodyLives,
  onDevice,
  open,
  rest,
  rig,
  saved,
  secondsIn,
  start,
  state,
  stored,
  study,
  until,
  setUpRig,
  views,
} from "./test/outbox-rig.ts";
import type * as PlayerLockModule from "./web/player-lock.ts";

// The outbox in a real Chromium against a server that fails in every way that was measured (security.md §5.2, F8, F10 to F14, F16).

setUpRig();

test("facts are saved once and leave the device only after the server's word", async () => {
  // With this interval it never flushes by itself: study time grows until the test sends it. Wait for what the start itself sends.
  const page = await open(1, undefined, 3_600_000);
  await rest(page);
  const word = await page.evaluate(async () => {
    const added = window.outbox.add(5, 1, { kind: "submit", blockId: "z", answers: { q: { kind: "single", option: "a" } } });
    return { onDevice: await added.onDevice, ...(await added.onServer) };
  });
  expect(word).toMatchObject({ onDevice: true, refused: null, state: { attemptId: 5 } });
  await study(page, 3, "p1");
  await study(page, 4, "p1");
  expect((await stored(page))["UserCourseAttemptId-5"]).toBe("7");
  expect(await state(page)).toMatchObject({ pendingSeconds: 7 });
  await page.evaluate(() => window.outbox.flush());
  await saved(page);
  expect([...rig.ledger.values()]).toEqual([
    { kind: "submit", blockId: "z", answers: { q: { kind: "single", option: "a" } } },
    { kind: "time", seconds: 7, pageId: "p1" },
  ]);
  expect(await onDevice(page)).toBe(0);
  expect(await stored(page)).toEqual({});
  expect((await state(page)).lastSavedAt).not.toBeNull();
});

test("server down: says so, keeps everything, saves it once when it is back", async () => {
  const page = await open();
  rig.mode = "down";
  await add(page, ...views("p1", "p2"));
  await study(page, 20);
  await until(page, "waiting");
  await page.waitForFunction(() => window.outbox.status.getSnapshot().pendingCount === 3);
  expect(await state(page)).toMatchObject({ state: "waiting", pendingSeconds: 20, lastSavedAt: null });
  expect(await onDevice(page)).toBe(3);
  rig.mode = "ok";
  await saved(page);
  expect(rig.ledger.size).toBe(3);
});

test("reply cut after storing: sent again under the same identity, counted once", async () => {
  const page = await open();
  rig.mode = "cut";
  await add(page, ...views("p1"));
  await study(page, 5);
  await until(page, "waiting");
  await expect.poll(() => rig.ledger.size).toBeGreaterThan(0);
  rig.mode = "ok";
  await saved(page);
  expect(rig.ledger.size).toBe(2);
  expect(secondsIn()).toBe(5);
});

test("answers that an earlier release kept in its own shape are let go once and said so; what else it kept is sent", async () => {
  const seed = (facts: [id: string, userKey: string, fact: object][]) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open("stoa-outbox", 1);
      opening.addEventListener("upgradeneeded", () =>
        opening.result.createObjectStore("entries", { keyPath: "id" }).createIndex("user", "userKey"),
      );
      opening.addEventListener("error", () => reject(opening.error));
      opening.addEventListener("success", () => {
        const tx = opening.result.transaction("entries", "readwrite");
        for (const [index, [id, userKey, fact]] of facts.entries())
          tx.objectStore("entries").put({
            id,
            userKey,
            portalId: 7,
            attemptId: 5,
            clientId: "client-0001",
            seq: index + 1,
            epoch: 1,
            fact,
            at: 1,
          });
        tx.addEventListener("complete", () => {
          opening.result.close();
          resolve();
        });
      });
    });
  const early = await rig.context.newPage();
  await early.goto(rig.origin);
  await early.evaluate(seed, [
    ["client-0001:1", "7:1", { kind: "submit", blockId: "z", answers: { q: ["a"] } }],
    ["client-0001:2", "7:1", { kind: "view", pageId: "p1" }],
    ["client-0001:3", "7:1", { kind: "answers", blockId: "y", answers: {} }],
    ["client-0001:4", "7:2", { kind: "submit", blockId: "z", answers: { q: ["a"] } }],
  ] satisfies [string, string, object][]);
  await early.close();
  const tells = (page: Page) =>
    page.evaluate(() => Promise.race([window.outbox.outdated.then(() => true), window.outbox.flush().then(() => false)]));
  const page = await open();
  expect(await tells(page)).toBe(true);
  await saved(page);
  expect([...rig.ledger.values()]).toEqual([
    { kind: "view", pageId: "p1" },
    { kind: "answers", blockId: "y", answers: {} },
  ]);
  // Entries of another person stay on the device for that person.
  expect(await onDevice(page)).toBe(1);
  await page.close();
  const again = await open();
  expect(await tells(again)).toBe(false);
  await again.close();
  const other = await open(2);
  expect(await tells(other)).toBe(true);
  expect(await onDevice(other)).toBe(0);
});

/** A tab with another release of the program: it opens the database at its own version and lets go when asked to, as every release does. */
const openRelease = async (version: number) => {
  const page = await rig.context.newPage();
  await page.goto(`${rig.origin}/release`);
  const opens = () =>
    page.evaluate(
      (asked) =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open("stoa-outbox", asked);
          opening.addEventListener("upgradeneeded", ({ oldVersion }) => {
            if (oldVersion < 1) opening.result.createObjectStore("entries", { keyPath: "id" }).createIndex("user", "userKey");
          });
          opening.addEventListener("error", () => resolve(false));
          opening.addEventListener("success", () => {
            opening.result.addEventListener("versionchange", () => opening.result.close());
            Object.assign(globalThis, { release: opening.result });
            resolve(true);
          });
        }),
      version,
    );
  const keeps = (seq: number) =>
    page.evaluate(
      (number) =>
        new Promise<boolean>((resolve) => {
          const { release } = globalThis as unknown as { release: IDBDatabase };
          const fact = { kind: "view", pageId: `early-${number}` };
          try {
            const tx = release.transaction("entries", "readwrite");
            const entry = { id: `client-0001:${number}`, userKey: "7:1", portalId: 7, attemptId: 5, clientId: "client-0001", seq: number };
            tx.objectStore("entries").put({ ...entry, epoch: 1, fact, at: 1 });
            tx.addEventListener("complete", () => resolve(true));
            tx.addEventListener("abort", () => resolve(false));
          } catch {
            resolve(false);
          }
        }),
      seq,
    );
  return { opens, keeps };
};

test("a tab with the release of before and one with this keep facts on the device side by side, whichever opened first", async () => {
  const early = await openRelease(1);
  expect(await early.opens()).toBe(true);
  expect(await early.keeps(1)).toBe(true);
  const page = await open();
  await saved(page);
  expect([...rig.ledger.values()]).toEqual([{ kind: "view", pageId: "early-1" }]);
  rig.mode = "down";
  expect(await add(page, ...views("p1"))).toEqual([true]);
  // The early tab still has its database, and a second one of its release opens it too.
  expect(await early.keeps(2)).toBe(true);
  const another = await openRelease(1);
  expect(await another.opens()).toBe(true);
  expect(await another.keeps(3)).toBe(true);
  expect(await onDevice(page)).toBe(3);
  rig.mode = "ok";
  await saved(page);
});

test("a database whose version a release had raised is used as it is, and one raised meanwhile is opened again", async () => {
  const page = await open();
  await rest(page);
  expect(await add(page, ...views("p1"))).toEqual([true]);
  const raised = await openRelease(2);
  expect(await raised.opens()).toBe(true);
  expect(await add(page, ...views("p2"))).toEqual([true]);
  expect(await raised.keeps(1)).toBe(true);
  await page.close();
  const again = await open();
  expect(await add(again, ...views("p3"))).toEqual([true]);
  await saved(again);
  expect(await raised.keeps(2)).toBe(true);
});

test("an answer that does not come is not called saved", async () => {
  const page = await open();
  rig.mode = "hang";
  await add(page, ...views("p1"));
  await until(page, "waiting");
  expect(rig.ledger.size).toBe(0);
});

test("offline and back: named as offline, sent on return", async () => {
  const page = await open();
  await rig.context.setOffline(true);
  await add(page, ...views("p1"));
  await study(page, 60);
  await until(page, "offline");
  expect(await state(page)).toMatchObject({ pendingSeconds: 60 });
  await rig.context.setOffline(false);
  await saved(page);
  expect(secondsIn()).toBe(60);
});

test("reload in mid-work: the next page load sends what the last one could not", async () => {
  const page = await open();
  rig.mode = "down";
  await add(page, ...views("p1", "p2", "p3"));
  await study(page, 30, "p1");
  await page.reload();
  await page.waitForFunction(() => window.stoa);
  await nobodyLives(page);
  rig.mode = "ok";
  await start(page);
  await saved(page);
  expect(rig.ledger.size).toBe(4);
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
  await expect.poll(() => rig.ledger.size).toBe(2);
  expect(secondsIn()).toBe(12);
});

test("the page crashes: everything the device had arrives at the next start", async () => {
  rig.mode = "down";
  const page = await open();
  await add(page, ...views("p1", "p2"));
  await study(page, 9);
  await page.waitForFunction(() => window.outbox.status.getSnapshot().pendingSeconds === 9);
  await expect.poll(() => onDevice(page)).toBe(3);
  await crash(page);
  rig.mode = "ok";
  const next = await open();
  await saved(next);
  expect(rig.ledger.size).toBe(3);
  expect(secondsIn()).toBe(9);
});

test("the device had not written it yet: the mirror alone brings the time back, once", async () => {
  rig.mode = "cut";
  const page = await open(1, (fresh) =>
    fresh.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    }),
  );
  await study(page, 11, "p1");
  await until(page, "blocked");
  await expect.poll(() => rig.ledger.size).toBe(1);
  expect((await stored(page))["UserCourseAttemptId-5"]).toBe("11");
  await crash(page);
  rig.mode = "ok";
  const next = await open();
  await saved(next);
  expect([...rig.ledger.values()]).toEqual([{ kind: "time", seconds: 11, pageId: "p1" }]);
  expect(await stored(next)).toEqual({});
});

test("signed out: nothing is lost, and it goes out once the same person is back", async () => {
  const page = await open();
  rig.mode = "signedOut";
  await add(page, ...views("p1"));
  await until(page, "waiting");
  const isSignedOut = () => page.evaluate(() => window.outbox.status.getSnapshot().isSignedOut);
  // The server answers: that is not one out of reach.
  expect(await isSignedOut()).toBe(true);
  rig.mode = "ok";
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
  expect(await isSignedOut()).toBe(false);
  expect(rig.ledger.size).toBe(1);
});

test("another person on the same browser never sends my entries; they stay for me", async () => {
  rig.mode = "down";
  const mine = await open(1);
  await add(mine, ...views("p1"));
  await study(mine, 15);
  await expect.poll(() => onDevice(mine)).toBe(2);
  await crash(mine);
  rig.mode = "ok";
  const theirs = await open(2);
  await add(theirs, ...views("p9"));
  await saved(theirs);
  expect([...rig.ledger.values()]).toEqual(views("p9"));
  expect(await onDevice(theirs)).toBe(2);
  await theirs.close();
  const back = await open(1);
  await saved(back);
  expect(rig.ledger.size).toBe(3);
  expect(secondsIn()).toBe(15);
});

test("403 not_owner keeps the entry", async () => {
  const page = await open();
  rig.mode = "notOwner";
  await add(page, ...views("p1"));
  await page.waitForFunction(() => window.outbox.status.getSnapshot().heldCount === 1);
  expect(await state(page)).toMatchObject({ state: "waiting" });
  expect(await onDevice(page)).toBe(1);
  rig.mode = "ok";
  await page.evaluate(() => window.outbox.resume());
  await saved(page);
});

test("an ended enrolment holds up no other course, now and after a reload, and is not called an unreachable server", async () => {
  const page = await open();
  rig.mode = "enrolmentEnded";
  await add(page, ...views("p1"));
  await page.waitForFunction(() => window.outbox.status.getSnapshot().heldCount === 1);
  expect(await state(page)).toMatchObject({
    state: "waiting",
    refusal: "You are no longer enrolled in this course, so nothing more is recorded.",
  });
  await page.evaluate(() => window.outbox.add(6, 1, { kind: "view", pageId: "p2" }).onServer);
  expect([...rig.ledger.keys()].map((id) => id.split(" ")[0])).toEqual(["6"]);
  await page.close();

  const later = await open();
  await later.evaluate(() => window.outbox.add(6, 1, { kind: "view", pageId: "p3" }).onServer);
  await saved(later);
  expect([...rig.ledger.values()]).toEqual(views("p2", "p3"));
  // Kept for the person, should the enrolment be renewed.
  expect(await onDevice(later)).toBe(1);
});

test("a fact the server does not understand holds up nothing behind it", async () => {
  const page = await open();
  rig.mode = "refuse2";
  await add(
    page,
    { kind: "place", pageId: "p1" },
    { kind: "place", pageId: "p2" },
    { kind: "place", pageId: "p3" },
    { kind: "place", pageId: "p4" },
  );
  await page.waitForFunction(() => window.outbox.status.getSnapshot().heldCount === 1);
  await expect.poll(() => rig.ledger.size).toBe(3);
  await expect.poll(() => onDevice(page)).toBe(1);
});

test("two tabs: every entry once, both learn that it is saved", async () => {
  rig.mode = "down";
  const [one, two] = [await open(), await open()];
  await Promise.all(
    [one, two].map(async (page, index) => {
      for (let n = 0; n < 10; n++) await add(page, ...views(`p${index}-${n}`));
      await study(page, 10);
    }),
  );
  // What one tab writes becomes visible to the other a moment later.
  await expect.poll(async () => (await stored(one))["UserCourseAttemptId-5"]).toBe("20");
  rig.mode = "ok";
  await Promise.all([saved(one), saved(two)]);
  expect(rig.ledger.size).toBe(22);
  expect(secondsIn()).toBe(20);
  await expect.poll(() => onDevice(one)).toBe(0);
  await expect.poll(() => stored(one)).toEqual({});
});

test("a growing slice of a living tab is left to that tab", async () => {
  const [one, two] = [await open(1, undefined, 3_600_000), await open()];
  await rest(one);
  await study(one, 1);
  await expect.poll(() => onDevice(one)).toBe(1);
  rig.mode = "hold";
  await add(two, ...views("p1"));
  await expect.poll(() => rig.heldReplies.length).toBe(1);
  await study(one, 5);
  rig.mode = "ok";
  for (const reply of rig.heldReplies) reply();
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
  expect(rig.ledger.size).toBe(1);
  rig.mode = "down";
  await add(page, ...views("p2"));
  await until(page, "blocked");
  rig.mode = "ok";
  await saved(page);
  expect(rig.ledger.size).toBe(2);
});

test("storage that cannot be read at the start is read again: what an earlier page left is sent without a reload", async () => {
  const early = await open();
  rig.mode = "down";
  await add(early, ...views("p1"));
  await until(early, "waiting");
  await early.close();
  rig.mode = "ok";
  const page = await open(1, (fresh) =>
    fresh.addInitScript(() => {
      const real = IDBFactory.prototype.open;
      let refusals = 5;
      IDBFactory.prototype.open = function (...given) {
        if (refusals-- > 0) throw new DOMException("busy", "UnknownError");
        return real.apply(this, given);
      };
    }),
  );
  await expect.poll(() => rig.ledger.size).toBe(1);
  await saved(page);
});

test("a value under the specified key is sent by the specified call, once, and removed after success", async () => {
  const plant = (seconds: string) => (page: Page) =>
    page.addInitScript(
      (value) =>
        localStorage.getItem("planted") ?? (localStorage.setItem("UserCourseAttemptId-17", value), localStorage.setItem("planted", "1")),
      seconds,
    );
  rig.mode = "cut";
  const page = await open(1, plant("90"));
  await until(page, "waiting");
  expect(await state(page)).toMatchObject({ pendingSeconds: 90 });
  await add(page, ...views("p1"));
  await page.evaluate(() => window.outbox.addTime(17, 1, 5));
  expect((await stored(page))["UserCourseAttemptId-17"]).toBe("95");
  rig.mode = "ok";
  await saved(page);
  expect([...rig.loose.values()]).toEqual([90]);
  expect(new Set(rig.keys).size).toBe(1);
  expect(secondsIn()).toBe(5);
  expect(await stored(page)).toEqual({ planted: "1" });
});

test("a value that another tab is just adding up is not taken for one that nobody sends", async () => {
  const page = await open();
  await rest(page);
  await page.evaluate(() => localStorage.setItem("UserCourseAttemptId-19", "10"));
  await add(page, ...views("p1"));
  await saved(page);
  await page.evaluate(() => window.outbox.flush());
  expect(await stored(page)).toEqual({ "UserCourseAttemptId-19": "10" });
  expect(rig.loose.size).toBe(0);
});

test("a value of another person's attempt stays under its key", async () => {
  rig.mode = "notOwner";
  const page = await open(1, (fresh) => fresh.addInitScript(() => localStorage.setItem("UserCourseAttemptId-18", "40")));
  await saved(page);
  expect(rig.commits).toBe(1);
  expect((await stored(page))["UserCourseAttemptId-18"]).toBe("40");
});

test("one tab plays an attempt; taking over tells the other", async () => {
  const hold = (page: Page) =>
    page.evaluate(() => {
      window.plays = [];
      Object.assign(window, { player: window.stoa.holdPlayer("5", { onChange: (plays) => window.plays.push(plays) }) });
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

test("a tab that found the course open elsewhere goes on by itself once that tab has gone", async () => {
  const hold = (page: Page) =>
    page.evaluate(() => {
      window.plays = [];
      window.stoa.holdPlayer("6", { onChange: (plays) => window.plays.push(plays) });
    });
  const [one, two] = [await open(), await open()];
  await hold(one);
  await one.waitForFunction(() => window.plays.length === 1);
  await hold(two);
  await two.waitForFunction(() => window.plays.join() === "false");
  await one.close();
  await two.waitForFunction(() => window.plays.join() === "false,true");
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
  // A window that the page opened and that is in front counts, although it covers the page; when it stops reporting, it is taken as closed.
  expect(await counted("turn('hidden'); clock.touch(); clock.elsewhere(true); tick(4000); clock.elsewhere(true); tick(4000)")).toBe(8);
  expect(await counted("clock.touch(); clock.elsewhere(true); tick(9000); tick(9000)")).toBe(10);
  expect(await counted("clock.elsewhere(true); tick(2000); clock.elsewhere(false); tick(5000)")).toBe(2);
  // What is studied hangs: the time until it answers again does not count.
  expect(await counted("turn('visible'); clock.touch(); tick(2000); clock.hold(true); tick(9000); clock.hold(false); tick(1000)")).toBe(3);
});
