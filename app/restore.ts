// npm run restore -- FILE: fills an empty data folder, and an empty database, from a backup. With --check it only reads the backup to its end.
import { closeSync, existsSync, openSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { erasedListName } from "#features/lifecycle/server/erased-list.ts";
import { checkBackup, restoreBackup } from "#platform/backup/restore-backup.ts";
import { loadConfig } from "#platform/config.ts";
import { dataDirError, openDataDir, saysDiskFull } from "#platform/data-dir.ts";
import { tryLock } from "#platform/data-dir-lock.ts";
import { ensureRoles } from "#platform/db/roles.ts";
import { StartError } from "#platform/lifecycle-error.ts";
import { createLog } from "#platform/log.ts";
import { openEmbedded } from "#platform/postgres/embedded.ts";
import { databaseError, openExternal } from "#platform/postgres/external.ts";
import { afterwards, keptFolders, restoreSign } from "./backup-parts.ts";
import { command, sizeOf } from "./command.ts";
import { noteErased } from "./erase-again.ts";

const sqlFolder = join(import.meta.dirname, "../db");
/** What a data folder may hold before: the secret, which a backup leaves out, the list of who was erased, and what file systems put there. */
const maySit = ["secret", "lost+found", erasedListName];

await command("The restore could not be done.", async (print, onStop) => {
  const words = process.argv.slice(2);
  const isCheck = words.includes("--check");
  const at = words.indexOf("--erased");
  const named = at === -1 ? undefined : words.splice(at, 2)[1];
  if (at !== -1 && (named === undefined || named.startsWith("--"))) throw new StartError("Name the list of erasures: --erased FILE");
  const given = words.find((word) => !word.startsWith("--"));
  if (given === undefined) throw new StartError("Name the backup: npm run restore -- FILE");
  const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), given);
  const folders = keptFolders("", (place) => place).map(({ name }) => name);
  // Before anything is made, so that a backup which is no good changes nothing.
  const { start, end } = await checkBackup(file, { sqlFolder, folders });
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, n) => total + n, 0);
  const what = `the backup of ${start.madeAt} (version ${start.version}): ${sum(end.rows)} rows, ${sum(end.files)} files, ${sizeOf(end.bytes)}`;
  if (isCheck) return print(`${file} is whole. It is ${what}.`);

  const list = named === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? process.cwd(), named);
  if (list !== undefined && !existsSync(list)) throw new StartError(`There is no file ${list}.`);
  const config = loadConfig(process.env);
  const dataDir = openDataDir(config.dataDir);
  const sign = restoreSign(dataDir);
  const ours = ["postgres", ...folders];
  const clear = () => ours.forEach((name) => rmSync(join(dataDir, name), { recursive: true, force: true }));
  const isBegun = existsSync(sign);
  const stranger = readdirSync(dataDir).find((name) => !maySit.includes(name) && !(isBegun && [...ours, "restoring"].includes(name)));
  if (stranger !== undefined)
    throw new StartError(`The data folder ${dataDir} is not empty: it holds ${stranger}. Name an empty one in STOA_DATA.`);
  closeSync(openSync(sign, "a", 0o600));
  const lock = tryLock(sign, "exclusive");
  if (!lock) throw new StartError(`Another restore into ${dataDir} is under way.`);
  let isDone = false;
  onStop(() => {
    if (!isDone) clear();
    rmSync(sign, { force: true });
    lock.release();
  });
  // What a restore that was killed has left.
  clear();
  try {
    const log = createLog({ level: "silent" });
    const url = config.databaseUrl;
    const server = await (url === undefined ? openEmbedded({ dataDir, log, sole: true }) : openExternal(url, config.databaseAppUrl));
    onStop(() => server.stop());
    if (server.kind === "external") await ensureRoles(server.ownerUrl, { appUrl: server.appUrl });
    await restoreBackup(file, { databaseUrl: server.ownerUrl, sqlFolder, dataDir, folders, afterwards });
    const again = noteErased(dataDir, start.madeAt, list);
    isDone = true;
    print(
      again === null
        ? `Nobody is erased again: there is no list of erasures. If people were erased after the backup was made, restore once more with the file ${erasedListName} of the old data folder, by --erased FILE.`
        : `${again} people were erased after the backup was made. The next start erases them again before it serves anybody.`,
    );
  } catch (error) {
    if (saysDiskFull(error)) throw dataDirError({ code: "ENOSPC" }, dataDir);
    throw config.databaseUrl !== undefined && !(error instanceof StartError) ? databaseError(error, config.databaseUrl) : error;
  }
  print(`Restored ${what}.`);
  print("Everybody signs in again. Start Stoa as usual; what a newer version brings is migrated then.");
});
