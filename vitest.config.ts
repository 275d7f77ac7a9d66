import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Packages nobody here made lie beside the project where they are present; the files that play them have no case without them.
const isPresent = (folder: string) => existsSync(join(import.meta.dirname, "../shared/content", folder));
const absent = [
  ...(isPresent("scorm12") ? [] : ["features/scorm/play-real.test.ts"]),
  ...(isPresent("adl-scorm2004-4th") ? [] : ["features/scorm/adl.test.ts"]),
];

// Files that take longest begin first, so that at the end no worker is alone with one of them.
const longest = [
  "features/scorm/play-real",
  "e2e/axe",
  "app/guide",
  "features/scorm/import",
  "ui/ui",
  "e2e/",
  "app/start",
  "platform/postgres/",
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
    include: ["{app,platform,features,ui,db,e2e}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ...absent],
    // Four times and more what a test or its preparation takes on two cores. What needs longer (browsers, server processes, thousands of
    // runs) says so itself.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Stopping the run's database is part of it.
    teardownTimeout: 60_000,
    // What comes at last may come late on a busy machine; a second is too little for a page that is loaded anew.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: availableParallelism(),
    pool: "forks",
    // The files of a worker share its modules and its browser (platform/test/chromium.ts); each has a database and a server of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
