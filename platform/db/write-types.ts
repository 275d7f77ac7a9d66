// `npm run types` writes schema.d.ts from a migrated database, named by its address: node platform/db/write-types.ts postgresql://...
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** View columns that can really be null; PostgreSQL calls every column of a view nullable. */
const nullableInViews: Record<string, string[]> = {
  AttemptProgress: ["completed_at", "completion_id", "passed", "score_percent"],
  EnrolmentStanding: ["active", "due_at", "expires_at", "causes"],
};

/** Writes Kysely's table types of the database at url into file. */
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
      "--exclude-pattern=schema_migrations",
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

const [, script, url] = process.argv;
if (script === import.meta.filename && url) writeTypes(url, join(import.meta.dirname, "schema.d.ts"));
