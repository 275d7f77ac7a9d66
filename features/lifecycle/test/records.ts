import * as pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { createLog } from "#platform/log.ts";

/** Waits until a job has ended; gives it. */
export async function ended(client: Client, jobId: number) {
  await expect
    .poll(async () => (await client.get(`/rest/jobs/${jobId}`)).json().state as string, { timeout: 20_000 })
    .not.toMatch(/^(queued|running)$/);
  return (await client.get(`/rest/jobs/${jobId}`)).json() as { state: string; reason: string | null; file: { name: string } | null };
}

/** A server with a worker for the tests of a file, and a look into its database as the superuser. */
export function useRecords() {
  let started: TestApp | undefined;
  let superuser: pg.Client;
  let worker: { stop(): Promise<void> };
  beforeAll(async () => {
    started = await startTestApp({ JOB_LEASE_SECONDS: "2" });
    superuser = new pg.Client(started.databaseUrl);
    await superuser.connect();
    worker = await startWorker({ ...started, ownerUrl: started.databaseUrl, log: createLog({ level: "silent" }) });
  });
  afterAll(async () => {
    await worker.stop();
    await superuser.end();
    await started?.close();
  });
  const app = new Proxy({} as TestApp, {
    get(_, name) {
      if (!started) throw new Error("The application runs in hooks and tests only.");
      return Reflect.get(started, name) as unknown;
    },
  });
  const admin = { query: (text: string, values: unknown[] = []) => superuser.query(text, values) };

  const rowsOf = async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows as Record<string, unknown>[];

  return { app, admin, rowsOf };
}
