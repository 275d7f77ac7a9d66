import type { CmiFact } from "#features/progress/contract.ts";
import type { ManifestItem } from "../manifest.ts";
import type { LauncherInit, Navigation, Wish } from "./protocol.ts";

/** The state of a SCO from earlier sessions; it is updated while the launcher runs. */
export interface Saved {
  cmi: Record<string, string>;
  completed: boolean;
  passed: boolean | null;
  reportedSeconds: number;
}

export type Ended = NonNullable<CmiFact["ended"]>;
export type Opened = LauncherInit["opened"];
/** Where to go: a SCO to open, the end of the course, or nowhere. */
export type Goal = { readonly scoKey: string } | "end" | null;

/** The run-time of a standard: scorm-again's API, one session of one SCO at a time, and the navigation between SCOs. */
export interface Runtime {
  readonly apiName: "API" | "API_1484_11";
  /** The standard's method names, in this order. */
  readonly methods: { initialize: string; terminate: string; get: string; set: string; commit: string; others: readonly string[] };
  /** The SCO to begin with. */
  first(asked: string | null): Goal;
  /** Prepares the API for a SCO with its stored state. Returns whether the SCO starts over. */
  load(item: ManifestItem, saved: Saved | undefined): { fresh: boolean };
  /** Whether this call begins another session of the SCO that is shown, as SCORM 1.2 packages may after they finished one. */
  reopens(method: string): boolean;
  call(method: string, args: readonly unknown[]): string;
  /** How a session that has just terminated ended, by the last value of its exit element. */
  endedBy(exit: string): Ended;
  lastError(): string;
  /** By method, the error of a call that would store something and may not: general exceptions, as for a store that fails. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Makes such an error the last one. */
  refuse(method: string): void;
  /** The current status where the run-time computes it in addition to what the package sets (pass marks, thresholds). */
  effective(): Record<string, string>;
  /** Whether the session is initialised and not yet terminated. */
  isLive(): boolean;
  /** Sets what the learner wants next; a package that terminates now triggers it. */
  expect(wish: Wish | "leave" | null): void;
  /** Where to go once a SCO has been unloaded. */
  next(wish: Wish | "leave" | null): Goal;
  navigation(): Omit<Navigation, "current" | "isRunning">;
  /** The sequencing state to store; null when the standard has none. */
  snapshot(): string | null;
  setUnsafe(isUnsafe: boolean): void;
}

/** Makes the run-time of a standard for an opened package; savedOf gives what is known of a SCO. */
export type CreateRuntime = (opened: Opened, savedOf: (scoKey: string) => Saved | undefined) => Runtime;

/** The launchable items, flattened. */
export function playlist(items: readonly ManifestItem[]): ManifestItem[] {
  return items.flatMap((item) => [...(item.scoKey !== null ? [item] : []), ...playlist(item.children)]);
}

/** Elements in an order in which they can be loaded: ids and types before elements that depend on them, list entries by number. */
export function loadable(cmi: Readonly<Record<string, string>>, isSkipped: (name: string) => boolean): [string, string][] {
  const rank = (name: string) => (/^cmi\.(?:interactions|objectives)\.\d+\.id$/.test(name) ? 0 : name.endsWith(".type") ? 1 : 2);
  const entry = (name: string) => name.match(/\d+/g)?.map(Number) ?? [];
  return Object.entries(cmi)
    .filter(([name, value]) => name.startsWith("cmi.") && value !== "" && !isSkipped(name) && !/\._(?:count|children|version)$/.test(name))
    .toSorted(([a], [b]) => {
      const [left, right] = [entry(a), entry(b)];
      for (let at = 0; at < Math.min(left.length, right.length); at++)
        if (left[at] !== right[at]) return (left[at] ?? 0) - (right[at] ?? 0);
      return rank(a) - rank(b) || (a < b ? -1 : 1);
    });
}

/** How the last session ended: none yet, to be resumed, or finished. */
export function endOf(saved: Saved | undefined): "none" | "open" | "normal" {
  if (!saved || !Object.keys(saved.cmi).some((name) => name.startsWith("cmi."))) return "none";
  const ended = saved.cmi["stoa.ended"] ?? "";
  return ended === "normal" || ended === "time-out" ? "normal" : "open";
}

/** Whether a part has reported all that it takes to open the next one: that it is complete, and not that it was failed. */
export const isFinished = (saved: Saved | undefined): boolean =>
  saved?.passed === true || (saved?.completed === true && saved.passed !== false);

/** The time reported in the SCO's current attempt. Time of earlier attempts counts too, but the package must not read it. */
export const secondsOfAttempt = (saved: Saved | undefined): number =>
  Math.max(0, (saved?.reportedSeconds ?? 0) - (Number(saved?.cmi["stoa.before"]) || 0));

export const endOfExit = (exit: string): Ended => (exit === "suspend" || exit === "logout" || exit === "time-out" ? exit : "normal");

/** Names that are categories of the data model: they have elements but no value. */
const category =
  /^(?:cmi|adl|cmi\.(?:core|core\.score|score|student_data|(?:student|learner)_preference)|adl\.nav(?:\.request_valid(?:\.(?:choice|jump))?)?|adl\.data(?:\.\d+)?|cmi\.(?:objectives(?:\.\d+(?:\.score)?)?|comments_from_(?:learner|lms)(?:\.\d+)?|interactions(?:\.\d+(?:\.(?:objectives|correct_responses)(?:\.\d+)?)?)?))$/;

/** The arguments of a call. scorm-again would let a package overwrite a whole category and fail from then on; such a name is replaced by an unknown element. */
export const addressed = (args: readonly unknown[]): readonly unknown[] => {
  const [element, ...rest] = args;
  return typeof element === "string" && category.test(element) ? ["cmi.unknown", ...rest] : args;
};

/** Answers the API's commits: every recorded change was already posted to the page, so a commit fails only when both stores are known to fail. */
export function commitService(failure: number) {
  let isUnsafe = false;
  return {
    setUnsafe(value: boolean) {
      isUnsafe = value;
    },
    service: {
      processHttpRequest: () => (isUnsafe ? { result: "false", errorCode: failure } : { result: "true", errorCode: 0 }),
      updateSettings: () => undefined,
    },
  };
}
