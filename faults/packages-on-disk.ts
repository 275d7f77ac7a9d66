import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";

export const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
    : [];

/** The packages and archives on disk. half: archives that are still being written. */
export function onDisk({ dataDir }: Pick<ServerProcess, "dataDir">) {
  const packages = join(dataDir, "packages");
  const files = filesBelow(join(dataDir, "files"));
  return {
    staged: readdirSync(join(packages, ".staging")),
    keys: readdirSync(packages).filter((name) => /^[0-9a-f]{32}$/.test(name)),
    archives: files.filter((path) => !path.startsWith("incoming/")).map((path) => path.slice(-64)),
    half: files.filter((path) => path.startsWith("incoming/")),
  };
}

export const courseExists = (stoa: ServerProcess, courseId: number) =>
  onDatabase(stoa, async (client) => (await client.query("select from courses where id = $1", [courseId])).rowCount === 1);
