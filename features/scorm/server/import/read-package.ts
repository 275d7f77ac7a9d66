import { Worker } from "node:worker_threads";
import type { ImportLimits } from "./limits.ts";
import { type Refusal, refuse, said } from "./refusal.ts";
import type { WorkerInput, WorkerResult, WorkerStep } from "./worker.ts";

const MEMORY_MB = 256;
/** Size of the young generation of the heap: small, so that the many short-lived buffers of unpacking are freed early (issue 3: memory at most +100 MB). */
const YOUNG_MB = 2;

const refused = ({ finding }: Refusal): WorkerResult => ({
  manifest: null,
  report: { findings: [finding], entryCount: 0, bytes: 0, standard: null, edition: null, scoCount: 0 },
});

/**
 * Unpacks and reads an archive in a thread with limits on memory and time. A package that exceeds a limit is refused; rejects only
 * when the server is at fault (a broken disk).
 */
export function readPackage(input: WorkerInput): Promise<WorkerResult> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerResult>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: input,
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const clock = setTimeout(() => finish(tooSlow(input.limits)), input.limits.wallMs);
  let reading: ReturnType<typeof setTimeout> | undefined;
  let finished = false;
  const finish = (result: WorkerResult | Error) => {
    if (finished) return;
    finished = true;
    clearTimeout(clock);
    clearTimeout(reading);
    // Once the caller continues, nothing may write into the folder any more.
    void worker.terminate().then(() => (result instanceof Error ? reject(result) : resolve(result)), reject);
  };
  worker.on("message", (message: WorkerStep | WorkerResult) => {
    if (typeof message === "object") return finish(message);
    clearTimeout(reading);
    if (message === "reading") reading = setTimeout(() => finish(manifestTooSlow(input.limits)), input.limits.xmlMs);
  });
  worker.once("error", (error: NodeJS.ErrnoException) => finish(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooBig() : error));
  worker.once("exit", (code) => finish(new Error(`The import ended with ${code} before it had an answer.`)));
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
