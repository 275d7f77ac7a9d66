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
  "features/scorm/play-real",
  "e2e/axe",
  "app/guide",
  "features/scorm/import-real",
  "e2e/scorm",
  "e2e/shapes",
  "ui/ui",
  "app/security/canary",
  "e2e/",
  "app/silent-database",
  "platform/postgres/embedded",
  "app/start",
  "features/scorm/adl",
  "features/scorm/import",
  "app/security/input",
  "features/progress/outbox",
  "features/scorm/upload",
  "ui/list-screen",
  "platform/db/migrate",
  "features/progress/exactly-once",
  "app/security/isolation",
  "features/scorm/",
  "app/languages",
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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Includes stopping the run's database.
    teardownTimeout: 60_000,
    // On a busy machine a result may come late; the default of one second is too short for a page that is reloaded.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: availableParallelism(),
    pool: "forks",
    // The files of a worker share its modules and its browser (platform/test/chromium.ts); each has its own database and server.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
