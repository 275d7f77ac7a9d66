import type { ApiCall } from "#features/progress/contract.ts";
import type { CallError } from "#platform/call.ts";
import type { OpenedPackage } from "../contract.ts";
import { INIT, READY, type FromLauncher, type LauncherInit, type Navigation, type ToLauncher, type Wish } from "../launcher/protocol.ts";
import { hangWatch } from "./hang-watch.ts";
import type { FactMessage } from "../launcher/protocol.ts";

type Identity = Pick<LauncherInit, "clientId" | "firstSeq">;
/** Why the server has refused a fact for good; null for one that it took. */
type Refusal = { readonly code: string; readonly message: string } | null;
const isOutOfRoom = ({ code }: NonNullable<Refusal>) => code === "state_full" || code === "day_full";

/** Where the facts of launchers are stored; a test has none. */
export interface Recorder {
  /** An identity for the facts of one more launcher. No two have the same numbers: the second one's facts would count as sent before. */
  identity(): Identity;
  /** Stores a launcher's fact; onDevice and onServer resolve when it is stored there. */
  record(identity: Identity, message: FactMessage): { onDevice: Promise<boolean>; onServer: Promise<Refusal> };
  /** Resolves when the server has every fact until now, or when it does not answer in time. */
  settled(): Promise<void>;
  /** Registers a callback for when facts can be stored neither on the device nor on the server, and when they can again. Returns a function that unregisters it. */
  onUnsafe(listener: (isUnsafe: boolean) => void): () => void;
}

export interface RunState {
  readonly navigation: Navigation | null;
  /** Set when the package has ended the course, or when everything was handed over after the learner left. */
  readonly done: "package" | "page" | null;
  /** Whether the package's rules refused to go where the learner wanted; until they go somewhere else. */
  readonly isBlocked: boolean;
  /** The part that the last press of Next did not leave, because the next one is locked until it is complete; null where nothing was held. */
  readonly heldAt: string | null;
  readonly missing: string | null;
  readonly isStorageDenied: boolean;
  /** Why the package could not be opened once more, for a launcher that was loaded again. */
  readonly failure: CallError | null;
  /** Why the package can store no more: a sentence of the server, or true where its launcher refused it first. */
  readonly full: string | true | null;
  readonly calls: readonly (ApiCall & { readonly scoKey: string })[];
}

const fresh: RunState = {
  navigation: null,
  done: null,
  isBlocked: false,
  heldAt: null,
  missing: null,
  isStorageDenied: false,
  failure: null,
  full: null,
  calls: [],
};
const callsShown = 2000;
/** How long leaving waits for the package's last messages, in ms. One that does not answer must not hold the learner up. */
const leaveMs = 4_000;

export interface RunOptions {
  readonly opened: OpenedPackage;
  readonly asked: string | null;
  readonly recorder: Recorder | null;
  /** Opens the package again, with the states of now. */
  readonly openAgain: () => Promise<OpenedPackage>;
  readonly onTouch: () => void;
  /** Called when the package's separate window is in front, repeated every few seconds, and when it no longer is. */
  readonly onFront: (isInFront: boolean) => void;
  /** Called when the package hangs, and when it answers again. */
  readonly onHang: (hangs: boolean) => void;
}

export type PackageRun = ReturnType<typeof createPackageRun>;

/**
 * The page's side of the protocol with a launcher. It answers the first message of the window that it opened itself, if it comes from the content origin,
 * with the state of every SCO and a port, and listens to nothing else (security.md §3.2). A launcher that was loaded again, because its window was reopened or
 * its frame reloaded, gets the states of that moment. Facts go to the recorder. A store for useSyncExternalStore.
 */
export function createPackageRun({ opened, asked, recorder, openAgain, onTouch, onFront, onHang }: RunOptions) {
  const { contentOrigin } = opened;
  const listeners = new Set<() => void>();
  let state = fresh;
  let target: (() => Window | null) | null = null;
  let port: MessagePort | null = null;
  let last: string | null = asked;
  let hasOpened = false;
  let isAnswering = false;
  let isUnsafe = false;
  const handedOver = Promise.withResolvers<void>();

  const set = (change: Partial<RunState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const post = (message: ToLauncher, messagePort = port) => messagePort?.postMessage(message);
  const stopped = Promise.withResolvers<void>();
  const watch = hangWatch(() => post({ type: "ping" }), onHang);

  function hear(message: FromLauncher, identity: Identity, from: MessagePort) {
    if (message.type === "fact") {
      const kept = recorder?.record(identity, message);
      const tell = (where: "device" | "server") => post({ type: "kept", seqs: [message.seq], where }, from);
      void kept?.onDevice.then((isKept) => isKept && tell("device"));
      void kept?.onServer.then((refused) => {
        tell("server");
        if (!refused || !isOutOfRoom(refused)) return;
        post({ type: "full" });
        set({ full: refused.message });
      });
      return;
    }
    // Of a launcher that is gone only the last facts count.
    if (from !== port) return;
    watch.heard();
    switch (message.type) {
      case "navigation":
        last = message.navigation.current ?? last;
        return set({
          navigation: message.navigation,
          // After a refusal the part where the learner was is opened again, which does not make the refusal untrue; what it reports then may.
          ...((message.navigation.current !== state.navigation?.current || message.navigation.nextWaits !== state.navigation.nextWaits) && {
            isBlocked: false,
            heldAt: null,
          }),
          ...(message.navigation.isRunning && { missing: null }),
        });
      case "call":
        return set({ calls: [...state.calls.slice(1 - callsShown), { ...message.call, scoKey: message.scoKey }] });
      case "touch":
        return onTouch();
      case "front":
        return onFront(message.isInFront);
      case "blocked":
        return set({ isBlocked: true });
      case "held":
        return set({ heldAt: message.scoKey });
      case "missing":
        return set({ missing: message.scoKey });
      case "storageDenied":
        return set({ isStorageDenied: true });
      case "full":
        return state.full ?? set({ full: true });
      case "stopped":
        return stopped.resolve();
      case "done":
        handedOver.resolve();
        return set({ done: message.reason });
    }
  }

  /** Answers a launcher. One that was loaded again gets what the server has now, and numbers of its own. */
  async function answer() {
    if (isAnswering) return;
    isAnswering = true;
    closeLater(port);
    port = null;
    try {
      if (hasOpened) set({ ...fresh, calls: state.calls });
      await (hasOpened && recorder?.settled());
      start(hasOpened ? await openAgain() : opened);
    } catch (error) {
      set({ failure: error as CallError });
    } finally {
      isAnswering = false;
    }
  }
  function start(now: OpenedPackage) {
    const { launcherUrl: _, contentOrigin: __, ...rest } = now;
    hasOpened = true;
    const identity = recorder?.identity() ?? { clientId: "test", firstSeq: 1 };
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.addEventListener("message", ({ data }: MessageEvent<FromLauncher>) => hear(data, identity, port1));
    port1.start();
    watch.heard();
    const init: LauncherInit = { kind: INIT, opened: rest, asked: last, ...identity };
    target?.()?.postMessage(init, contentOrigin, [port2]);
    if (isUnsafe) post({ type: "unsafe", isUnsafe });
  }

  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Listens to the launcher and to whether facts can be stored. Returns a function that ends it. */
    listen() {
      const listening = new AbortController();
      window.addEventListener(
        "message",
        ({ source, origin, data }: MessageEvent<unknown>) => {
          const launcher = target?.();
          if (data === READY && launcher && source === launcher && origin === contentOrigin) void answer();
        },
        { signal: listening.signal },
      );
      const stopUnsafe = recorder?.onUnsafe((value) => {
        isUnsafe = value;
        post({ type: "unsafe", isUnsafe: value });
      });
      return () => {
        listening.abort();
        watch.stop();
        stopUnsafe?.();
        closeLater(port);
      };
    },
    /** Sets the frame or window that was opened for this run: only its first message is answered. */
    expectFrom(window: () => Window | null) {
      target = window;
    },
    /** Opens the package once more for a launcher that waits, after a failure. */
    tryAgain: () => void answer(),
    /** Goes where the learner wants. unlessWaits: stays at a part that the next one waits for; `heldAt` says so then. */
    go(to: Wish, { unlessWaits = false } = {}) {
      set({ isBlocked: false, heldAt: null });
      post({ type: "go", to, unlessWaits });
    },
    /** Makes the package's API refuse, because the course goes on elsewhere. Resolves once it does. */
    async stop() {
      if (!port) return;
      post({ type: "stop" });
      await stopped.promise;
    },
    /** Asks the package to end. Resolves when it has handed everything over, at once without a package, and after a few seconds where it does not answer. */
    async leave() {
      if (!port) return;
      post({ type: "leave" });
      await Promise.race([handedOver.promise, new Promise((resolve) => setTimeout(resolve, leaveMs))]);
    },
    /** Resolves when the server has every fact until now, or when it does not answer in time. */
    settled: () => recorder?.settled() ?? Promise.resolve(),
  };
}

/** The last messages of a frame that is being removed still arrive. */
const closeLater = (port: MessagePort | null) => void setTimeout(() => port?.close(), 5_000);
