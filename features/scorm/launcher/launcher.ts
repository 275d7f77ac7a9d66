import { playAlone, type AloneWords } from "./alone.ts";
import { endWalks } from "./frame-walks.ts";
import { play, type Page } from "./play.ts";
import { INIT, READY, type FromLauncher, type LauncherInit, type ToLauncher } from "./protocol.ts";
import type { CreateRuntime } from "./runtime.ts";
import { stageOf } from "./stage-shape.ts";

/** A separate window reports this often, in ms, that it is in front: the page behind it may be covered, with throttled timers. */
const frontMs = 4_000;

/** What the launcher's page says of itself (content-routes.ts). */
interface Setup {
  readonly origin: string;
  /** For a window that has lost its page. */
  readonly alone: string;
  /** For a window that never has one; null where each course has a host of its own. */
  readonly own: AloneWords | null;
  /** The language of these words. */
  readonly language: string;
}

const pageAt = (port: MessagePort): Page => ({
  tell: (message) => port.postMessage(message),
  hear(listener) {
    port.addEventListener("message", ({ data }: MessageEvent<ToLauncher>) => listener(data));
    port.start();
  },
});

/**
 * The page between the portal's page and a package, on the content origin (security.md §3.2). It waits for the portal's page, whose origin its signed
 * address names, receives the state of every SCO, and only then opens the first SCO's frame. What a package changes is sent to the portal's page through
 * a MessagePort, and directly to the server when the page ends. Where courses share a host (CONTENT_HOSTS=one), a window of its own has no page behind it.
 */
export function startLauncher(createRuntime: CreateRuntime): void {
  const { origin, alone, own, language } = JSON.parse(document.getElementById("stoa")?.textContent ?? "{}") as Setup;
  const isFrame = window.parent !== window;
  if (own) forgetCookies();
  if (own && !isFrame) {
    window.opener = null;
    const { walked } = endWalks(null);
    return void readyStage(() => undefined).then(() => playAlone({ origin, words: own, language }, createRuntime, walked));
  }
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
      play(data, pageAt(port), origin, createRuntime, walked),
    );
  };
  window.addEventListener("message", onMessage);
  page.postMessage(READY, origin);
}

/**
 * Where courses share a host, takes away the cookies that other courses' packages left on it. Their storage goes by Clear-Site-Data, whose "cookies" would
 * empty the whole registrable domain, the portals' sessions with it where they share one.
 */
function forgetCookies() {
  for (const cookie of document.cookie.split(";")) {
    const [name = ""] = cookie.split("=");
    for (const path of ["/", "/c", "/c/"])
      for (const domain of ["", `; domain=${location.hostname}`])
        for (const kind of ["", "; secure; samesite=none; partitioned"])
          document.cookie = `${name.trim()}=; max-age=0; path=${path}${domain}${kind}`;
  }
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
