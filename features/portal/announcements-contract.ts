import * as z from "zod/mini";
import { endpoint, type Result } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** How an announcement comes to people: as the portal's settings say, as a banner below the header of every page, or as the dialog. */
export const presences = ["portal", "message", "dialog"] as const;
export const Presence = z.enum(presences);
export type Presence = z.infer<typeof Presence>;

/** What system admins tell everybody in all portals stands in no portal's table: it has this number, and no receipt. */
export const systemAnnouncementId = 0;

export const myAnnouncements = endpoint({
  method: "GET",
  path: "/rest/environment/announcements",
  summary: "What the portal tells the person asking now, with what they have read and confirmed of it.",
  response: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        key: z.string(),
        title: z.string(),
        html: z.string(),
        mustRead: z.boolean(),
        /** Whether the page waits until it is confirmed. */
        blocks: z.boolean(),
        isImportant: z.boolean(),
        presence: Presence,
        since: z.string(),
        endsAt: z.nullable(z.string()),
        isRead: z.boolean(),
        /** When they said that they have read it. */
        confirmedAt: z.nullable(z.string()),
      }),
    ),
  }),
});
export type MyAnnouncement = Result<typeof myAnnouncements>["rows"][number];

const announcementIds = z
  .array(z.int().check(z.positive()))
  .check(z.minLength(1), z.maxLength(50, words("Name {maximum} announcements or fewer.")));
export const markAnnouncementsRead = endpoint({
  method: "POST",
  path: "/rest/environment/announcements/read",
  summary: "Keeps that the person asking has opened announcements. Harmless when repeated.",
  body: z.object({ ids: announcementIds }),
  response: z.object({ ids: z.array(z.int()) }),
});

export const confirmAnnouncement = endpoint({
  method: "POST",
  path: "/rest/environment/announcements/:announcementId/confirm",
  summary:
    "Keeps that the person asking says that they have read an announcement. 409 when its text was changed since. Harmless when repeated.",
  params: z.object({ announcementId: z.coerce.number().check(z.int(), z.positive()) }),
  body: z.object({ key: z.string().check(z.maxLength(40)) }),
  response: z.object({ confirmedAt: z.string() }),
});
