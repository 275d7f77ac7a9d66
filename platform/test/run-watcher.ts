// Started beside a run of tests (run-folder.ts): waits until the run's process has ended, for whatever reason, and removes its leftovers.
import { finished } from "node:stream/promises";
import { sweepRun } from "./run-folder.ts";

const [folder = ""] = process.argv.slice(2);
await finished(process.stdin.resume()).catch(() => undefined);
await sweepRun(folder);
