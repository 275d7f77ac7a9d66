import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openBrowser } from "#platform/test/chromium.ts";
import type { Fact } from "../contract.ts";
import type * as CurrentOutbox from "../web/current-outbox.ts";
import type * as PlayerLockModule from "../web/player-lock.ts";
import type * as StudyClock from "../web/study-clock.ts";

declare global {
  interface Window {
    stoa: typeof CurrentOutbox & typeof StudyClock & typeof PlayerLockModule;
    outbox: ReturnType<typeof CurrentOutbox.openOutbox>;
    plays: boolean[];
  }
}

type Mode = "ok" | "down" | "cut" | "signedOut" | "notOwner" | "enrolmentEnded" | "hang" | "refuse2" | "hold";

/** The server, which tests can make fail; what it has received; and the browser's context. Reset before every test. */
export const rig = {
  mode: "ok" as Mode,
  /** Facts that the server has stored: one entry for each (attempt, client, seq). */
  ledger: new Map<string, Fact>(),
  /** Seconds sent by the call of specification §7, by Idempotency-Key. */
  loose: new Map<string, number>(),
  commits: 0,
  /** How many probes ("is the server there?") came, and what is answered to them. */
  asked: 0,
  healthStatus: 200,
  /** Replies held back until the test releases them. */
  heldReplies: [] as (() => void)[],
  /** Connections with a call or a probe that is never answered. */
  hanging: new Set<Socket>(),
  keys: [] as string[],
  context: null as unknown as BrowserContext,
  origin: "",
};
export const secondsIn = () => [...rig.ledger.values()].reduce((sum, fact) => sum + (fact.kind === "time" ? fact.seconds : 0), 0);

/** For the top of a test file: sets up a server that can fail, and a real Chromium with a page that contains the outbox. */
export function setUpRig() {
  let answer: RequestListener;
  let server: Server | undefined;
  let browser: Browser;
  beforeAll(async () => {
    const built = await build({
      configFile: false,
      logLevel: "silent",
      // A library build leaves this for its user to define.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        write: false,
        minify: false,
        lib: {
          formats: ["es"],
          entry: Object.fromEntries(
            ["current-outbox", "study-clock", "player-lock"].map((name) => [name, join(import.meta.dirname, "../web", `${name}.ts`)]),
          ),
        },
      },
    });
    const files = new Map<string, string>(
      [built]
        .flat()
        .flatMap((one) => ("output" in one ? one.output : []))
        .flatMap((file) => (file.type === "chunk" ? [[`/${file.fileName}`, file.code] as const] : [])),
    );
    const entries = [...files.keys()].filter((name) => /^\/(current-outbox|study-clock|player-lock)\.m?js$/.test(name));
    const page = `<!doctype html><title>Outbox</title><body style="height:3000px"><script type="module">
    window.stoa = Object.assign({}, ...await Promise.all(${JSON.stringify(entries)}.map((name) => import(name))));
  </script>`;
    answer = (request, response) => {
      const url = request.url ?? "/";
      if (url === "/healthz") {
        rig.asked++;
        if (rig.mode === "down") return void request.socket.destroy();
        return void (rig.mode === "hang" ? rig.hanging.add(request.socket) : response.writeHead(rig.healthStatus).end("{}"));
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
        rig.commits++;
        if (rig.mode === "hang") return rig.hanging.add(request.socket);
        if (rig.mode === "down") return request.socket.destroy();
        if (rig.mode === "signedOut") return say(401, { code: "signed_out", message: "Sign in to continue." });
        if (rig.mode === "notOwner") return say(403, { code: "not_owner", message: "This attempt belongs to another person." });
        if (rig.mode === "enrolmentEnded" && url.includes("/attempts/5/"))
          return say(403, {
            code: "no_longer_enrolled",
            message: "You are no longer enrolled in this course, so nothing more is recorded.",
          });
        const body = JSON.parse(text);
        if (url.includes("UpdateLastViewedChapterAndTime")) {
          const key = String(request.headers["idempotency-key"]);
          rig.keys.push(key);
          if (!rig.loose.has(key)) rig.loose.set(key, body.minutesSpent * 60);
          if (rig.mode === "cut") return request.socket.destroy();
          return say(200, { creditedSeconds: 0, totalSeconds: 0 });
        }
        const attemptId = Number(/attempts\/(\d+)\//.exec(url)?.[1]);
        if (rig.mode === "refuse2" && body.commits.some(({ seq }: { seq: number }) => seq === 2))
          return say(400, { code: "invalid", message: "No." });
        for (const { seq, fact } of body.commits) {
          const id = `${attemptId} ${body.clientId} ${seq}`;
          if (!rig.ledger.has(id)) rig.ledger.set(id, fact);
        }
        if (rig.mode === "cut") return request.socket.destroy();
        const reply = () =>
          say(200, {
            stored: body.commits.map(({ seq }: { seq: number }) => seq),
            contiguous: 0,
            epoch: 1,
            refused: [],
            state: { attemptId, percent: rig.ledger.size },
          });
        return rig.mode === "hold" ? rig.heldReplies.push(reply) : reply();
      });
    };
    browser = await openBrowser();
  });

  beforeEach(async () => {
    await rig.context?.close();
    // A new server for each test, so that late calls of the previous test do not arrive here.
    server?.close();
    server?.closeAllConnections();
    const own = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
    rig.origin = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
    server = own;
    rig.mode = "ok";
    rig.ledger.clear();
    rig.loose.clear();
    rig.commits = 0;
    rig.asked = 0;
    rig.healthStatus = 200;
    rig.heldReplies = [];
    rig.hanging.clear();
    rig.keys = [];
    rig.context = await browser.newContext();
  });

  afterAll(async () => {
    await rig.context?.close();
    server?.close();
    server?.closeAllConnections();
  });
}

export async function open(userId = 1, prepare?: (page: Page) => Promise<unknown>, flushMs?: number): Promise<Page> {
  const page = await rig.context.newPage();
  await prepare?.(page);
  await page.goto(rig.origin);
  await page.waitForFunction(() => window.stoa);
  await start(page, userId, flushMs);
  return page;
}
/** Opens the outbox with the production timing. */
export async function openAsShipped(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await rig.context.newPage();
  await prepare?.(page);
  await page.goto(rig.origin);
  await page.waitForFunction(() => window.stoa);
  await page.evaluate(() => void (window.outbox = window.stoa.openOutbox({ userId: 1, portalId: 7 })));
  await until(page, "saved");
  return page;
}
export const start = (page: Page, userId = 1, flushMs = 200) =>
  page.evaluate(
    ([id, ms]) => {
      window.outbox = window.stoa.openOutbox({
        userId: id,
        portalId: 7,
        timing: { flush: [ms, ms * 1.5], soon: [30, 60], backoff: [50, 200], slowMs: 1_000 },
      });
    },
    [userId, flushMs] as const,
  );
export const add = (page: Page, ...facts: Fact[]) =>
  page.evaluate(async (all) => Promise.all(all.map((fact) => window.outbox.add(5, 1, fact).onDevice)), facts);
export const study = (page: Page, seconds: number, pageId?: string) =>
  page.evaluate(([s, p]) => window.outbox.addTime(5, 1, s, p), [seconds, pageId] as const);
export const state = (page: Page) => page.evaluate(() => window.outbox.status.getSnapshot());
export const until = (page: Page, name: string) =>
  page.waitForFunction((wanted) => window.outbox.status.getSnapshot().state === wanted, name);
export const saved = (page: Page) =>
  page.waitForFunction(() => {
    const s = window.outbox.status.getSnapshot();
    return s.state === "saved" && s.pendingSeconds === 0;
  });
/**
 * Waits until everything that the start sends was sent, so that from here on only the test's facts are. The first flush joins the running one, which
 * triggers one more; the second call waits for that.
 */
export async function rest(page: Page) {
  await until(page, "saved");
  await page.evaluate(async () => {
    await window.outbox.flush();
    await window.outbox.flush();
  });
}
export const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
export const onDevice = (page: Page) =>
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

/** Waits until the browser has released the locks of pages that ended: only then may other pages take over their entries. */
export const nobodyLives = (page: Page) =>
  page.waitForFunction(async () => !(await navigator.locks.query()).held?.some(({ name }) => name?.startsWith("stoa-page:")));

/** Ends the only page abruptly: no pagehide event, and nothing is sent. */
export async function crash(page: Page) {
  const session = await rig.context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  const witness = await rig.context.newPage();
  await witness.goto(rig.origin);
  await nobodyLives(witness);
  await witness.close();
}

export const views = (...pages: string[]): Fact[] => pages.map((pageId) => ({ kind: "view", pageId }));
