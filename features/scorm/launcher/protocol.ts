import type { ApiCall, CmiFact } from "#features/progress/contract.ts";
import type { OpenedPackage } from "../contract.ts";

/** The messages between the portal's page and the launcher over their MessageChannel. Only the first one of each side uses window.postMessage. */

/** launcher → page, by postMessage: the launcher is loaded and waits. */
export const READY = "stoa-launcher-ready";
/** page → launcher, by postMessage, with the port. */
export const INIT = "stoa-launcher-init";

export interface LauncherInit {
  readonly kind: typeof INIT;
  readonly opened: Omit<OpenedPackage, "launcherUrl" | "contentOrigin">;
  /** Identity of this launcher's facts; seq counts up from firstSeq. Sent by both page and launcher, a fact counts once (INV-7). */
  readonly clientId: string;
  readonly firstSeq: number;
  /** The SCO that the learner asked for; null resumes where they left. */
  readonly asked: string | null;
}

/** Where the learner wants to go: forward, back, to a part, or into a folder of parts by its identifier. */
export type Wish = "continue" | "previous" | { readonly scoKey: string } | { readonly folder: string };

/** How the learner may navigate now, by the standard and the package's rules. */
export interface Navigation {
  /** The SCO that is shown; null before the first and after the last. */
  readonly current: string | null;
  /** Whether its session is still running. */
  readonly isRunning: boolean;
  readonly canContinue: boolean;
  readonly canPrevious: boolean;
  /** Whether the next part is locked until this one is complete, as far as can be known before this one is left. */
  readonly nextWaits: boolean;
  /** SCO keys that may not be chosen now. */
  readonly locked: readonly string[];
  /** Of those, the ones that only Next and Previous reach. */
  readonly inOrder: readonly string[];
  /** SCO keys that the package hides from choice now. */
  readonly hidden: readonly string[];
  /** Identifiers of the folders that may be chosen now, the organization's among them; the package's rules decide which of their parts that opens. */
  readonly folders: readonly string[];
}

export interface FactMessage {
  readonly type: "fact";
  readonly seq: number;
  readonly fact: CmiFact;
  /** For a change of status or score, or an end of session: to be sent at once. */
  readonly isUrgent: boolean;
}

export type FromLauncher =
  | FactMessage
  | { readonly type: "navigation"; readonly navigation: Navigation }
  /** Every call as it happens, for the call list of an author's test. */
  | { readonly type: "call"; readonly scoKey: string; readonly call: ApiCall }
  /** The answer to a ping. */
  | { readonly type: "alive" }
  /** The learner did something inside the package. */
  | { readonly type: "touch" }
  /** From a separate window: whether it is in front. Repeated every few seconds while it is. */
  | { readonly type: "front"; readonly isInFront: boolean }
  /** The package's rules do not allow the learner to go there. */
  | { readonly type: "blocked" }
  /** The next part is locked until this one is complete, so this one was not left. */
  | { readonly type: "held"; readonly scoKey: string }
  /** A file of the package could not be loaded. */
  | { readonly type: "missing"; readonly scoKey: string }
  /** The browser denies storage to this frame; a separate window would have it. */
  | { readonly type: "storageDenied" }
  /** The package wanted to store more than it may, and was told so. */
  | { readonly type: "full" }
  /** The API answers "false" from now on, as the page asked. */
  | { readonly type: "stopped" }
  /** The package has ended the course, or the page asked for the end; every fact was handed over. */
  | { readonly type: "done"; readonly reason: "package" | "page" };

export type ToLauncher =
  /** These facts are on the device, or on the server. */
  | { readonly type: "kept"; readonly seqs: readonly number[]; readonly where: "device" | "server" }
  /** Neither the device nor the server accepts facts: commits have to answer false. */
  | { readonly type: "unsafe"; readonly isUnsafe: boolean }
  /** The server has refused a fact for want of room. */
  | { readonly type: "full" }
  /** The course goes on in another window or on another device: what the package says from now on is refused. */
  | { readonly type: "stop" }
  /** unlessWaits: stay where the next part is locked until this one is complete (Navigation.nextWaits), and say so. */
  | { readonly type: "go"; readonly to: Wish; readonly unlessWaits: boolean }
  | { readonly type: "leave" }
  /** Asks whether the launcher still answers: a package that hangs keeps it from that. */
  | { readonly type: "ping" };
