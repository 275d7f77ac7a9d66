// A separate process for embedded.test.ts: opens the built-in database and reports it; on request it writes rows, printing each
// number once the database has acknowledged it.
import { writeSync } from "node:fs";
import * as pg from "pg";
import { StartError } from "../lifecycle-error.ts";
import { createLog } from "../log.ts";
import { openEmbedded } from "./embedded.ts";

const [dataDir = "", ...words] = process.argv.slice(2);
const say = (text: string) => writeSync(1, `${text}\n`);

try {
  const server = await openEmbedded({ dataDir, log: createLog({ level: "info" }), sole: words.includes("sole") });
  process.on("SIGTERM", () => void server.stop().then(() => process.exit(0)));
  say(`open ${server.superUrl} ${server.ownerUrl} ${server.appUrl}`);
  if (words.includes("write")) {
    const client = new pg.Client(server.ownerUrl);
    await client.connect();
    await client.query("create table if not exists kept (id bigint primary key)");
    const from = Number((await client.query("select coalesce(max(id), 0) as max from kept")).rows[0].max);
    for (let id = from + 1; ; id += 1) {
      await client.query("insert into kept values ($1)", [id]);
      say(`kept ${id}`);
    }
  }
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
