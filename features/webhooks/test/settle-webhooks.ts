import type { TestApp } from "#app/test/app.ts";
import { dueByNow, settleMail } from "#features/mail/test/settle-mail.ts";
import { createLog } from "#platform/log.ts";
import { workOnWebhooks, type WebhookWorkDeps } from "../server/webhook-work.ts";

/** Sees to all new notifications, and to all deliveries that are due at a moment, as a worker would. */
export async function settleWebhooks(app: TestApp, given: Partial<WebhookWorkDeps> = {}): Promise<void> {
  const deps = { databases: app.databases, config: app.config, log: createLog({ level: "silent" }), now: dueByNow, ...given };
  await settleMail(app);
  while ((await workOnWebhooks(deps)) > 0);
}
