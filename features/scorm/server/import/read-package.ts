import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ImportLimits } from "./limits.ts";
import { type Refusal, refuse, said } from "./refusal.ts";
import type { WorkerFailure, WorkerInput, WorkerResult, WorkerStep } from "./worker.ts";

const MEMORY_MB = 256;
/** Size of the young generation of the heap: small, so that the many short-lived buffers of unpacking are freed early (issue 3: memory at most +100 MB). */
const YOUNG_MB = 2;

/** All that the process gets of the server's environment: the folder of compiled code, where there is one, so that it starts in a third of the time. */
const { NODE_COMPILE_CACHE } = process.env;

const refused = ({ finding }: Refusal): WorkerResult => ({
  manifest: null,
  needs: {},
  report: { findings: [finding], entryCount: 0, bytes: 0, standard: null, edition: null, scoCount: 0 },
});

const failed = ({ failure: { message, code } }: WorkerFailure) => Object.assign(new Error(message), code !== undefined && { code });

/**
 * Unpacks and reads an archive in a process of its own, which the server outlives, with limits on memory and time. A package that exceeds a limit is refused; rejects only
 * when the server is at fault (a broken disk).
 */
export function readPackage(input: WorkerInput): Promise<WorkerResult> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerResult>();
  const worker = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)), {
    // One arena: the threads that unpack would else each keep memory of their own.
    env: { MALLOC_ARENA_MAX: "1", NODE_COMPILE_CACHE },
    execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${MEMORY_MB}`, `--max-semi-space-size=${YOUNG_MB}`],
    serialization: "advanced",
    // What Node prints when it runs out of memory helps nobody; the report says it.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  worker.send(input);
  const clock = setTimeout(() => finish(tooSlow(input.limits)), input.limits.wallMs);
  let reading: ReturnType<typeof setTimeout> | undefined;
  let finished = false;
  const finish = (result: WorkerResult | Error) => {
    if (finished) return;
    finished = true;
    clearTimeout(clock);
    clearTimeout(reading);
    const answer = () => (result instanceof Error ? reject(result) : resolve(result));
    // Once the caller continues, nothing may write into the folder any more.
    if (worker.pid === undefined || worker.exitCode !== null || worker.signalCode !== null) return answer();
    worker.once("exit", answer);
    worker.kill("SIGKILL");
  };
  worker.on("message", (message: WorkerStep | WorkerResult | WorkerFailure) => {
    if (typeof message === "object") return finish("failure" in message ? failed(message) : message);
    clearTimeout(reading);
    if (message === "reading") reading = setTimeout(() => finish(manifestTooSlow(input.limits)), input.limits.xmlMs);
  });
  worker.once("error", finish);
  // V8 aborts a process that is out of memory.
  worker.once("exit", (code, signal) =>
    finish(signal === "SIGABRT" || code === 134 ? tooBig() : new Error(`The import ended with ${code ?? signal} before it had an answer.`)),
  );
  return promise;
}

const tooSlow = ({ wallMs }: ImportLimits) =>
  refused(
    refuse(
      "too_slow",
      said("Unpacking the package took longer than {minutes, plural, one {# minute} other {# minutes}}.", {
        minutes: Math.max(1, Math.round(wallMs / 60_000)),
      }),
      "Split the course into several packages, or try again when the server is less busy.",
    ),
  );
const manifestTooSlow = ({ xmlMs }: ImportLimits) =>
  refused(
    refuse(
      "too_complex",
      said("Reading the manifest took longer than {seconds, plural, one {# second} other {# seconds}}.", {
        seconds: Math.max(1, Math.round(xmlMs / 1000)),
      }),
      "Split the course into several packages, or try again when the server is less busy.",
    ),
  );
const tooBig = () =>
  refused(
    refuse("too_complex", "Reading the package took more memory than Stoa allows for one.", "Split the course into several packages."),
  );
