// Lighthouse's score of a first visit on a phone, when Lighthouse is installed beside the project (docs/benchmarks.md, W13).
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "#platform/test/chromium.ts";
import type { Seeded } from "./seed.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { screensOf, signIn } from "./view-workloads.ts";

type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; disableStorageReset: boolean; logLevel: "error" },
) => Promise<{ lhr: { lighthouseVersion: string; categories: { performance: { score: number | null } } } } | undefined>;

export interface Scores {
  readonly version: string;
  /** Scores by the screen's name, 0 to 100; the best of three, since other load on the machine can only lower them. */
  readonly screens: ReadonlyMap<string, number>;
}

/** Loads Lighthouse 13 or newer from the node_modules of a folder. Undefined without a folder; throws when the folder has none. */
async function findLighthouse(folder: string | undefined): Promise<Lighthouse | undefined> {
  if (folder === undefined) return undefined;
  const path = join(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(path))
    throw new Error(`There is no lighthouse in ${folder}. Put it there with: npm install --prefix ${folder} lighthouse`);
  const { default: lighthouse } = (await import(pathToFileURL(path).href)) as { default: Lighthouse };
  return lighthouse;
}

/** The scores of login, dashboard, course details and viewer on Lighthouse's standard phone; undefined when Lighthouse is not installed. */
export async function lighthouseScores(folder: string | undefined, server: ServerProcess, seeded: Seeded): Promise<Scores | undefined> {
  const lighthouse = await findLighthouse(folder);
  if (!lighthouse) return undefined;
  const screens = new Map<string, number>();
  let version = "";
  const emails = [...seeded.emails];
  for (const { id, name, path, signedIn } of screensOf(seeded)) {
    if (id === "W4") continue;
    for (let i = 0; i < 3; i++) {
      const profile = mkdtempSync(join(tmpdir(), "stoa-lighthouse-"));
      const { executablePath, args } = await findChromium();
      const port = 4319;
      // A separate browser profile, which Lighthouse keeps: it holds the session.
      const window = await chromium.launchPersistentContext(profile, {
        executablePath,
        args: [...args, `--remote-debugging-port=${port}`],
      });
      // The viewer asks where to continue when a course is open elsewhere, so another person opens it each time.
      const visitor = signedIn ? await signIn(server, emails.pop() ?? "") : null;
      if (visitor) await window.addCookies([...visitor.cookies].map(([key, value]) => ({ name: key, value, url: server.origin })));
      try {
        const result = await lighthouse(`${server.origin}${path}`, {
          port,
          onlyCategories: ["performance"],
          disableStorageReset: true,
          logLevel: "error",
        });
        version = result?.lhr.lighthouseVersion ?? version;
        const score = Math.round((result?.lhr.categories.performance.score ?? 0) * 100);
        screens.set(name, Math.max(score, screens.get(name) ?? 0));
      } finally {
        visitor?.close();
        await window.close();
        rmSync(profile, { recursive: true, force: true });
      }
    }
  }
  return { version, screens };
}
