/**
 * A setting of a portal. On the wire and in the database it is text by key, as specified (§3); "true" and "1" mean on.
 * Who may know it: members get it with the environment, everyone even before signing in; with nobody it never leaves the server (security.md #27).
 */
interface Setting {
  /** flag: on or off. url: a complete http(s) address; anything else counts as empty. */
  readonly type: "flag" | "text" | "url";
  /** The value where the portal has not set it. */
  readonly fallback: string;
  readonly knownTo: "nobody" | "members" | "everyone";
  /** Where it has an effect; a test checks that it is read there. */
  readonly readBy: readonly ("server" | "browser")[];
  /** An explanation for the person who sets it. */
  readonly help: string;
}

/** The registry of settings. A key that is not here is never sent. */
export const portalSettings = {
  preventSelfRegistration: {
    type: "flag",
    fallback: "false",
    knownTo: "everyone",
    readBy: ["server"],
    help: "People cannot make an account for themselves.",
  },
  termsUrl: {
    type: "url",
    fallback: "",
    knownTo: "everyone",
    readBy: ["browser"],
    help: "Address of the terms of use. The footer links to them; without an address it has no link.",
  },
  showStudentWidgets: {
    type: "flag",
    fallback: "true",
    knownTo: "members",
    readBy: ["browser"],
    help: "People may show, hide and sort the widgets of their dashboard: its header has the cog for it.",
  },
  showAnnouncementAtStart: {
    type: "flag",
    fallback: "false",
    knownTo: "members",
    readBy: ["browser"],
    help: "The portal's announcement opens by itself until a person has seen it. Otherwise a dot in the header tells of it.",
  },
} as const satisfies Record<string, Setting>;

type Settings = typeof portalSettings;
export type SettingKey = keyof Settings;
/** The keys of one type. */
export type SettingOf<Type extends Setting["type"]> = { [Key in SettingKey]: Settings[Key]["type"] extends Type ? Key : never }[SettingKey];
