import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { startInProcess } from "#app/test/server.ts";
import { startWorker } from "#app/worker.ts";
import { demoPassword, demoPortals } from "#db/demo/portals.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import { openBrowser } from "#platform/test/chromium.ts";
import { freshBundle } from "./fresh-bundle.ts";

export type PortalSlug = "northwind" | "harbor" | "civic";
export const student = "student@stoa.example";
export const password = demoPassword;

/** How long to wait for a state on a screen, in milliseconds. */
const patience = 30_000;

/** A running server with the built bundle, which a browser can be sent to. */
export interface Served {
  readonly databases: Databases;
  /** Folder of uploads and packages. */
  readonly dataDir: string;
  readonly config: Config;
  /** The full URL of a path in a portal. */
  url(path: string, portal?: PortalSlug): string;
  portalId(portal?: PortalSlug): number;
  userId(email?: string): Promise<number>;
  /** Starts a worker on jobs, which the test stops. */
  startWorker(): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

export interface Stoa extends Served {
  readonly browser: Browser;
  /** A browser window without a session. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** A browser window with a session of this person and no page open yet. */
  signedIn(options?: BrowserContextOptions & { email?: string; portal?: PortalSlug }): Promise<Page>;
  /** Stops the server as if its process had died: connections are cut, the port is closed. */
  stopServer(): Promise<void>;
  /** Starts the server again on the same port and database. */
  startServer(): Promise<void>;
  /** Errors since the start in any window: uncaught exceptions, and everything that the Content-Security-Policy blocked. */
  problems(): string[];
}

export interface StoaOptions {
  /** Fills its database with the demo. */
  readonly demo?: boolean;
  /** Additional settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The real server with the built bundle on a free port and its own database, with the demo by default. Starting and closing it take 0.2 s. */
export async function startServed(superUrl: string, { demo = true, settings = {} }: StoaOptions = {}) {
  await freshBundle();
  const server = await startInProcess(superUrl, { content: demo ? "demo" : "empty", listens: true, settings });
  const { databases, port } = server;
  const rows = await databases.shared.selectFrom("portals").select(["id", "slug"]).execute();
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
  const served: Served = {
    databases,
    dataDir: server.config.dataDir,
    config: server.config,
    url(path, portal = "northwind") {
      const host = demoPortals.find(({ slug }) => slug === portal)?.host ?? "localhost";
      return `http://${host}:${port}${path}`;
    },
    portalId: (portal = "northwind") => ids.get(portal) ?? 0,
    async userId(email = student) {
      const row = await databases.inSystem("look at a test", (db) =>
        db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow(),
      );
      return row.id;
    },
    startWorker: () => startWorker({ config: server.config, databases, ownerUrl: server.databaseUrl, log: createLog({ level: "silent" }) }),
    close: server.close,
  };
  return { served, server };
}

/** The same with the Chromium of this process. It starts so fast that no two files share one. */
export async function startStoa(superUrl: string, content: StoaOptions = {}): Promise<Stoa> {
  const [{ served, server }, browser] = await Promise.all([startServed(superUrl, content), openBrowser()]);
  const { url, portalId, userId } = served;
  const contexts = new Set<BrowserContext>();
  const problems: string[] = [];
  const visitor = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
    contexts.add(context);
    context.once("close", () => contexts.delete(context));
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    context.on("weberror", (error) => problems.push(`uncaught: ${error.error().message}`));
    context.on("console", (message) => {
      if (/Content Security Policy|Trusted Type|violates|did not match|unique "key"/i.test(message.text())) problems.push(message.text());
    });
    return page;
  };

  return {
    ...served,
    browser,
    visitor,
    async signedIn({ email = student, portal = "northwind", ...options } = {}) {
      const id = await userId(email);
      const token = await server.openSession(portalId(portal), id);
      const page = await visitor(options);
      await page
        .context()
        .addCookies([{ name: cookieNames(false).session, value: token, url: url("/", portal), httpOnly: true, sameSite: "Lax" }]);
      return page;
    },
    startServer: server.start,
    stopServer: server.stop,
    problems: () => problems.splice(0),
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await served.close();
    },
  };
}

/** Signs in on the login page, as a person does. */
export async function signInOnPage(page: Page, email = student, secret = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}
