import { spawn } from "node:child_process";
import { join } from "node:path";
import type { TestApp } from "#app/test/app.ts";

/** A worker on the app's database in a process of its own, and how it is killed; `kill` ends when it is gone. */
export function killableWorker(app: TestApp, settings: Readonly<Record<string, string>>): { readonly kill: () => Promise<void> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, "worker-process.ts"), app.databaseUrl], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      STOA_DATA: app.config.dataDir,
      STOA_SECRET: app.config.secret,
      PUBLIC_URL: "http://a.test",
      ...settings,
    },
    stdio: "ignore",
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  return {
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
