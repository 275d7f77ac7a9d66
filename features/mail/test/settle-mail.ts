import type { TestApp } from "#app/test/app.ts";
import { createLog } from "#platform/log.ts";
import { workOnMail } from "../server/mail-work.ts";

/** Sees to all mail that is due at a moment, as a worker would. */
export async function settleMail(app: TestApp, now: () => Date = () => new Date()): Promise<void> {
  const deps = { databases: app.databases, config: app.config, log: createLog({ level: "silent" }), now };
  while ((await workOnMail(deps)) > 0);
}
