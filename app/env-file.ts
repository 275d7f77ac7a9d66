import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { unknownNames } from "#platform/config.ts";

/** Adds what stands in `.env` to the environment, which wins. Gives a sentence for each name there that is no setting. */
export function readEnvFile(): string[] {
  const file = join(import.meta.dirname, "../.env");
  if (!existsSync(file)) return [];
  process.loadEnvFile(file);
  return unknownNames(Object.keys(parseEnv(readFileSync(file, "utf8")))).map(
    ({ name, meant }) => `${name} in .env is no setting of Stoa.${meant ? ` Did you mean ${meant}?` : ""}`,
  );
}
