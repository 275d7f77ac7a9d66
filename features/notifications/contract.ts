import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { mailChoices } from "./event.ts";

/** One thing that the person asking was told, in their language. */
export const Notification = z.object({
  id: z.int(),
  event: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  /** Where it leads, without /v. */
  to: z.string(),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

const unread = z.int();

export const listNotifications = endpoint({
  method: "GET",
  path: "/rest/notifications",
  summary: "The newest 50 things that the person asking was told, newest first.",
  response: z.object({ rows: z.array(Notification), unread }),
});

export const countUnread = endpoint({
  method: "GET",
  path: "/rest/notifications/unread",
  summary: "How many notifications the person asking has not read.",
  response: z.object({ unread }),
});

export const readNotifications = endpoint({
  method: "POST",
  path: "/rest/notifications/read",
  summary: "Marks notifications of the person asking as read: one, or all up to the newest that they have seen.",
  body: z.union([
    z.strictObject({ id: z.int(words("A notification is named by its number.")) }),
    z.strictObject({ upTo: z.int(words("A notification is named by its number.")) }),
  ]),
  response: z.object({ unread }),
});

/** How the person asking is told of one event by mail. */
export const Preference = z.object({
  event: z.string(),
  title: z.string(),
  mail: z.enum(mailChoices),
  /** It cannot be switched off. */
  isMandatory: z.boolean(),
});
export type Preference = z.infer<typeof Preference>;

const preferences = z.object({ rows: z.array(Preference) });

export const listPreferences = endpoint({
  method: "GET",
  path: "/rest/notifications/preferences",
  summary: "How the person asking is told of each event by mail.",
  response: preferences,
});

/** How somebody wishes to be told by mail, by the names of events. */
export const MailChoices = z.record(z.string(), z.enum(mailChoices, words("Choose one of the ways to be told.")));
export type MailChoices = z.infer<typeof MailChoices>;

export const savePreferences = endpoint({
  method: "PUT",
  path: "/rest/notifications/preferences",
  summary: "Chooses how the person asking is told of some events by mail; the others stay as they are.",
  body: z.object({ choices: MailChoices }),
  response: preferences,
});
