import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { invalid } from "#platform/errors.ts";
import type { DocumentRefusal, WorkerInput, WorkerResult } from "./worker.ts";

const memoryMb = 384;
const mostSeconds = 30;
const { NODE_COMPILE_CACHE } = process.env;

/** Reads a document in a process of its own, which the server outlives, with limits on memory and time. Throws 400 with what is wrong with it. */
export async function readDocument(input: WorkerInput): Promise<Extract<WorkerResult, { pieces: unknown }>> {
  const { promise, resolve } = Promise.withResolvers<WorkerResult | null>();
  const worker = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)), {
    env: { MALLOC_ARENA_MAX: "1", NODE_COMPILE_CACHE },
    execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${memoryMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const clock = setTimeout(() => resolve(null), mostSeconds * 1000);
  worker.once("message", (result: WorkerResult) => resolve(result));
  worker.once("error", () => resolve(null));
  worker.once("exit", () => resolve(null));
  worker.send(input);
  const result = await promise;
  clearTimeout(clock);
  worker.kill("SIGKILL");
  if (result === null) throw tooComplex();
  if ("refusal" in result) throw refusals[result.refusal]();
  return result;
}

const tooComplex = () =>
  invalid("file", "document_too_complex", "Reading this document takes too long or too much memory. Split it into several.");
const refusals: Record<DocumentRefusal, () => Error> = {
  no_word: () =>
    invalid("file", "no_word", "This is no Word document (.docx), or it is damaged. Save it again in Word, then send it once more."),
  protected: () =>
    invalid(
      "file",
      "word_protected",
      "This document is protected with a password, or of an old kind (.doc). Save it as .docx without a password.",
    ),
  too_large_inside: () =>
    invalid("file", "document_large_inside", "This document is too large once it is unpacked. Make its pictures smaller, or split it."),
  too_deep: tooComplex,
  broken: () => invalid("file", "document_broken", "This document cannot be read. Save it again, or paste its text."),
};
