import type { CmiFact } from "#features/progress/contract.ts";
import type { ManifestItem } from "../manifest.ts";
import type { LauncherInit, Navigation, Wish } from "./protocol.ts";

/** What is known of a SCO from earlier sessions; grows while the launcher lives. */
export interface Saved {
  cmi: Record<string, string>;
  completed: boolean;
  passed: boolean | null;
  reportedSeconds: number;
}

export type Ended = NonNullable<CmiFact["ended"]>;
export type Opened = LauncherInit["opened"];
/** A SCO to open, the end of the course, or nowhere. */
export type Goal = { readonly scoKey: string } | "end" | null;

/** A standard's run-time: scorm-again's API, one session of one SCO at a time, and the way between SCOs. */
export interface Runtime {
  readonly apiName: "API" | "API_1484_11";
  /** The standard's method names, in this order. */
  readonly methods: { initialize: string; terminate: string; get: string; set: string; commit: string; others: readonly string[] };
  /** The SCO to begin with. */
  first(asked: string | null): Goal;
  /** Readies the API for a SCO, with everything it had. Answers whether the SCO begins anew. */
  load(item: ManifestItem, saved: Saved | undefined): { fresh: boolean };
  /** Whether this call begins a further session of the SCO on the stage, as SCORM 1.2 packages may after they finished one. */
  reopens(method: string): boolean;
  call(method: string, args: readonly unknown[]): string;
  /** How a session that has just terminated counts, by the last value of its exit element. */
  endedBy(exit: string): Ended;
  lastError(): string;
  /** Status as it counts now, where the run-time decides it beside what the package says (pass marks, thresholds). */
  effective(): Record<string, string>;
  /** Initialised and not yet terminated. */
  isLive(): boolean;
  /** What the learner wants next; a package that terminates now serves it. */
  expect(wish: Wish | "leave" | null): void;
  /** Where to go once a SCO has left the stage. */
  next(wish: Wish | "leave" | null): Goal;
  navigation(): Pick<Navigation, "canContinue" | "canPrevious" | "locked" | "folders">;
  /** The state of sequencing to keep; null when the standard has none. */
  snapshot(): string | null;
  setUnsafe(isUnsafe: boolean): void;
}

/** Launchable items with their places. */
export function playlist(items: readonly ManifestItem[]): ManifestItem[] {
  return items.flatMap((item) => [...(item.scoKey !== null ? [item] : []), ...playlist(item.children)]);
}

/** Elements in an order in which they can be loaded: ids and types before what hangs on them, list entries by number. */
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

/** What the last session left by the way it ended: nothing, something to resume, or something finished. */
export function endOf(saved: Saved | undefined): "none" | "open" | "normal" {
  if (!saved || !Object.keys(saved.cmi).some((name) => name.startsWith("cmi."))) return "none";
  const ended = saved.cmi["stoa.ended"] ?? "";
  return ended === "normal" || ended === "time-out" ? "normal" : "open";
}

/** Reported time of the SCO's attempt that goes on: what earlier attempts reported is counted, but is not the package's to read. */
export const secondsOfAttempt = (saved: Saved | undefined): number =>
  Math.max(0, (saved?.reportedSeconds ?? 0) - (Number(saved?.cmi["stoa.before"]) || 0));

export const endOfExit = (exit: string): Ended => (exit === "suspend" || exit === "logout" || exit === "time-out" ? exit : "normal");

/** A part of the data model that has elements but is none. */
const category =
  /^(?:cmi|adl|cmi\.(?:core|core\.score|score|student_data|(?:student|learner)_preference)|adl\.nav(?:\.request_valid(?:\.(?:choice|jump))?)?|adl\.data(?:\.\d+)?|cmi\.(?:objectives(?:\.\d+(?:\.score)?)?|comments_from_(?:learner|lms)(?:\.\d+)?|interactions(?:\.\d+(?:\.(?:objectives|correct_responses)(?:\.\d+)?)?)?))$/;

/** Arguments of a call. scorm-again would let a package write over a whole category, and break from then on; it is asked for an unknown element instead. */
export const addressed = (args: readonly unknown[]): readonly unknown[] => {
  const [element, ...rest] = args;
  return typeof element === "string" && category.test(element) ? ["cmi.unknown", ...rest] : args;
};

/** What answers the API's commits: whatever is recorded has left for the page by then, so only a known failure of both stores is one. */
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
