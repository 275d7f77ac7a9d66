/**
 * A setting of a portal. On the wire and in the database it is the specification's (§3) text by key; "true" and "1" are on.
 * Who may know it: members get it with the environment, everyone already before signing in; nobody: it never leaves the server (security.md #27).
 */
interface Setting {
  /** flag: on or off. url: a complete http(s) address, else nothing. */
  readonly type: "flag" | "text" | "url";
  /** What holds where the portal has not set it. */
  readonly fallback: string;
  readonly knownTo: "nobody" | "members" | "everyone";
  /** The ends that do something with it; a test looks for them. */
  readonly readBy: readonly ("server" | "browser")[];
  /** For whoever sets it. */
  readonly help: string;
}

/** Every setting there is. A key that is not here leaves the server in no reply. */
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
