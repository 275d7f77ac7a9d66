import * as z from "zod/mini";
import { period } from "#features/account/period.ts";
import { Condition } from "#features/conditions/condition.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf, texts } from "#platform/list/list.ts";
import { languages } from "#platform/languages.ts";
import { words } from "#platform/words.ts";
import { Presence } from "#features/portal/announcements-contract.ts";

/** draft and deleted are chosen; the others follow from the dates of one that is published. */
export const announcementStates = ["draft", "scheduled", "shown", "over", "deleted"] as const;
export const AnnouncementState = z.enum(announcementStates);
export type AnnouncementState = z.infer<typeof AnnouncementState>;

/** Days for which a deleted announcement can be brought back. */
export const restoreDays = 7;
/** How many a portal shows, now or later. Each page knows all of them. */
export const mostShown = 20;

/** The columns besides the title. */
export const announcementColumns = ["state", "starts", "ends", "read", "confirmed", "changed"] as const;

/** Those that are not deleted, unless asked otherwise. columns: what the rows show, in order. */
export const announcementList = listOf({
  sorts: bothWays("changed", "starts"),
  sort: "-changed",
  filters: { state: oneOf(announcementStates), columns: texts(new RegExp(`^(?:${announcementColumns.join("|")})$`)) },
  pageSize: 25,
});

/** For whom one is: everybody, people in groups, people of a course, or whoever fits a condition that is none of these. */
export const audienceLevels = ["everybody", "groups", "course", "condition"] as const;
export type AudienceLevel = (typeof audienceLevels)[number];
/** names: of its groups or of its course; null for one that is not there any more. isDraft: the course is a draft, in which nobody can be enrolled yet or for now. */
export const ForWhom = z.object({ level: z.enum(audienceLevels), names: z.array(z.nullable(z.string())), isDraft: z.boolean() });
export type ForWhom = z.infer<typeof ForWhom>;

export const AnnouncementRow = z.object({
  id: z.int(),
  /** In the language of the person asking, else in one that it has. */
  title: z.string(),
  languages: z.array(z.enum(languages)),
  state: AnnouncementState,
  mustRead: z.boolean(),
  isPinned: z.boolean(),
  isImportant: z.boolean(),
  forWhom: ForWhom,
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  timeZone: z.string(),
  /** How many people have opened it, and said that they have read it, since it is asked for. */
  read: z.int(),
  confirmed: z.int(),
  changedAt: z.string(),
  madeBy: z.nullable(z.string()),
});
export type AnnouncementRow = z.infer<typeof AnnouncementRow>;

export const listAnnouncements = endpoint({
  method: "GET",
  path: "/rest/announcements",
  // ANN-1 to ANN-4
  summary: "The announcements of the portal, with how many people have read each.",
  query: listQuery(announcementList),
  response: listPage(AnnouncementRow),
});

/** The most characters of a text, as it is written and as it is kept. */
export const longestHtml = 20_000;
const Text = z.nullable(
  z.object({
    title: z
      .string()
      .check(z.trim(), z.minLength(1, words("Write a title.")), z.maxLength(120, words("Use at most {maximum} characters."))),
    html: z
      .string()
      .check(z.trim(), z.minLength(1, words("Write a text.")), z.maxLength(longestHtml, words("Use at most {maximum} characters."))),
  }),
);
export const AnnouncementWords = z.object({ en: Text, de: Text });
export type AnnouncementWords = z.infer<typeof AnnouncementWords>;

const aDay = words("Choose 1 to 30 days.");

const terms = {
  /** HTML by language; what is not allowed in it is left out. Text without any tag becomes paragraphs. */
  texts: AnnouncementWords.check(
    z.refine((written) => languages.some((one) => written[one] !== null), words("Write it in one language at least.")),
  ),
  /** Null: everybody. */
  audience: z.nullable(Condition),
  ...period,
  /** Whether people say that they have read it. */
  mustRead: z.boolean(),
  /** Of one that is to be confirmed: whether the page waits until they do. */
  blocks: z.prefault(z.boolean(), false),
  /** Of one that is to be confirmed: after how many days whoever has not is reminded, once; null for never. */
  remindDays: z.prefault(z.nullable(z.int().check(z.gte(1, aDay), z.lte(30, aDay))), null),
  /** Pinned ones stand first, then important ones, then the newest. */
  isPinned: z.prefault(z.boolean(), false),
  isImportant: z.prefault(z.boolean(), false),
  presence: z.prefault(Presence, "portal"),
  /** Whether people are told by bell and mail when it begins; by mail at once or collected, as each of them chose. */
  byMail: z.prefault(z.boolean(), false),
};
export const AnnouncementTerms = z.object(terms);
export type AnnouncementTerms = z.infer<typeof AnnouncementTerms>;

const KeptText = z.nullable(z.object({ title: z.string(), html: z.string() }));
export const Announcement = z.extend(AnnouncementTerms, {
  texts: z.object({ en: KeptText, de: KeptText }),
  id: z.int(),
  /** The audience in short. */
  forWhom: ForWhom,
  state: AnnouncementState,
  revision: z.int(),
  /** Since when it is asked for; null for one that was never published. */
  askedAt: z.nullable(z.string()),
  /** When people were told of it by bell and mail, and last reminded, since it is asked for. */
  toldAt: z.nullable(z.string()),
  remindedAt: z.nullable(z.string()),
  changedAt: z.string(),
  madeBy: z.nullable(z.string()),
});
export type Announcement = z.infer<typeof Announcement>;

const oneAnnouncement = z.object({ announcementId: z.coerce.number().check(z.int(), z.positive()) });
export const getAnnouncement = endpoint({
  method: "GET",
  path: "/rest/announcements/:announcementId",
  summary: "One announcement.",
  params: oneAnnouncement,
  response: Announcement,
});

export const createAnnouncement = endpoint({
  method: "POST",
  path: "/rest/announcements",
  summary: "Writes an announcement as a draft.",
  body: AnnouncementTerms,
  response: Announcement,
});

export const saveAnnouncement = endpoint({
  method: "PUT",
  path: "/rest/announcements/:announcementId",
  summary:
    "Changes an announcement; one that is published at once. asksAgain: what people read and confirmed before does not count any more.",
  params: oneAnnouncement,
  body: z.object({ ...terms, revision: z.int().check(z.gte(0), z.lte(2 ** 30)), asksAgain: z.boolean() }),
  response: Announcement,
});

export const announcementChanges = ["publish", "withdraw", "delete", "restore"] as const;
export type AnnouncementChange = (typeof announcementChanges)[number];
export const changeAnnouncement = endpoint({
  method: "POST",
  path: "/rest/announcements/:announcementId/state",
  summary: "Publishes an announcement, takes it back, deletes it, or brings a deleted one back as it was.",
  params: oneAnnouncement,
  body: z.object({ change: z.enum(announcementChanges) }),
  response: Announcement,
});

export const testAnnouncement = endpoint({
  method: "POST",
  path: "/rest/announcements/:announcementId/test",
  // ANN-4
  summary: "Sends an announcement to the person asking by mail, as everybody would get it. Nobody else is told.",
  params: oneAnnouncement,
  response: z.object({ email: z.string() }),
});

/** How many hours lie between two reminders of one announcement. */
export const reminderHours = 20;
export const remindOfAnnouncement = endpoint({
  method: "POST",
  path: "/rest/announcements/:announcementId/remind",
  // ANN-2
  summary:
    "Has everybody reminded by bell and mail who has not confirmed a shown announcement. 409 where it is not to be confirmed now, or soon after the last.",
  params: oneAnnouncement,
  response: Announcement,
});

export const changesList = listOf({ sorts: ["-at"], sort: "-at", filters: {}, pageSize: 20 });
export const AnnouncementEvent = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  /** Null for somebody who is not there any more. */
  by: z.nullable(z.string()),
});
export type AnnouncementEvent = z.infer<typeof AnnouncementEvent>;
export const listChanges = endpoint({
  method: "GET",
  path: "/rest/announcements/:announcementId/changes",
  // ANN-4
  summary: "What was done with an announcement, when and by whom, newest first.",
  params: oneAnnouncement,
  query: listQuery(changesList),
  response: listPage(AnnouncementEvent),
});

export const tryAudience = endpoint({
  method: "POST",
  path: "/rest/announcements/try",
  summary: "Whom a condition would reach: how many, and the first of them by name. Nothing is changed.",
  body: z.object({ condition: Condition }),
  response: z.object({ total: z.int(), sample: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })) }),
});

export const answers = ["confirmed", "read", "open"] as const;
export const reportList = listOf({
  sorts: bothWays("name", "read", "confirmed"),
  sort: "name",
  filters: { answer: oneOf(answers) },
  pageSize: 50,
});
export const Reader = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  readAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
});
export type Reader = z.infer<typeof Reader>;

export const listReaders = endpoint({
  method: "GET",
  path: "/rest/announcements/:announcementId/readers",
  summary: "Who has read and confirmed an announcement and who has not, of the active people for whom it is and those who read it.",
  params: oneAnnouncement,
  query: listQuery(reportList),
  /** isNear: nobody has what was searched for, and these are one mistake away from it. The figures are about everybody in the report. */
  response: listPage(Reader, { people: z.int(), opened: z.int(), confirmed: z.int(), isNear: z.boolean() }),
});
