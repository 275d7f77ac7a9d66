import type { FastifyInstance } from "fastify";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { hashPassword } from "#features/auth/server/passwords.ts";
import { startSession } from "#features/auth/server/sessions.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { buildServer } from "#app/server.ts";
import { demoPassword, demoPortals } from "#db/demo/portals.ts";
import { seedDemo } from "#db/demo/seed.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { openFileStore } from "#platform/files/store.ts";
import { createLog } from "#platform/log.ts";
import { findChromium } from "#platform/test/chromium.ts";
import { freshDatabase } from "#platform/test/database.ts";
import { freePort } from "#platform/test/free-port.ts";
import { freshBundle } from "./fresh-bundle.ts";

export type PortalSlug = "northwind" | "harbor" | "civic";
export const student = "student@stoa.example";
export const password = demoPassword;

/** Longest a state on a screen may take to come, in milliseconds. */
const patience = 30_000;

export interface Stoa {
  readonly browser: Browser;
  readonly databases: Databases;
  /** Folder of uploads and packages. */
  readonly dataDir: string;
  /** The complete address of a path in a portal. */
  url(path: string, portal?: PortalSlug): string;
  portalId(portal?: PortalSlug): number;
  userId(email?: string): Promise<number>;
  /** A browser window that nobody signed in with. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** A browser window with a session of this person, at no page yet. */
  signedIn(options?: BrowserContextOptions & { email?: string; portal?: PortalSlug }): Promise<Page>;
  /** The server goes away as if its process had died: connections are cut, the port is closed. */
  stopServer(): Promise<void>;
  /** The server comes back on the same port and database. */
  startServer(): Promise<void>;
  /** What a window reported as broken since it opened: uncaught errors and everything the page's policy blocked. */
  problems(): string[];
  close(): Promise<void>;
}

/** The real server with the built bundle on a free port, its own database (with the demo unless told), and a Chromium. */
export async function startStoa(superUrl: string, { demo = true }: { demo?: boolean } = {}): Promise<Stoa> {
  await freshBundle();
  const database = await freshDatabase(superUrl);
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-e2e-"));
  const configOn = (port: number) =>
    loadConfig({
      NODE_ENV: "test",
      STOA_DATA: dataDir,
      STOA_SECRET: "test-secret-test-secret-test-secret-1",
      PUBLIC_URL: `http://localhost:${port}`,
      CONTENT_ORIGIN: `http://content.localhost:${port}`,
      RATE_ANON_PER_IP: "100000",
      RATE_COMMIT: "100000",
      RATE_COMMIT_BURST: "100000",
      DATABASE_POOL_SIZE: "4",
    });
  const log = createLog({ level: "silent" });
  const databases = connectDatabases({ ownerUrl: database.url, appUrl: undefined, config: configOn(3000) });
  const files = await openFileStore(join(dataDir, "files"));
  const packages = openPackageStore(join(dataDir, "packages"));
  if (demo) await seedDemo({ databases, files, packages, hashPassword, now: new Date() });

  let port = 0;
  let server: FastifyInstance | null = null;
  const startServer = async () => {
    // The first start finds out which port is free; the address is part of what the server knows about itself.
    if (port === 0) port = await freePort("localhost");
    server = await buildServer({ config: configOn(port), databases, log });
    await server.listen({ port, host: "localhost" });
  };
  const stopServer = async () => {
    server?.server.closeAllConnections();
    await server?.close();
    server = null;
  };
  await startServer();
  const rows = await databases.shared.selectFrom("portals").select(["id", "slug"]).execute();
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  const browser = await chromium.launch(await findChromium());
  const problems: string[] = [];

  const url = (path: string, portal: PortalSlug = "northwind") => {
    const host = demoPortals.find(({ slug }) => slug === portal)?.host ?? "localhost";
    return `http://${host}:${port}${path}`;
  };
  const portalId = (portal: PortalSlug = "northwind") => ids.get(portal) ?? 0;
  const userId = async (email = student) => {
    const row = await databases.inSystem("look at a test", (db) =>
      db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow(),
    );
    return row.id;
  };
  const visitor = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    context.on("weberror", (error) => problems.push(`uncaught: ${error.error().message}`));
    context.on("console", (message) => {
      if (/Content Security Policy|Trusted Type|violates|did not match|unique "key"/i.test(message.text())) problems.push(message.text());
    });
    return page;
  };

  return {
    browser,
    databases,
    dataDir,
    url,
    portalId,
    userId,
    visitor,
    async signedIn({ email = student, portal = "northwind", ...options } = {}) {
      const id = await userId(email);
      const token = await databases.inPortal(portalId(portal), (db) =>
        startSession(db, { userId: id, userAgent: "test", ip: "127.0.0.1", requestId: "test", maxHours: 1, action: "signed_in" }),
      );
      const page = await visitor(options);
      await page
        .context()
        .addCookies([{ name: cookieNames(false).session, value: token, url: url("/", portal), httpOnly: true, sameSite: "Lax" }]);
      return page;
    },
    startServer,
    stopServer,
    problems: () => problems.splice(0),
    async close() {
      await browser.close();
      await stopServer();
      await databases.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in on the login page, as a person does. */
export async function signInOnPage(page: Page, email = student, secret = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}
