import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { MailText, oneEvent, ShownText, textLanguages } from "./texts-contract.ts";

/** What can have a letter of its own: a course, for what is about it, or the people of a group. */
export const overrideKinds = ["course", "group"] as const;
export type OverrideKind = (typeof overrideKinds)[number];

/** The most days before or after a date at which an event is told, and how many such days there can be. */
export const longestDays = 90;
export const mostDays = 5;

/** How many days before or after its date an event is told; null: inherited. Before: at least one. */
const Days = z.nullable(
  z
    .array(
      z
        .int(words("Enter whole numbers of days."))
        .check(z.gte(0, words("Enter whole numbers of days.")), z.lte(longestDays, words("At most {maximum} days."))),
    )
    .check(z.minLength(1, words("Enter at least one number of days.")), z.maxLength(mostDays, words("At most five numbers of days."))),
);

/** A course or a group that is told of an event in another way. What is null or missing is inherited from the portal. */
export const Override = z.object({
  id: z.int(),
  kind: z.enum(overrideKinds),
  /** Of the course or the group. */
  name: z.string(),
  /** Whether mail tells of it. */
  isOn: z.nullable(z.boolean()),
  /** Only of a course. */
  days: z.nullable(z.array(z.int())),
  /** The languages in which it has a text of its own. */
  own: z.array(z.enum(textLanguages)),
});
export type Override = z.infer<typeof Override>;

/** What can be set about an event, beside its texts. */
export const EventWays = z.object({
  event: z.string(),
  title: z.string(),
  /** Mail does not tell of it in this portal. */
  isOff: z.boolean(),
  /** What protects accounts, and letters that somebody waits for, are always sent. */
  canBeOff: z.boolean(),
  /** It is about a course, so that courses can have it their own way. */
  isAboutCourse: z.boolean(),
  /** Null: it is told when it happens. */
  timing: z.nullable(
    z.object({
      direction: z.enum(["before", "after"]),
      /** Those of the product. */
      usual: z.array(z.int()),
      /** Those of the portal; null: as usual. */
      days: z.nullable(z.array(z.int())),
    }),
  ),
});
export type EventWays = z.infer<typeof EventWays>;

const shown = z.extend(EventWays, { rows: z.array(Override) });
export type ShownOverrides = z.infer<typeof shown>;

export const listOverrides = endpoint({
  method: "GET",
  path: "/rest/mail/events/:event/overrides",
  // MAIL-1
  summary: "The courses and groups that are told of an event in another way than the portal, and on which days it is told.",
  params: oneEvent,
  response: shown,
});

export const findOverridable = endpoint({
  method: "GET",
  path: "/rest/mail/events/:event/overridable",
  summary: "Courses or groups by words of their name that are told of an event as the portal is; 20 at most.",
  params: oneEvent,
  query: z.object({
    kind: z.enum(overrideKinds, words("Choose a course or a group.")),
    q: z.prefault(z.string().check(z.trim(), z.maxLength(100, words("Search for {maximum} characters or fewer."))), ""),
  }),
  response: z.object({ rows: z.array(z.object({ id: z.int(), name: z.string() })) }),
});

export const addOverride = endpoint({
  method: "POST",
  path: "/rest/mail/events/:event/overrides",
  summary: "Lets a course or a group be told of an event in another way; at first all is inherited. Harmless where it is there.",
  params: oneEvent,
  body: z.object({
    kind: z.enum(overrideKinds, words("Choose a course or a group.")),
    id: z.int(words("Choose a course or a group.")).check(z.gte(1, words("Choose a course or a group."))),
  }),
  response: z.object({ id: z.int() }),
});

export const saveTiming = endpoint({
  method: "PUT",
  path: "/rest/mail/events/:event/timing",
  summary:
    "Sets how many days before or after its date an event is told in this portal; null: as usual. Nothing is told late because of it.",
  params: oneEvent,
  body: z.object({ days: Days }),
  response: shown,
});

const oneOverride = z.object({
  overrideId: z.coerce
    .number(words("An override is named by its number."))
    .check(z.int(words("An override is named by its number.")), z.gte(1, words("An override is named by its number."))),
});

export const saveOverride = endpoint({
  method: "PUT",
  path: "/rest/mail/overrides/:overrideId",
  summary: "Sets whether and when a course or a group is told of an event; null: inherited from the portal.",
  params: oneOverride,
  body: z.object({ isOn: z.nullable(z.boolean()), days: Days }),
  response: Override,
});

export const removeOverride = endpoint({
  method: "POST",
  path: "/rest/mail/overrides/:overrideId/remove",
  summary: "Removes all that a course or a group has of its own for an event; it inherits from the portal again.",
  params: oneOverride,
  response: z.object({ removed: z.literal(true) }),
});

const oneText = z.extend(oneOverride, { language: z.enum(textLanguages, words("Choose a language.")) });
const shownText = z.extend(ShownText, { ways: EventWays, override: Override });
export type ShownOverrideText = z.infer<typeof shownText>;

export const getOverrideText = endpoint({
  method: "GET",
  path: "/rest/mail/overrides/:overrideId/texts/:language",
  summary: "The email of a course or a group in one language: its own text, the one that it inherits, and what was saved before.",
  params: oneText,
  response: shownText,
});

export const saveOverrideText = endpoint({
  method: "PUT",
  path: "/rest/mail/overrides/:overrideId/texts/:language",
  summary: "Stores the text of an email for a course or a group; null inherits again. 409 when somebody saved it since the revision named.",
  params: oneText,
  body: z.object({
    revision: z.int(words("Name the revision that you changed.")).check(z.gte(0), z.lte(2 ** 31 - 2)),
    text: z.nullable(MailText),
  }),
  response: shownText,
});
