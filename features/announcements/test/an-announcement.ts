import { sql } from "kysely";
import type { PortalKey, TestApp } from "#app/test/app.ts";
import type { AnnouncementTerms } from "../contract.ts";

/** What is sent to write an announcement: everybody, from now on, in English. */
export const anAnnouncementBody = (given: Partial<AnnouncementTerms> = {}): AnnouncementTerms => ({
  texts: { en: { title: "Fire drill", html: "<p>On Tuesday at ten.</p>" }, de: null },
  audience: null,
  startsAt: null,
  endsAt: null,
  timeZone: "UTC",
  mustRead: false,
  blocks: false,
  remindDays: null,
  isPinned: false,
  isImportant: false,
  presence: "portal",
  byMail: false,
  ...given,
});

/** An announcement as a portal's row has it, for tests that write that row. */
export const aShownAnnouncement = ({ title = "Told", html }: { readonly title?: string; readonly html: string }) => ({
  id: 1,
  askedAt: 0,
  texts: { en: { title, html }, de: null },
  audience: null,
  startsAt: null,
  endsAt: null,
  mustRead: false,
});

/** A draft in a portal. */
export const anAnnouncement = (app: TestApp, key: PortalKey): Promise<{ id: number }> =>
  app.databases.inPeople(app.portal(key).id, "prepare a test", (db) =>
    db
      .insertInto("announcements")
      .values({ portal_id: app.portal(key).id, texts: sql`${JSON.stringify(anAnnouncementBody().texts)}::jsonb`, time_zone: "UTC" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
