import type * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";

/** How somebody is told of an event by mail: at once, in a collection of a day or a week, or not at all. The bell has everything. */
export const mailChoices = ["instant", "daily", "weekly", "off"] as const;
export type MailChoice = (typeof mailChoices)[number];

/** Whom an event is for; the preferences show people only what can reach them. */
export type Audience = "everyone" | "learners" | "authors" | "staff";

/** The language, the zone and the clock of the person who is told. */
export interface Teller {
  readonly say: Say;
  /** A moment in words: weekday, date, time and zone. */
  readonly moment: (instant: string) => string;
  /**
   * The address of a page with a secret that works once, by the key from which it is made. Only the letter that leaves has the secret; kept copies and everything
   * else have a mask in its place.
   */
  readonly link: (to: string, key: string) => string;
}

/** What a person is told. Everything in it is text; nothing is markup. */
export interface Told {
  /** The subject of the mail and the line in the bell. */
  readonly subject: string;
  readonly lines: readonly string[];
  /** Where it leads: an address of the portal without its host and /v. */
  readonly action: { readonly label: string; readonly to: string };
}

/** A kind of thing that people are told of: a folder of its own, and an entry of events.ts (docs/adding-an-event.md). */
export interface NotificationEvent<Variables> {
  /** Lower case with underscores; stored, so it never changes. */
  readonly name: string;
  readonly audience: Audience;
  /** Nobody can switch off what protects their account. */
  readonly mandatory: boolean;
  /** How people are told who have chosen nothing. */
  readonly mail: MailChoice;
  readonly variables: z.ZodMiniType<Variables>;
  /** Variables for tests and previews; `text` stands in each text of them. */
  readonly sample: (text: string) => Variables;
  /** What the event is called in preferences and lists. */
  title(say: Say): string;
  words(teller: Teller, variables: Variables): Told;
}

/** An event of any variables, as the table holds it. */
export type AnyEvent = NotificationEvent<unknown>;
