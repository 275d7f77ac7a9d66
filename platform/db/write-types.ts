// `npm run types`, after a change in db/: stamps changed SQL functions, and writes the table types from a temporary database.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../log.ts";
import { openEmbedded } from "../postgres/embedded.ts";
import { migrate } from "./migrate.ts";
import { stampFunctions } from "./sql-functions.ts";

/** View columns that can really be null; PostgreSQL reports every view column as nullable. */
const nullableInViews: Record<string, string[]> = {
  AttemptProgress: ["completed_at", "completion_id", "passed", "score_percent"],
  EnrolmentStanding: ["active", "due_at", "expires_at", "causes"],
};

/** Writes Kysely's table types of the database at `url` into `file`. */
export function writeTypes(url: string, file: string) {
  execFileSync(
    process.execPath,
    [
      join(import.meta.dirname, "../../node_modules/kysely-codegen/dist/cli/bin.js"),
      "--dialect=postgres",
      `--url=${url}`,
      `--out-file=${file}`,
      "--numeric-parser=number",
      '--type-mapping={"int8":"number","tsvector":"string"}',
      "--exclude-pattern=schema_{functions,migrations}",
      "--default-schema=public",
    ],
    { stdio: "ignore" },
  );
  const text = readFileSync(file, "utf8").replace(/export interface (\w+) \{\n([^}]*)\}/g, (whole, name: string, body: string) => {
    const nullable = nullableInViews[name];
    if (!nullable) return whole;
    const lines = body
      .split("\n")
      .map((line) => (nullable.some((column) => line.trimStart().startsWith(`${column}:`)) ? line : line.replace(" | null;", ";")));
    return `export interface ${name} {\n${lines.join("\n")}}`;
  });
  writeFileSync(file, text);
}

/** Migrates an empty built-in database in a temporary folder, writes its types into `file`, and removes the database. */
async function writeTypesOf(dir: string, file: string) {
  const log = createLog({ level: "silent" });
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-types-"));
  try {
    const database = await openEmbedded({ dataDir, log });
    try {
      await migrate(database.ownerUrl, { dir, log });
      writeTypes(database.ownerUrl, file);
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const dir = join(import.meta.dirname, "../../db");
  if (stampFunctions(join(dir, "functions"))) process.stdout.write("db/functions/REVISION says now that the SQL functions changed.\n");
  await writeTypesOf(dir, join(import.meta.dirname, "schema.d.ts"));
}
