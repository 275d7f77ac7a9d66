import type { PortalKey, TestApp } from "#app/test/app.ts";
import type { WebhookTerms } from "../contract.ts";

/** What is sent to make a webhook: for all events, as JSON. */
export const aWebhookBody = (given: Partial<WebhookTerms> = {}): WebhookTerms => ({
  name: "Staff system",
  address: "https://hooks.example/stoa",
  format: "json",
  events: null,
  isOn: true,
  ...given,
});

/** A webhook in the table of a portal, with a delivery that waits for long. */
export const aWebhook = (app: TestApp, key: PortalKey): Promise<{ id: number; deliveryId: number }> =>
  app.databases.inPeople(app.portal(key).id, "prepare a test", async (db) => {
    const portal_id = app.portal(key).id;
    const { name, address, format } = aWebhookBody();
    const { id } = await db
      .insertInto("webhooks")
      .values({ portal_id, name, address, format, events: ["completed"] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: deliveryId } = await db
      .insertInto("webhook_deliveries")
      .values({
        portal_id,
        webhook_id: id,
        event: "test",
        event_id: crypto.randomUUID(),
        occurred_at: new Date(),
        due_at: new Date("2100-01-01"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, deliveryId };
  });
