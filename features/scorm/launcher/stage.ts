import { memoryCookies, memoryStorage } from "./memory-storage.ts";
import { databaseNames, setStage, stageOf, type Stage } from "./stage-shape.ts";

function above(): Stage | undefined {
  try {
    for (let at: Window | null = window, step = 0; at && step < 50; step++) {
      const found = stageOf(at);
      if (found) return found;
      at = at.parent === at ? (at.opener as Window | null) : at.parent;
    }
  } catch {
    // A window of another origin: the package's own windows end here.
  }
  return undefined;
}

function isDenied(name: "localStorage" | "sessionStorage"): boolean {
  try {
    void window[name].length;
    return false;
  } catch {
    return true;
  }
}

function newStage(): Stage {
  const [local, session] = [isDenied("localStorage"), isDenied("sessionStorage")];
  let cookies: ReturnType<typeof memoryCookies> | null | undefined;
  return {
    isDenied: local || session,
    local: local ? memoryStorage() : null,
    session: session ? memoryStorage() : null,
    cookies: () => (cookies === undefined ? (cookies = keepsCookies() ? null : memoryCookies()) : cookies),
  };
}

const native = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");

/** Whether a cookie that is written can be read again. In a frame of another site it often cannot, and nothing says so. */
function keepsCookies(): boolean {
  try {
    native?.set?.call(document, "stoa-try=1");
    const isKept = /\bstoa-try=1/.test(String(native?.get?.call(document)));
    native?.set?.call(document, "stoa-try=; max-age=0");
    return isKept;
  } catch {
    return false;
  }
}

/**
 * Runs in every page of a package before its first script, and in the launcher's (opening-script.ts). Where the browser denies storage, the page finds
 * working storage in its place, the same in all its frames; writing document.domain does nothing, as on any site of today, instead of throwing.
 */
function begin() {
  const stage = above() ?? newStage();
  setStage(window, stage);
  const define = (of: object, name: string, get: () => unknown, set?: (value: never) => void) =>
    Object.defineProperty(of, name, { configurable: true, enumerable: true, get, set });
  const used = <Value>(value: Value): Value => {
    stage.onUse?.();
    return value;
  };
  // First of all listeners, as only this script can be: a window calls them in the order in which they came.
  window.addEventListener("beforeunload", (event) => stage.isUnloading && event.stopImmediatePropagation());
  if (stage.local) define(window, "localStorage", () => used(stage.local));
  if (stage.session) define(window, "sessionStorage", () => used(stage.session));
  if (stage.isDenied)
    for (const name of databaseNames) {
      const own = (window as unknown as Record<string, unknown>)[name];
      define(window, name, () => used(stage.databases?.[name] ?? own));
    }
  define(
    document,
    "cookie",
    () => stage.cookies()?.read() ?? (native?.get?.call(document) as string),
    (text: string) => {
      const cookies = stage.cookies();
      if (cookies) cookies.write(String(text));
      else native?.set?.call(document, text);
    },
  );
  define(
    document,
    "domain",
    () => location.hostname,
    () => undefined,
  );
}
begin();
