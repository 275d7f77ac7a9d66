import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Third-party packages lie beside the project where they are present; without them, the test files that play them have no tests.
const isPresent = (folder: string) => existsSync(join(import.meta.dirname, "../shared/content", folder));
const absent = [
  ...(isPresent("scorm12") ? [] : ["features/scorm/play-real.test.ts", "features/scorm/import-real.test.ts"]),
  ...(isPresent("adl-scorm2004-4th") ? [] : ["features/scorm/adl.test.ts"]),
];

// The longest files start first, so that at the end of a run no worker is left alone with one of them: every file that takes more than five
// seconds is named here or lies in a folder that is.
const longest = [
  // The first two begin together: only one of them has a browser.
  "features/scorm/play-real",
  "app/security/input",
  "app/security/canary",
  "e2e/axe",
  "e2e/addresses",
  "e2e/limited",
  "app/guide",
  "ui/ui",
  "e2e/shapes",
  "e2e/people",
  "app/start",
  "platform/postgres/embedded",
  "e2e/look",
  "e2e/stage",
  "app/security/matrix",
  "features/scorm/import",
  "app/security/answers",
  "e2e/scorm",
  "app/backup",
  "e2e/",
  "ui/portal-theme",
  "features/scorm/upload",
  "app/security/scope",
  "features/import/",
  "app/commands",
  "features/scorm/adl",
  "features/mail/once",
  "app/security/",
  "features/codes/codes",
  "db/demo",
  "features/progress/",
  "app/silent-database",
  "features/jobs/jobs",
  "ui/list-screen",
  "features/auth/",
  "platform/db/migrate",
  "features/scorm/",
  "app/",
  "features/",
];
const rank = ({ moduleId }: TestSpecification) => {
  const found = longest.findIndex((name) => moduleId.includes(`/${name}`));
  return found < 0 ? longest.length : found;
};
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: ["./platform/test/database.ts"],
    setupFiles: ["./platform/test/setup.ts", "./platform/test/check-rows.ts"],
    include: ["{app,browsers,platform,features,ui,db,e2e}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...absent],
    // At least four times what a test or its set-up takes on two cores. Tests that need longer (browsers, server processes, thousands of
    // runs) set their own limit.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Includes stopping the run's database.
    teardownTimeout: 60_000,
    // On a busy machine a result may come late; the default of one second is too short for a page that is reloaded.
    expect: { poll: { timeout: 10_000 } },
    // The summary of a run names what a list held, not "[ Array(1) ]": what axe found is there.
    chaiConfig: { truncateThreshold: 500 },
    maxWorkers: availableParallelism(),
    // Tests of one file that run side by side play packages in a browser: more of them at once only wait for each other.
    maxConcurrency: 3,
    pool: "forks",
    // With V8's own 16 MB for new objects, collecting them was a sixth to a fifth of a worker's time: tests allocate much and keep little.
    execArgv: ["--max-semi-space-size=64"],
    // The files of a worker share its modules and its browser (platform/test/chromium.ts); each has its own database and server.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
