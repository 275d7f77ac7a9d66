import type { ApiCall } from "#features/progress/contract.ts";
import type { Journal } from "./journal.ts";
import type { Runtime } from "./runtime.ts";

export interface FacadeOptions {
  readonly runtime: Runtime;
  readonly journal: Journal;
  /** Whether there is room to store an element's new value. */
  readonly mayKeep: (name: string, value: string) => boolean;
  /** Whether the course goes on elsewhere: nothing that the package says is stored any more, and it is told so. */
  readonly isStopped: () => boolean;
  readonly onCall: (call: ApiCall) => void;
  /** Called for every element whose new value is known. */
  readonly onChange: (name: string, value: string) => void;
  readonly onTerminated: () => void;
  /** Called when another session of the same SCO begins. */
  readonly onReopened: () => void;
}

type Api = Record<string, (...args: unknown[]) => string>;

/**
 * The object that a package finds as API or API_1484_11: the standard's eight functions and nothing else. Each call goes to scorm-again and is logged.
 * Changes are sent to the page in the same turn of the event loop; commits and the end at once.
 */
export function apiFacade({ runtime, journal, mayKeep, isStopped, onCall, onChange, onTerminated, onReopened }: FacadeOptions): Api {
  const { methods } = runtime;
  const known = new Map<string, string>();
  let exit = "";
  /** A value was refused for want of room, and the package has not heard it from a commit yet. */
  let hasRefused = false;

  const record = (name: string, value: string) => {
    known.set(name, value);
    journal.record(name, value);
    onChange(name, value);
  };
  /** Records statuses that the run-time determines itself. */
  const recordEffective = () => {
    for (const [name, value] of Object.entries(runtime.effective())) if (known.get(name) !== value) record(name, value);
  };

  const wrap =
    (method: string) =>
    (...args: unknown[]): string => {
      if (isStopped() && method in runtime.refusals) {
        runtime.refuse(method);
        return "false";
      }
      if (runtime.reopens(method)) {
        exit = "";
        known.clear();
        onReopened();
      }
      const wasLive = runtime.isLive();
      const isEnd = method === methods.terminate;
      if (isEnd || method === methods.commit) recordEffective();
      const [element, value] = args.map((arg) => (arg === undefined ? undefined : String(arg)));
      const hasRoom = method !== methods.set || !wasLive || !element?.startsWith("cmi.") || mayKeep(element, value ?? "");
      let result = hasRoom ? runtime.call(method, args) : "false";
      hasRefused ||= !hasRoom;
      if (!hasRoom || (hasRefused && method === methods.commit && result === "true")) {
        runtime.refuse(method);
        result = "false";
        // Some packages look at what a commit answers only: the first one after it says so too.
        hasRefused = !hasRoom;
      }
      const error = runtime.lastError();
      const takesElement = method === methods.get || method === methods.set;
      const details = {
        ...(takesElement && { element: element ?? "" }),
        ...(method === methods.set ? { value: value ?? "" } : !takesElement && element ? { value: element } : {}),
        result,
        error,
      };
      // The log keeps the beginning of a long value; who watches a test sees all of it.
      onCall({ ...journal.log(method, details), ...details });
      if (method === methods.set && result === "true" && element !== undefined && value !== undefined && element.startsWith("cmi.")) {
        if (/^cmi\.(?:core\.)?exit$/.test(element)) exit = value;
        record(element, value);
      }
      if (method === methods.commit) journal.flush();
      if (isEnd && wasLive && !runtime.isLive()) {
        recordEffective();
        const ended = runtime.endedBy(exit);
        record("stoa.ended", ended);
        journal.end(ended);
        onTerminated();
      }
      return result;
    };
  const all = [methods.initialize, methods.terminate, methods.get, methods.set, methods.commit, ...methods.others];
  return Object.fromEntries(all.map((method) => [method, wrap(method)]));
}
