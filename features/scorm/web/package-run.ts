import type { ApiCall } from "#features/progress/contract.ts";
import type { OpenedPackage } from "../contract.ts";
import { INIT, READY, type FromLauncher, type LauncherInit, type Navigation, type ToLauncher, type Wish } from "../launcher/protocol.ts";
import type { FactMessage } from "../launcher/protocol.ts";

/** Where a launcher's facts are stored; a test has none. */
export interface Recorder {
  readonly identity: { readonly clientId: string; readonly firstSeq: number };
  /** Stores a fact; onDevice and onServer resolve when it is stored there. */
  record(message: FactMessage): { onDevice: Promise<boolean>; onServer: Promise<unknown> };
  /** Registers a callback for when facts can be stored neither on the device nor on the server, and when they can again. Returns a function that unregisters it. */
  onUnsafe(listener: (isUnsafe: boolean) => void): () => void;
}

export interface RunState {
  readonly navigation: Navigation | null;
  /** Set when the package has ended the course, or when everything was handed over after the learner left. */
  readonly done: "package" | "page" | null;
  readonly isBlocked: boolean;
  readonly missing: string | null;
  readonly isStorageDenied: boolean;
  readonly calls: readonly (ApiCall & { readonly scoKey: string })[];
}

const fresh: RunState = { navigation: null, done: null, isBlocked: false, missing: null, isStorageDenied: false, calls: [] };
const callsShown = 2000;

export interface RunOptions {
  readonly opened: OpenedPackage;
  readonly asked: string | null;
  readonly recorder: Recorder | null;
  readonly onTouch: () => void;
  /** Called when the package's separate window is in front, repeated every few seconds, and when it no longer is. */
  readonly onFront: (isInFront: boolean) => void;
}

export type PackageRun = ReturnType<typeof createPackageRun>;

/**
 * The page's side of the protocol with a launcher. It answers the first message of the window that it opened itself, if it comes from the content origin,
 * with the state of every SCO and a port, and listens to nothing else (security.md §3.2). Facts go to the recorder. A store for useSyncExternalStore.
 */
export function createPackageRun({ opened, asked, recorder, onTouch, onFront }: RunOptions) {
  const { launcherUrl: _, contentOrigin, ...rest } = opened;
  const listeners = new Set<() => void>();
  let state = fresh;
  let target: (() => Window | null) | null = null;
  let port: MessagePort | null = null;

  const set = (change: Partial<RunState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const post = (message: ToLauncher) => port?.postMessage(message);

  function hear(message: FromLauncher) {
    switch (message.type) {
      case "fact": {
        const kept = recorder?.record(message);
        void kept?.onDevice.then((isKept) => isKept && post({ type: "kept", seqs: [message.seq], where: "device" }));
        void kept?.onServer.then(() => post({ type: "kept", seqs: [message.seq], where: "server" }));
        return;
      }
      case "navigation":
        return set({ navigation: message.navigation, ...(message.navigation.isRunning && { isBlocked: false, missing: null }) });
      case "call":
        return set({ calls: [...state.calls.slice(1 - callsShown), { ...message.call, scoKey: message.scoKey }] });
      case "touch":
        return onTouch();
      case "front":
        return onFront(message.isInFront);
      case "blocked":
        return set({ isBlocked: true });
      case "missing":
        return set({ missing: message.scoKey });
      case "storageDenied":
        return set({ isStorageDenied: true });
      case "done":
        return set({ done: message.reason });
    }
  }

  const listening = new AbortController();
  window.addEventListener(
    "message",
    ({ source, origin, data }: MessageEvent<unknown>) => {
      const launcher = target?.();
      if (data !== READY || !launcher || source !== launcher || origin !== contentOrigin) return;
      port?.close();
      const channel = new MessageChannel();
      port = channel.port1;
      port.addEventListener("message", (event: MessageEvent<FromLauncher>) => hear(event.data));
      port.start();
      const identity = recorder?.identity ?? { clientId: "test", firstSeq: 1 };
      const init: LauncherInit = { kind: INIT, opened: rest, asked, ...identity };
      launcher.postMessage(init, contentOrigin, [channel.port2]);
      if (isUnsafe) post({ type: "unsafe", isUnsafe });
    },
    { signal: listening.signal },
  );
  let isUnsafe = false;
  const stopUnsafe = recorder?.onUnsafe((value) => {
    isUnsafe = value;
    post({ type: "unsafe", isUnsafe: value });
  });

  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Sets the frame or window that was opened for this run: only its first message is answered. */
    expectFrom(window: () => Window | null) {
      target = window;
    },
    go: (to: Wish) => post({ type: "go", to }),
    /** Asks the package to end; `done` is set when everything was handed over. */
    leave: () => post({ type: "leave" }),
    close() {
      listening.abort();
      stopUnsafe?.();
      // The last messages of a frame that is being removed still arrive.
      setTimeout(() => port?.close(), 5_000);
    },
  };
}
