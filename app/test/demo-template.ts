import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { hashPassword } from "#features/auth/server/passwords.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { seedDemo } from "#db/demo/seed.ts";
import { RoleName } from "#features/portal/contract.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { openFileStore } from "#platform/files/store.ts";
import { databasePrefix, freshDatabase } from "#platform/test/database.ts";
import { inDatabase, withClient } from "#platform/test/left-databases.ts";
import { runFolder } from "#platform/test/run-folder.ts";

/** What signs and seals in every test. */
export const secret = "signing-key-of-the-harness-4f9c1b7e2d83";

/**
 * Makes a database with the demo, and copies the demo's files into `dataDir`. Both are clones of a template, which the first caller of a run loads.
 * Stored files never change, so a clone hard-links them.
 */
export async function cloneDemo(superUrl: string, dataDir: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${databasePrefix()}demo`;
  const folder = join(runFolder(), name);
  await withClient(superUrl, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const made = await client.query("select from pg_database where datname = $1", [name]);
    if (made.rowCount === 0) await makeDemo(superUrl, name, folder);
  });
  linkTree(folder, dataDir);
  return freshDatabase(superUrl, name);
}

/** Loads the demo into a database that is renamed to `name` when complete. */
async function makeDemo(superUrl: string, name: string, dataDir: string) {
  const making = await freshDatabase(superUrl);
  const config = loadConfig({ NODE_ENV: "test", STOA_DATA: dataDir });
  const databases = connectDatabases({ ownerUrl: making.url, appUrl: undefined, config });
  try {
    const files = openFileStore(join(dataDir, "files"));
    const packages = openPackageStore(join(dataDir, "packages"));
    await seedDemo({ databases, files, packages, hashPassword, now: new Date(), secret });
    // Its people have been here before: nobody is offered the tour of a role (e2e/tours.test.ts has those who are).
    const tours = [...RoleName.options];
    await databases.inSystem("prepare the tests", (db) => db.updateTable("users").set({ tours }).execute());
  } finally {
    await databases.close();
  }
  const from = new URL(making.url.replace("@/", "@socket/")).pathname.slice(1);
  await withClient(inDatabase(superUrl, "postgres"), (client) => client.query(`alter database ${from} rename to ${name}`));
}

/** Copies a folder's tree, with hard links to its files. */
function linkTree(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkSync(source, target);
  }
}
