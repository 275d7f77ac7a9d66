import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["./platform/test/database.ts"],
    include: ["{app,platform,features,ui,db,e2e}/**/*.test.{ts,tsx}"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    pool: "forks",
  },
});
