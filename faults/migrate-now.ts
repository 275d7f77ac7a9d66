// Migrates the database at the given address to this program's SQL. A process of its own, so that it can be killed.
import { join } from "node:path";
import { migrate } from "#platform/db/migrate.ts";
import { createLog } from "#platform/log.ts";

await migrate(process.argv[2] ?? "", { dir: join(import.meta.dirname, "../db"), log: createLog({ level: "silent" }) });
