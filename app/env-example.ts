// Prints .env.example from the table of settings: `node bin/stoa.mjs run app/env-example.ts` writes the file.
import { realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { variables } from "#platform/config.ts";

const head = `# Settings of Stoa. Copy this file to .env and remove the # of what you change; every line shows its default.
# Made from platform/config.ts by app/env-example.ts; a test fails when the two differ.
# Every secret may also come from a file: NAME_FILE names it.
`;

/** The text of .env.example, with the defaults outside production. */
export function envExample(): string {
  const seen: Record<string, string> = {};
  const blocks = Object.values(variables).map((row) => {
    const { name, doc, fallback, secret } = row as {
      name: string;
      doc: string;
      fallback?: string | ((seen: Readonly<Record<string, string>>) => string);
      secret?: true;
    };
    const value = typeof fallback === "function" ? fallback(seen) : (fallback ?? "");
    seen[name] = value;
    return `# ${doc}${secret ? ` (secret; also ${name}_FILE)` : ""}\n# ${name}=${value}\n`;
  });
  return [head, ...blocks].join("\n");
}

if (realpathSync(process.argv[1] ?? ".") === fileURLToPath(import.meta.url))
  writeFileSync(new URL("../.env.example", import.meta.url), envExample());
