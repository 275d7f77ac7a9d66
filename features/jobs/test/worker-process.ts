// A worker in a process of its own, which a test kills. Its settings come from the environment; the address of its database is the argument.
import { jobKinds } from "#app/job-kinds.ts";
import { startWorker } from "#app/worker.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import { testKinds } from "./kinds.ts";

const ownerUrl = process.argv[2] ?? "";
const config = loadConfig(process.env);
const databases = connectDatabases({ ownerUrl, appUrl: undefined, config });
await startWorker({ config, databases, ownerUrl, log: createLog({ level: "silent" }), kinds: [...jobKinds, ...testKinds] });
