import type { Say } from "#platform/catalogue.ts";
import { languageName, languages } from "#platform/languages.ts";
import { currencies } from "./currencies.ts";

/** The parts of the settings' page, in its order. */
export const settingSections = ["ways-in", "learners", "portal"] as const;
export type SettingSection = (typeof settingSections)[number];

/**
 * A setting of a portal. On the wire and in the database it is text by key, as specified (§3); "true" and "1" mean on.
 * Who may know it: members get it with the environment, everyone even before signing in; with nobody it never leaves the server (security.md #27).
 */
export interface Setting {
  /** flag: on or off. url: a complete http(s) address. number: a whole number. choice: one of a few. choices: some of a few, one at least. lines: several texts, one a line. Anything else counts as not set. */
  readonly type: "flag" | "text" | "url" | "number" | "choice" | "choices" | "lines";
  /** The value where the portal has not set it. */
  readonly fallback: string;
  /** Of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Of a choice, or choices: what can be chosen, and what it is called. */
  readonly choices?: Readonly<Record<string, (say: Say) => string>>;
  /** Of lines: what each of them must look like. */
  readonly line?: RegExp;
  readonly knownTo: "nobody" | "members" | "everyone";
  /** Where it has an effect; a test checks that it is read there. */
  readonly readBy: readonly ("server" | "browser")[];
  readonly section: SettingSection;
  /** What it is called, and an explanation, for the person who sets it. */
  readonly title: (say: Say) => string;
  readonly help: (say: Say) => string;
}

/** Each language by its name in itself. */
const languageChoices = Object.fromEntries(languages.map((code) => [code, () => languageName(code)]));

/** The registry of settings. A key that is not here is never sent. The page Settings shows each by its type (features/settings). */
export const portalSettings = {
  preventSelfRegistration: {
    type: "flag",
    fallback: "false",
    knownTo: "everyone",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("No registration"),
    help: (say) => say("People cannot make an account for themselves."),
  },
  registrationMode: {
    type: "choice",
    fallback: "off",
    choices: {
      off: (say) => say("Nobody"),
      approval: (say) => say("With approval"),
      open: (say) => say("Everybody"),
    },
    knownTo: "everyone",
    readBy: ["server", "browser"],
    section: "ways-in",
    title: (say) => say("Registration"),
    help: (say) => say("Who can make an account for themselves. What is asked of them, and the terms, are set on the page Registrations."),
  },
  factorForAdmins: {
    type: "flag",
    fallback: "false",
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Admins need a second factor"),
    help: (say) => say("Whoever is an admin sets up an authenticator app, so that a password alone opens nothing."),
  },
  factorForManagers: {
    type: "flag",
    fallback: "false",
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Managers need a second factor"),
    help: (say) => say("The same for whoever is a manager."),
  },
  factorForAuthors: {
    type: "flag",
    fallback: "false",
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Authors need a second factor"),
    help: (say) => say("The same for whoever is an author."),
  },
  factorForEveryone: {
    type: "flag",
    fallback: "false",
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Everybody needs a second factor"),
    help: (say) => say("The same for all people of the portal."),
  },
  factorGraceDays: {
    type: "number",
    fallback: "14",
    min: 0,
    max: 90,
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Days to set up a second factor"),
    help: (say) => say("They begin with the first sign-in under the rule. Afterwards nobody of those gets in without one."),
  },
  signInByLink: {
    type: "flag",
    fallback: "false",
    knownTo: "everyone",
    readBy: ["server", "browser"],
    section: "ways-in",
    title: (say) => say("Sign in by a link in an email"),
    help: (say) =>
      say("The login page offers it besides the password. The link works once, for 15 minutes. A second factor is asked for all the same."),
  },
  wrongPortal: {
    type: "choice",
    fallback: "chooser",
    choices: {
      chooser: (say) => say("A list of their portals to choose from"),
      error: (say) => say("An error that names their portals"),
    },
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Who belongs to other portals only"),
    help: (say) =>
      say(
        "What somebody sees who signs in here with the right password and does not belong to this portal. Their portals are named only after they have signed in.",
      ),
  },
  passwordMinLength: {
    type: "number",
    fallback: "10",
    min: 8,
    max: 64,
    knownTo: "everyone",
    readBy: ["server", "browser"],
    section: "ways-in",
    title: (say) => say("Shortest password"),
    help: (say) =>
      say(
        "The least number of characters of a new password. Stolen and easily guessed ones are refused whatever their length. Who belongs to several portals follows the strictest.",
      ),
  },
  passwordHistory: {
    type: "number",
    fallback: "0",
    min: 0,
    max: 12,
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Passwords that cannot come back"),
    help: (say) => say("So many of a person's latest passwords cannot be chosen again. 0: any can."),
  },
  passwordMaxDays: {
    type: "number",
    fallback: "0",
    min: 0,
    max: 730,
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Days until a password is changed"),
    help: (say) =>
      say("Whoever signs in with an older password chooses a new one. 0: never, which is better: forced changes lead to weaker passwords."),
  },
  trustedBrowserDays: {
    type: "number",
    fallback: "30",
    min: 0,
    max: 90,
    knownTo: "nobody",
    readBy: ["server"],
    section: "ways-in",
    title: (say) => say("Days without asking again"),
    help: (say) => say("For so long people may let a browser skip the second factor. 0: never."),
  },
  termsUrl: {
    type: "url",
    fallback: "",
    knownTo: "everyone",
    readBy: ["browser"],
    section: "portal",
    title: (say) => say("Terms of use"),
    help: (say) => say("Address of the terms of use. The footer links to them; without an address it has no link."),
  },
  showStudentWidgets: {
    type: "flag",
    fallback: "true",
    knownTo: "members",
    readBy: ["browser"],
    section: "learners",
    title: (say) => say("People arrange their dashboard"),
    help: (say) => say("People may show, hide and sort the widgets of their dashboard: its header has the cog for it."),
  },
  showAnnouncementAtStart: {
    type: "flag",
    fallback: "false",
    knownTo: "members",
    readBy: ["browser"],
    section: "learners",
    title: (say) => say("Announcement at the start"),
    help: (say) => say("The portal's announcement opens by itself until a person has seen it. Otherwise a dot in the header tells of it."),
  },
  languages: {
    type: "choices",
    fallback: languages.join(","),
    choices: languageChoices,
    knownTo: "everyone",
    readBy: ["server", "browser"],
    section: "portal",
    title: (say) => say("Languages"),
    help: (say) =>
      say("The languages among which people choose. Whoever has chosen another one in another portal reads this one in its own language."),
  },
  /** Stands in the portal's row, beside its time zone, where system admins change it too (server/queries.ts of the feature settings). */
  language: {
    type: "choice",
    fallback: "en",
    choices: languageChoices,
    knownTo: "nobody",
    readBy: ["server"],
    section: "portal",
    title: (say) => say("Language of the portal"),
    help: (say) =>
      say(
        "For whoever has chosen none. Visitors read it where their browser asks for no other that the portal offers. It is one of those.",
      ),
  },
  dateFormat: {
    type: "choice",
    fallback: "language",
    choices: {
      language: (say) => say("As the language writes them"),
      dayFirst: (say) => say("Day first: 29 Nov 2026, 14:05"),
    },
    knownTo: "nobody",
    readBy: ["server"],
    section: "portal",
    title: (say) => say("Dates and times"),
    help: (say) => say("How screens write dates and times. Emails write them as the language does."),
  },
  weekStart: {
    type: "choice",
    fallback: "language",
    choices: {
      language: (say) => say("As where the language is spoken"),
      monday: (say) => say("Monday"),
      saturday: (say) => say("Saturday"),
      sunday: (say) => say("Sunday"),
    },
    knownTo: "members",
    readBy: ["browser"],
    section: "portal",
    title: (say) => say("Weeks begin on"),
    help: (say) => say("In the calendar of the dashboard."),
  },
  publishOnlyApproved: {
    type: "flag",
    fallback: "false",
    knownTo: "nobody",
    readBy: ["server"],
    section: "portal",
    title: (say) => say("Courses are published only when approved"),
    help: (say) =>
      say(
        "A new version of a course needs the approval of somebody who may approve courses, given for the draft as it is. A later change asks for it again.",
      ),
  },
  currency: {
    type: "choice",
    fallback: "EUR",
    choices: Object.fromEntries(currencies.map((code) => [code, () => code])),
    knownTo: "nobody",
    readBy: ["server"],
    section: "portal",
    title: (say) => say("Currency"),
    help: (say) => say("The currency of a course's price, until its author chooses another one."),
  },
} as const satisfies Record<string, Setting>;

type Settings = typeof portalSettings;
export type SettingKey = keyof Settings;
/** The keys of one type. */
export type SettingOf<Type extends Setting["type"]> = { [Key in SettingKey]: Settings[Key]["type"] extends Type ? Key : never }[SettingKey];
