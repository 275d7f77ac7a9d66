import type { Log } from "./log.ts";

export interface Lifecycle {
  /** True from the first request to stop; readiness then answers 503. */
  readonly draining: boolean;
  /** Adds work to do when stopping; the last added runs first. `name` appears in the log. */
  onStop(name: string, work: () => unknown): void;
  /** Runs all onStop work once, within the time limit, and exits with `code`. Never rejects; later calls wait for the first. */
  stop(reason: string, code: number): Promise<void>;
  /** The same for a start that has failed and said why: its sentence is the last word. */
  stopQuietly(code: number): Promise<void>;
}

/** One Ctrl-C arrives two or three times: from the terminal, from npm and from the launcher. Signals within this time count as one. */
const echoMs = 1_000;

/**
 * The life cycle of this process. SIGTERM, SIGINT and SIGHUP drain and exit with 0; a further signal exits at once; an uncaught error is logged,
 * drains, and exits with 1. `limitSeconds` limits everything that onStop does, plus a little time for the database.
 */
export function createLifecycle({ log, limitSeconds }: { readonly log: Log; readonly limitSeconds: number }): Lifecycle {
  const steps: { readonly name: string; readonly work: () => unknown }[] = [];
  let stopping: Promise<void> | undefined;
  let since = 0;

  // Keeps the process alive until `stop` ends it, even when nothing else does.
  setInterval(() => undefined, 2 ** 30);

  const runSteps = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step.work();
      } catch (error) {
        log.error({ err: error, step: step.name }, "A step of stopping failed.");
      }
    }
  };

  const end = (reason: string | undefined, code: number) => {
    stopping ??= (async () => {
      since = Date.now();
      if (reason !== undefined) log.info({ reason }, "Stopping.");
      const late = setTimeout(
        () => {
          log.error("Stopping took too long; leaving now.");
          process.exit(1);
        },
        (limitSeconds + 15) * 1000,
      );
      late.unref();
      await runSteps();
      if (reason !== undefined) log.info("Stopped.");
      process.exit(code);
    })();
    return stopping;
  };

  const stop = (reason: string, code: number) => end(reason, code);

  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping && Date.now() - since > echoMs) {
      log.warn({ signal }, "Told to stop again; leaving at once.");
      process.exit(1);
    }
    void stop(signal, 0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  const onError = (error: unknown) => {
    if (stopping) return log.warn({ err: error }, "An error while stopping.");
    log.fatal({ err: error }, "An error nobody caught; stopping.");
    void stop("error", 1);
  };
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);

  return {
    get draining() {
      return stopping !== undefined;
    },
    onStop(name, work) {
      steps.push({ name, work });
    },
    stop,
    stopQuietly: (code) => end(undefined, code),
  };
}
