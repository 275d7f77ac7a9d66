import { sql } from "kysely";
import type { PortalKey, TestApp } from "#app/test/app.ts";
import type { QuickLinkTerms } from "../contract.ts";

/** What is sent to make a quick link: for everybody, in English. */
export const aQuickLinkBody = (given: Partial<QuickLinkTerms> = {}): QuickLinkTerms => ({
  titles: { en: "Shift plan", de: null },
  address: "https://shifts.example/plan",
  signed: false,
  icon: "calendar",
  newTab: true,
  audience: null,
  language: null,
  startsAt: null,
  endsAt: null,
  timeZone: "UTC",
  ...given,
});

/** A quick link in the table of a portal. */
export const aQuickLink = (app: TestApp, key: PortalKey): Promise<{ id: number }> =>
  app.databases.inPeople(app.portal(key).id, "prepare a test", (db) =>
    db
      .insertInto("quick_links")
      .values({
        portal_id: app.portal(key).id,
        titles: sql`${JSON.stringify(aQuickLinkBody().titles)}::jsonb`,
        address: "/v/course/catalog/categories",
        icon: "calendar",
        position: 1,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
