import { durationSeconds } from "#platform/durations.ts";
import type { ManifestItem } from "../manifest.ts";
import { apiFacade } from "./facade.ts";
import { createJournal, type Sent } from "./journal.ts";
import { createRoom } from "./room.ts";
import { INIT, READY, type FactMessage, type FromLauncher, type LauncherInit, type ToLauncher, type Wish } from "./protocol.ts";
import { endWalks } from "./frame-walks.ts";
import { unloadFrame } from "./unload-frame.ts";
import { stageOf } from "./stage-shape.ts";
import { playlist, type Goal, type Opened, type Runtime, type Saved } from "./runtime.ts";

type CreateRuntime = (opened: Opened, savedOf: (scoKey: string) => Saved | undefined) => Runtime;

/** The page is told of activity at most this often, in ms. */
const touchMs = 10_000;
/** Facts that wait for the learner to sign in again are tried this often. */
const signInMs = 10_000;
/** A separate window reports this often, in ms, that it is in front: the page behind it may be covered, with throttled timers. */
const frontMs = 4_000;

/**
 * The page between the portal's page and a package, on the content origin (security.md §3.2). It waits for the portal's page, whose origin its signed
 * address names, receives the state of every SCO, and only then opens the first SCO's frame. What a package changes is sent to the portal's page through
 * a MessagePort, and directly to the server when the page ends.
 */
export function startLauncher(createRuntime: CreateRuntime): void {
  const { origin, alone } = JSON.parse(document.getElementById("stoa")?.textContent ?? "{}") as { origin: string; alone: string };
  const isFrame = window.parent !== window;
  const page: Window | null = isFrame ? window.parent : window.opener;
  if (!page) {
    document.body.style.cssText = "padding: 2rem; font: 1rem/1.5 system-ui, sans-serif";
    document.body.textContent = alone;
    return;
  }
  const { walked } = endWalks(isFrame ? page : null);
  const onMessage = ({ source, origin: from, data, ports }: MessageEvent<LauncherInit>) => {
    const [port] = ports;
    if (source !== page || from !== origin || data?.kind !== INIT || !port) return;
    window.removeEventListener("message", onMessage);
    // A package in a separate window must not get a reference to the portal's window.
    if (!isFrame) window.opener = null;
    if (!isFrame) tellFront(port);
    void readyStage(() => port.postMessage({ type: "storageDenied" } satisfies FromLauncher)).then(() =>
      play(data, port, origin, createRuntime, walked),
    );
  };
  window.addEventListener("message", onMessage);
  page.postMessage(READY, origin);
}

/** Where the browser denies storage, resolves once packages find IndexedDB in memory; `onUse` is called when one uses such storage (stage.ts). */
async function readyStage(onUse: () => void) {
  const stage = stageOf(window);
  if (!stage?.isDenied) return;
  stage.onUse = onUse;
  await new Promise<unknown>((done) => {
    const script = document.createElement("script");
    script.addEventListener("load", done);
    script.addEventListener("error", done);
    script.src = "/c/~memory-database.js";
    document.head.append(script);
  });
}

/** Time in a separate window counts as study time while that window is in front (SCO-9). */
function tellFront(port: MessagePort) {
  const tell = (isInFront: boolean) => port.postMessage({ type: "front", isInFront } satisfies FromLauncher);
  const look = () => tell(document.visibilityState === "visible");
  look();
  setInterval(() => document.visibilityState === "visible" && tell(true), frontMs);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", () => tell(false));
}

const isStatus = /^cmi\.(?:core\.lesson_status|completion_status|success_status)$/;

/** Stores a changed element in the known state of a SCO, with what follows from it. */
function change({ state, before }: { state: Saved; before: number }, name: string, value: string) {
  state.cmi[name] = value;
  if (/^cmi\.(?:core\.lesson_status|completion_status)$/.test(name) && /^(?:completed|passed)$/.test(value)) state.completed = true;
  if (/^cmi\.(?:core\.lesson_status|success_status)$/.test(name) && /^(?:failed|passed)$/.test(value))
    state.passed = value === "passed" || state.passed === true;
  if (/^cmi\.(?:core\.)?session_time$/.test(name)) state.reportedSeconds = before + (durationSeconds(value) ?? 0);
}

function play(
  { opened, clientId, firstSeq, asked }: LauncherInit,
  port: MessagePort,
  origin: string,
  createRuntime: CreateRuntime,
  walked: () => void,
) {
  const post = (message: FromLauncher) => port.postMessage(message);
  const saved = new Map<string, Saved>(Object.entries(structuredClone(opened.states)));
  const runtime = createRuntime(opened, (scoKey) => saved.get(scoKey));
  const items = playlist(opened.organization.items);
  const room = createRoom(opened.room);
  /** Passes a fact on, and counts it. */
  function report(message: FactMessage) {
    room.reported(message.fact);
    post(message);
  }
  const journal = createJournal({ firstSeq, post: report, send: opened.isTest ? null : sender(origin, opened.token, clientId) });
  let current: ManifestItem | null = null;
  let frame: HTMLIFrameElement | null = null;
  let isMoving = false;
  let isLive = false;
  let isStopped = false;
  let nextWaits = false;
  let lastTouch = 0;

  function touch() {
    const now = performance.now();
    if (lastTouch !== 0 && now - lastTouch < touchMs) return;
    lastTouch = now;
    post({ type: "touch" });
  }
  function tell() {
    const navigation = { current: current?.scoKey ?? null, isRunning: frame !== null && isLive, ...runtime.navigation() };
    ({ nextWaits } = navigation);
    post({ type: "navigation", navigation });
  }
  function keepSequencing() {
    const state = runtime.snapshot();
    const kept = saved.get(opened.sequencingKey);
    if (state === null || kept?.cmi["stoa.state"] === state) return;
    room.stored("stoa.state", state, kept?.cmi["stoa.state"]);
    saved.set(opened.sequencingKey, { cmi: { "stoa.state": state }, completed: false, passed: null, reportedSeconds: 0 });
    journal.note(opened.sequencingKey, "sequencing", { "stoa.state": state });
  }

  /** Begins a session of a SCO with its known state. */
  function begin(item: ManifestItem): { state: Saved; before: number } {
    const scoKey = item.scoKey ?? "";
    const { fresh } = runtime.load(item, saved.get(scoKey));
    const state: Saved = saved.get(scoKey) ?? { cmi: {}, completed: false, passed: null, reportedSeconds: 0 };
    const first: Record<string, string> = { "stoa.ended": "", ...(fresh && { "stoa.before": String(state.reportedSeconds) }) };
    if (fresh) room.freed(state.cmi);
    state.cmi = fresh ? first : { ...state.cmi, ...first };
    saved.set(scoKey, state);
    journal.begin(scoKey, randomId(), first, fresh);
    isLive = true;
    return { state, before: state.reportedSeconds };
  }

  /** Shows a SCO: first its state, then its API, then its frame. */
  function deliver(item: ManifestItem) {
    const scoKey = item.scoKey ?? "";
    current = item;
    let session = begin(item);
    keepSequencing();
    const target = window as unknown as Record<string, unknown>;
    delete target[runtime.apiName];
    if (item.isSco)
      target[runtime.apiName] = apiFacade({
        runtime,
        journal,
        isStopped: () => isStopped,
        mayKeep(name, value) {
          const takes = room.takes(name, value, session.state.cmi[name]);
          if (!takes) post({ type: "full" });
          return takes;
        },
        onChange(name, value) {
          room.stored(name, value, session.state.cmi[name]);
          change(session, name, value);
          // What a part reports may open the next one.
          if (isStatus.test(name) && runtime.navigation().nextWaits !== nextWaits) tell();
        },
        onReopened: () => void (session = begin(item)),
        onCall(call) {
          touch();
          walked();
          if (opened.isTest) post({ type: "call", scoKey, call });
        },
        onTerminated() {
          isLive = false;
          keepSequencing();
          // Not now: the package is still inside its own API call.
          setTimeout(() => void move(null));
        },
      });
    open(item);
    tell();
  }

  function open(item: ManifestItem) {
    const address = launchAddress(item);
    const next = document.createElement("iframe");
    next.title = item.title;
    next.allow = "autoplay; fullscreen; encrypted-media; picture-in-picture";
    next.addEventListener("load", () => {
      try {
        // Activity inside the package counts as study time; a page from another origin cannot be observed.
        for (const name of ["pointerdown", "keydown", "scroll", "pointermove"])
          next.contentDocument?.addEventListener(name, touch, { capture: true, passive: true });
      } catch {
        touch();
      }
    });
    frame = next;
    document.body.append(next);
    next.src = address;
    next.focus();
    if (!/^[a-z][a-z\d+.-]*:/i.test(address))
      fetch(address, { method: "HEAD", cache: "no-store" }).then(
        ({ status }) => status === 404 && post({ type: "missing", scoKey: item.scoKey ?? "" }),
        () => post({ type: "missing", scoKey: item.scoKey ?? "" }),
      );
  }

  async function unload() {
    const going = frame;
    frame = null;
    if (going) await unloadFrame(going);
  }

  /** Moves from one SCO to another. Without a wish of the learner: where the package itself asks to go, if anywhere. */
  async function move(wish: Wish | "leave" | null) {
    if (isMoving) return;
    isMoving = true;
    try {
      let goal: Goal = null;
      if (wish === null) {
        goal = runtime.next(null);
        if (goal === null) return;
        await unload();
      } else {
        runtime.expect(wish);
        await unload();
        // A SCO that terminated during unloading has reported through its API; one that did not is resumed next time.
        if (isLive) journal.end(current?.isSco === false ? "normal" : "closed");
        isLive = false;
        goal = runtime.next(wish);
      }
      keepSequencing();
      const item = goal !== null && goal !== "end" ? items.find(({ scoKey }) => scoKey === goal.scoKey) : undefined;
      if (item) return deliver(item);
      if (goal === "end") return finish(wish === "leave" ? "page" : "package");
      post({ type: "blocked" });
      // Back to the SCO where the learner was: the rules allow no other.
      const here = current?.scoKey ? runtime.next({ scoKey: current.scoKey }) : null;
      const back = here !== null && here !== "end" ? items.find(({ scoKey }) => scoKey === here.scoKey) : undefined;
      if (back) deliver(back);
      else current = null;
    } finally {
      isMoving = false;
      tell();
    }
  }

  function finish(reason: "package" | "page") {
    current = null;
    delete (window as unknown as Record<string, unknown>)[runtime.apiName];
    journal.sendOnLeave();
    post({ type: "done", reason });
  }

  port.addEventListener("message", ({ data }: MessageEvent<ToLauncher>) => {
    if (data.type === "kept") journal.kept(data.seqs, data.where);
    else if (data.type === "unsafe") runtime.setUnsafe(data.isUnsafe);
    else if (data.type === "full") room.isFull();
    else if (data.type === "stop") {
      isStopped = true;
      post({ type: "stopped" });
    } else if (data.type === "go") void move(data.to);
    else if (data.type === "leave") void move("leave");
    else if (data.type === "ping") post({ type: "alive" });
  });
  port.start();
  // The parent's pagehide comes first, and a package may report after ours: what it reports from now on is sent at once.
  const leave = () => journal.sendOnLeave();
  window.addEventListener("pagehide", () => {
    leave();
    journal.leaving(true);
  });
  window.addEventListener("pageshow", () => journal.leaving(false));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
  // Without the sandbox a package may try to leave the portal's page, which then asks first; so does closing the tab.
  if (opened.needs.frames && window.top !== window)
    window.addEventListener("beforeunload", () => {
      journal.log("leave page", { result: "asked", error: "0" });
      leave();
    });

  const goal = runtime.first(asked);
  const item = goal !== null && goal !== "end" ? items.find(({ scoKey }) => scoKey === goal.scoKey) : undefined;
  if (item) deliver(item);
  else {
    post({ type: "blocked" });
    tell();
  }
}

/** The URL of a SCO with its parameters appended as both standards require. */
export function launchAddress({ href, parameters = "" }: Pick<ManifestItem, "href" | "parameters">): string {
  const address = href ?? "about:blank";
  const given = parameters.trim().replace(/^[?&]+/, "");
  if (given === "") return address;
  const [, path = "", hash = ""] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  if (given.startsWith("#")) return hash === "" ? path + given : address;
  return `${path}${path.includes("?") ? "&" : "?"}${given}${hash}`;
}

const randomId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns a function that sends facts to the portal's server with the attempt's token: as text and without cookies, so that no preflight is needed. */
function sender(origin: string, token: string, clientId: string) {
  return async (commits: { seq: number; fact: unknown }[], { keepalive }: { keepalive: boolean }): Promise<Sent> => {
    const response = await fetch(`${origin}/rest/scorm/commit`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      credentials: "omit",
      keepalive,
      body: JSON.stringify({ token, clientId, commits }),
    });
    if (response.ok) return (await response.json()) as { stored: number[] };
    // The session has run out: what waits goes out once the learner has signed in over the page.
    if (response.status === 401) return { retryAfterMs: signInMs };
    if (response.status === 429 || response.status >= 500)
      return { retryAfterMs: Math.max(1, Number(response.headers.get("retry-after")) || 5) * 1000 };
    // Refused for good: the page's outbox still has it and tells the learner.
    return { final: true };
  };
}
