// A worker on webhooks in a process of its own, which a test kills. Argument: the address of its database.
import { loadCatalogues } from "#platform/catalogue.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import { workOnWebhooks } from "../server/webhook-work.ts";

const [ownerUrl = ""] = process.argv.slice(2);
const config = loadConfig(process.env);
const databases = connectDatabases({ ownerUrl, appUrl: undefined, config });
await loadCatalogues();
await workOnWebhooks({ databases, config, log: createLog({ level: "silent" }) });
