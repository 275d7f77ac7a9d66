import { durationSeconds } from "#platform/durations.ts";
import type { ManifestItem } from "../manifest.ts";
import { apiFacade } from "./facade.ts";
import { createJournal } from "./journal.ts";
import { launchAddress } from "./launch-address.ts";
import type { FactMessage, FromLauncher, LauncherInit, ToLauncher, Wish } from "./protocol.ts";
import { createRoom } from "./room.ts";
import { playlist, type CreateRuntime, type Goal, type Saved } from "./runtime.ts";
import { sender, type Heard } from "./sender.ts";
import { unloadFrame } from "./unload-frame.ts";

/** The page is told of activity at most this often, in ms. */
const touchMs = 10_000;

const isStatus = /^cmi\.(?:core\.lesson_status|completion_status|success_status)$/;

/** Stores a changed element in the known state of a SCO, with what follows from it. */
function change({ state, before }: { state: Saved; before: number }, name: string, value: string) {
  state.cmi[name] = value;
  if (/^cmi\.(?:core\.lesson_status|completion_status)$/.test(name) && /^(?:completed|passed)$/.test(value)) state.completed = true;
  if (/^cmi\.(?:core\.lesson_status|success_status)$/.test(name) && /^(?:failed|passed)$/.test(value))
    state.passed = value === "passed" || state.passed === true;
  if (/^cmi\.(?:core\.)?session_time$/.test(name)) state.reportedSeconds = before + (durationSeconds(value) ?? 0);
}

/** The page's side of the protocol: the portal's page behind its port, or what stands in for it (alone.ts). */
export interface Page {
  readonly tell: (message: FromLauncher) => void;
  /** From now on `listener` gets what the page says. */
  readonly hear: (listener: (message: ToLauncher) => void) => void;
  /** Where nothing but this window keeps facts: it sends them all, and is told what became of them. */
  readonly onAnswer?: (heard: Heard) => void;
}

/**
 * Plays a package: shows one SCO after another, each with its state and its API before its frame, and hands what it changes to the page (SCO-4). walked: see
 * endWalks.
 */
export function play(
  { opened, clientId, firstSeq, asked }: LauncherInit,
  page: Page,
  origin: string,
  createRuntime: CreateRuntime,
  walked: () => void,
) {
  const post = page.tell;
  const saved = new Map<string, Saved>(Object.entries(structuredClone(opened.states)));
  const runtime = createRuntime(opened, (scoKey) => saved.get(scoKey));
  const items = playlist(opened.organization.items);
  const room = createRoom(opened.room);
  /** Passes a fact on, and counts it. */
  function report(message: FactMessage) {
    room.reported(message.fact);
    post(message);
  }
  const journal = createJournal({
    firstSeq,
    post: report,
    send: opened.isTest ? null : sender(origin, opened.token, clientId, page.onAnswer),
    isAlone: page.onAnswer !== undefined,
  });
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

  /** Whether the next part waits is asked here and now: what the package has just reported may not have reached the page yet. */
  function go(to: Wish, unlessWaits: boolean) {
    const waits = unlessWaits && frame !== null && isLive && runtime.navigation().nextWaits;
    if (!waits || !current?.scoKey) return void move(to);
    tell();
    post({ type: "held", scoKey: current.scoKey });
  }

  function finish(reason: "package" | "page") {
    current = null;
    delete (window as unknown as Record<string, unknown>)[runtime.apiName];
    journal.sendOnLeave();
    post({ type: "done", reason });
  }

  page.hear((data) => {
    if (data.type === "kept") journal.kept(data.seqs, data.where);
    else if (data.type === "unsafe") runtime.setUnsafe(data.isUnsafe);
    else if (data.type === "full") room.isFull();
    else if (data.type === "stop") {
      isStopped = true;
      post({ type: "stopped" });
    } else if (data.type === "go") go(data.to, data.unlessWaits);
    else if (data.type === "leave") void move("leave");
    else if (data.type === "ping") post({ type: "alive" });
  });
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

/** 24 hexadecimal digits that nobody guesses. */
export const randomId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
