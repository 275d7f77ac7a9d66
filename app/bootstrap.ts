import { join } from "node:path";
import { hashPassword } from "#features/auth/server/passwords.ts";
import { createFirstPortal, setupNeeded, setupToken } from "#features/auth/server/setup.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { productionProblems } from "#platform/config-production.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import { openFileStore, type FileStore } from "#platform/files/store.ts";
import { StartError } from "#platform/lifecycle-error.ts";
import type { Log } from "#platform/log.ts";
import { demoPassword, demoPortals, demoSignIns } from "#db/demo/portals.ts";
import { seedDemo } from "#db/demo/seed.ts";
import { eraseAgain } from "./erase-again.ts";

interface Start {
  readonly config: Config;
  readonly databases: Databases;
  readonly log: Log;
  /** Where uploads live; the folder `files` of the data folder unless given. */
  readonly files?: FileStore;
}

/**
 * Fills an empty database (decisions.md, Demo data and Small things): with the demo, or with the first portal and the system admin of
 * STOA_ADMIN_EMAIL. Returns the lines that start prints: the portals' addresses and sign-ins, or where to set up.
 */
export async function bootstrap({
  config,
  databases,
  log,
  files = openFileStore(join(config.dataDir, "files")),
}: Start): Promise<string[]> {
  refuseUnsafe(config, []);
  await eraseAgain({ dataDir: config.dataDir, databases, files, log });
  const empty = await setupNeeded(databases);
  if (empty && config.demo) {
    const began = performance.now();
    const packages = openPackageStore(join(config.dataDir, "packages"));
    const publicHost = new URL(config.publicUrl).hostname;
    const counts = await seedDemo({ databases, files, packages, hashPassword, now: new Date(), publicHost, secret: config.secret });
    if (counts) log.info({ ...counts, ms: Math.round(performance.now() - began) }, "The demo portals are ready.");
  } else if (empty && config.adminEmail !== undefined && config.adminPassword !== undefined) {
    await makeFirstPortal({ config, databases, log, email: config.adminEmail, password: config.adminPassword });
  } else if (empty) {
    return [
      `Set up the first portal at ${config.publicUrl}/v/setup`,
      // One that was configured is known to whoever did it, and would stay in the log.
      `Set-up token, for another machine than this one: ${config.setupToken ? "the one of STOA_SETUP_TOKEN" : setupToken(config)}`,
    ];
  }

  const portals = await databases.shared
    .selectFrom("portals as p")
    .innerJoin("portal_hosts as h", "h.portal_id", "p.id")
    .select(["p.name", "p.slug", "h.host", "h.is_primary"])
    .orderBy("p.id")
    .execute();
  refuseUnsafe(
    config,
    portals.map(({ host }) => host),
  );
  return portals.filter((portal) => portal.is_primary).flatMap((portal) => portalLines(config, portal));
}

/** Throws for what production refuses. Called before anything is written, and again once the portals' hosts are known (config-production.ts). */
function refuseUnsafe(config: Config, hosts: string[]) {
  const problems = productionProblems(config, hosts);
  if (problems.length > 0) throw new StartError(problems.join("\n"));
}

function portalLines(config: Config, { name, slug, host }: { name: string; slug: string; host: string }): string[] {
  const { protocol, port } = new URL(config.publicUrl);
  const address = `${name}: ${protocol}//${host}${port ? `:${port}` : ""}`;
  const isDemo = config.demo && demoPortals.some((portal) => portal.slug === slug && portal.host === host);
  return isDemo ? [address, `  ${demoSignIns(slug).join("  ")}  password ${demoPassword}`] : [address];
}

async function makeFirstPortal({ config, databases, log, email, password }: Start & { email: string; password: string }) {
  const { hostname } = new URL(config.publicUrl);
  const passwordHash = await hashPassword(password);
  await createFirstPortal(databases, {
    portalName: config.productName,
    host: hostname.toLowerCase(),
    email: email.toLowerCase(),
    givenName: "",
    familyName: "",
    passwordHash,
  }).catch((error: { code?: string }) => {
    // Another process that started at the same time was first.
    if (error.code !== "already_set_up") throw error;
  });
  log.info({ host: hostname }, "The first portal and its system admin are ready.");
}
