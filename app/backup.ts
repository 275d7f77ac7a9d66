// npm run backup [-- FILE]: writes the database, the stored files and the version into one file, also while Stoa runs.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeBackup } from "#platform/backup/write-backup.ts";
import { loadConfig } from "#platform/config.ts";
import { openDataDir } from "#platform/data-dir.ts";
import { beginBackup } from "#platform/files/store.ts";
import { keptFolders, leftOut, refuseHalfRestored } from "./backup-parts.ts";
import { command, sizeOf } from "./command.ts";
import { openInstalled, refuseEmptyFolder } from "./installed.ts";

/** Such as stoa-backup-20261123-0215.tar.gz, in UTC. */
const usualName = () => `stoa-backup-${new Date().toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-")}.tar.gz`;

await command("The backup could not be made.", async (print, onStop) => {
  const [given = usualName()] = process.argv.slice(2);
  // npm runs commands in the project folder, and says where it was called.
  const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), given);
  const config = loadConfig(process.env);
  refuseEmptyFolder(config);
  const dataDir = openDataDir(config.dataDir);
  refuseHalfRestored(dataDir);
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as { version: string };
  // Before the database is read: what is removed from now on is put aside.
  const aside = await beginBackup(join(dataDir, "files"));
  onStop(() => aside.end());
  const server = await openInstalled(config);
  onStop(() => server.stop());
  const { rows, files, missing, bytes } = await writeBackup(file, {
    databaseUrl: server.ownerUrl,
    folders: keptFolders(dataDir, aside.removed),
    leftOut,
    product: config.productName,
    version,
  });
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, n) => total + n, 0);
  print(`${file}: ${sum(rows)} rows, ${sum(files)} files, ${sizeOf(bytes)} before compression.`);
  if (missing.length > 0)
    print(
      `${missing.length} files that the database names were not there, before the backup already: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ", …" : ""}.`,
    );
  print(
    "It holds personal data and password hashes. Keep it as safe as the server, and STOA_SECRET or the file `secret` of the data folder apart from it.",
  );
});
