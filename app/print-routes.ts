// `npm run routes`: prints every route with its rule and the feature that owns it, from the table that the permission tests use.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#platform/config.ts";
import type { Endpoint } from "#platform/contract.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { registerHealth } from "#platform/health.ts";
import { createLog } from "#platform/log.ts";
import type { RouteInfo } from "#platform/serve.ts";
import { buildServer } from "./server.ts";

const features = join(import.meta.dirname, "../features");

/** The endpoints each feature's contract declares. */
async function contracts(): Promise<Map<Endpoint, string>> {
  const owners = new Map<Endpoint, string>();
  for (const feature of readdirSync(features)) {
    if (!readdirSync(join(features, feature)).includes("contract.ts")) continue;
    const exported = (await import(join(features, feature, "contract.ts"))) as Record<string, unknown>;
    for (const value of Object.values(exported)) owners.set(value as Endpoint, feature);
  }
  return owners;
}

/** The feature of a raw route. It has no contract, so the owner is the feature whose server code names its path, other than as an argument: `split("/")`. */
function ownerByText(path: string): string {
  for (const feature of readdirSync(features)) {
    const files = readdirSync(join(features, feature), { withFileTypes: true, recursive: true }).filter(
      (entry) => entry.isFile() && /(?:routes|contract|links)\.ts$/.test(entry.name),
    );
    const codes = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    if (codes.some((code) => code.replaceAll(`("${path}"`, "").includes(`"${path}"`))) return feature;
  }
  return path.startsWith("/v/") || path.startsWith("/api/") ? "(app)" : "(platform)";
}

/** All routes of the server, which is built for this, never listens and queries no database. */
async function routes(): Promise<RouteInfo[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-routes-"));
  const config = loadConfig({ NODE_ENV: "test", STOA_DATA: dataDir, STOA_SECRET: "only-for-printing-the-routes-of-stoa" });
  const databases = connectDatabases({ ownerUrl: "postgres://127.0.0.1:1/none", appUrl: undefined, config });
  try {
    const page = { html: async () => "", development: false };
    const app = await buildServer({ config, databases, log: createLog({ level: "silent" }), page });
    registerHealth(app, {
      config,
      version: "",
      draining: () => false,
      database: { ready: async () => undefined, countJobs: async () => ({ waiting: 0, running: 0, retrying: 0, failed: 0 }) },
    });
    await app.ready();
    await app.close();
    return app.routeTable;
  } finally {
    await databases.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const owners = await contracts();
const lines = (await routes())
  .map(({ method, path, rule, endpoint }) => [method, path, rule, (endpoint && owners.get(endpoint)) ?? ownerByText(path)])
  .toSorted(([, a = ""], [, b = ""]) => a.localeCompare(b));
const table = [["method", "path", "rule", "feature"], ...lines];
const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
for (const line of table)
  process.stdout.write(
    `${line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()}\n`,
  );
