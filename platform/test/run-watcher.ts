// Started beside a run of tests (run-folder.ts): waits until the run's process has ended, however that was, and removes what it left.
import { finished } from "node:stream/promises";
import { sweepRun } from "./run-folder.ts";

const [folder = ""] = process.argv.slice(2);
await finished(process.stdin.resume()).catch(() => undefined);
await sweepRun(folder);
