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
  /** Lines below the link: a portal's own text may put it between its words. */
  readonly after?: readonly string[];
  /** A portal's own text may go without the link. */
  readonly hasNoLink?: true;
}

/** A variable: what a portal's own text of an event may write in braces, such as {course} (MAIL-1). */
export interface TextName {
  /** What stands in its place, for whoever writes the text. */
  what(say: Say): string;
  /** What stands there in a preview. */
  example(teller: Teller): string | readonly string[];
  /** It is whole lines, so it stands on a line alone and never in a subject. */
  readonly isLines?: true;
  /** The letter says nothing without it. */
  readonly isNeeded?: true;
}

/** A variable that no text of the event may leave out. */
export const needed = (name: TextName): TextName => ({ ...name, isNeeded: true });

/** What stands for variables; null where there is nothing, which leaves out the line that names it. */
export type TextValues = Readonly<Record<string, string | readonly string[] | null>>;

/** How portals write an event in their own words (MAIL-1, MAIL-2). */
export type OwnText<Variables> = {
  readonly names: Readonly<Record<string, TextName>>;
  values(teller: Teller, variables: Variables): TextValues;
} & (
  | {
      /** Variables whose texts are names in braces: the words of them are the text that is offered to begin with. */
      readonly slots: Variables;
    }
  | {
      /** The text that is offered to begin with, where the words depend on more than texts. */
      offered(say: Say): Pick<Told, "subject" | "lines">;
    }
);

/** When an event about a date is told: some days before or after it, counted where the person is (MAIL-1). */
export interface Timing {
  readonly direction: "before" | "after";
  /** Where neither the portal nor the course says other days. */
  readonly days: readonly number[];
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
  /** Only of what is about a date and found by a schedule. */
  readonly timing?: Timing;
  readonly variables: z.ZodMiniType<Variables>;
  /** Variables for tests and previews; `text` stands in each text of them. */
  readonly sample: (text: string) => Variables;
  /** What the event is called in preferences and lists. */
  title(say: Say): string;
  words(teller: Teller, variables: Variables): Told;
  /** Null for what portals do not write in their own words. */
  readonly own: OwnText<Variables> | null;
  /** Variables that let in whoever has them: they never leave by a webhook. */
  readonly secrets?: readonly string[];
  /** Several people are told of one happening, each by the same subject and occurrence: webhooks tell of it once, and of nobody whom it was told to. */
  readonly hasCopies?: true;
}

/** An event of any variables, as the table holds it. */
export type AnyEvent = NotificationEvent<unknown>;
