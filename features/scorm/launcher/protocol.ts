import type { ApiCall, CmiFact } from "#features/progress/contract.ts";
import type { OpenedPackage } from "../contract.ts";

/** What the portal's page and the launcher say to each other over their MessageChannel. Only the first word of each side goes by window.postMessage. */

/** launcher → page, by postMessage: it is there and waits. */
export const READY = "stoa-launcher-ready";
/** page → launcher, by postMessage, with the port. */
export const INIT = "stoa-launcher-init";

export interface LauncherInit {
  readonly kind: typeof INIT;
  readonly opened: Omit<OpenedPackage, "launcherUrl" | "contentOrigin">;
  /** Identity of this launcher's facts; seq counts up from firstSeq. Sent twice, by page and launcher, they count once (INV-7). */
  readonly clientId: string;
  readonly firstSeq: number;
  /** The SCO the learner asked for; null opens where they left. */
  readonly asked: string | null;
}

/** Where the learner wants to go: on, back, to a part, or into a folder of parts by its identifier. */
export type Wish = "continue" | "previous" | { readonly scoKey: string } | { readonly folder: string };

/** How the learner may move just now, as the standard and the package's rules have it. */
export interface Navigation {
  /** The SCO on the stage; null before the first and after the last. */
  readonly current: string | null;
  /** Whether its session goes on. */
  readonly isRunning: boolean;
  readonly canContinue: boolean;
  readonly canPrevious: boolean;
  /** SCO keys that may not be chosen now. */
  readonly locked: readonly string[];
  /** Identifiers of the folders that may be chosen now; the package's rules say which of their parts that opens. */
  readonly folders: readonly string[];
}

export interface FactMessage {
  readonly type: "fact";
  readonly seq: number;
  readonly fact: CmiFact;
  /** A change of status or score, or an end: to be sent at once. */
  readonly isUrgent: boolean;
}

export type FromLauncher =
  | FactMessage
  | { readonly type: "navigation"; readonly navigation: Navigation }
  /** Every call as it happens, for the list of a test. */
  | { readonly type: "call"; readonly scoKey: string; readonly call: ApiCall }
  /** The learner did something inside the package. */
  | { readonly type: "touch" }
  /** From a window of its own: whether it is in front. Said again every few seconds while it is. */
  | { readonly type: "front"; readonly isInFront: boolean }
  /** The package's rules do not let the learner go there. */
  | { readonly type: "blocked" }
  /** A file of the package could not be loaded. */
  | { readonly type: "missing"; readonly scoKey: string }
  /** The browser denies this frame its storage; a window of its own would have it. */
  | { readonly type: "storageDenied" }
  /** The package has ended the course, or the page asked for the end: everything is handed over. */
  | { readonly type: "done"; readonly reason: "package" | "page" };

export type ToLauncher =
  /** These facts are on the device, or on the server. */
  | { readonly type: "kept"; readonly seqs: readonly number[]; readonly where: "device" | "server" }
  /** Neither the device nor the server takes facts: commits have to answer false. */
  | { readonly type: "unsafe"; readonly isUnsafe: boolean }
  | { readonly type: "go"; readonly to: Wish }
  | { readonly type: "leave" };
