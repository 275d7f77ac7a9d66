// A worker on mail in a process of its own, which a test kills. Arguments: the address of its database, and that of the mail server.
import { loadCatalogues } from "#platform/catalogue.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import { workOnMail } from "../server/mail-work.ts";

const [ownerUrl = "", smtpUrl = ""] = process.argv.slice(2);
const config = { ...loadConfig(process.env), smtpUrl, mailFrom: undefined };
const databases = connectDatabases({ ownerUrl, appUrl: undefined, config });
await loadCatalogues();
process.stdout.write("ready\n");
await workOnMail({ databases, config, log: createLog({ level: "silent" }) });
process.stdout.write("done\n");
