import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** One setting of a portal, as the person who sets it sees it. */
export const SettingRow = z.object({
  key: z.string(),
  section: z.enum(["ways-in", "learners", "portal"]),
  type: z.enum(["flag", "text", "url", "number", "choice", "choices", "lines"]),
  title: z.string(),
  help: z.string(),
  /** The value in force. */
  value: z.string(),
  /** The product's own value, which is in force where the portal has not set one. */
  fallback: z.string(),
  /** Where the value in force comes from. */
  origin: z.enum(["portal", "product"]),
  min: z.nullable(z.int()),
  max: z.nullable(z.int()),
  choices: z.array(z.object({ value: z.string(), title: z.string() })),
});
export type SettingRow = z.infer<typeof SettingRow>;

const Settings = z.object({ revision: z.int(), settings: z.array(SettingRow) });
export type Settings = z.infer<typeof Settings>;

export const getSettings = endpoint({
  method: "GET",
  path: "/rest/settings",
  summary: "The settings of this portal: value in force, where it comes from, and what it does.",
  response: Settings,
});

const Values = z.record(z.string().check(z.maxLength(60)), z.nullable(z.string()));
const revision = z.int(words("Name the revision that you changed.")).check(z.gte(1), z.lte(2 ** 52));

export const saveSettings = endpoint({
  method: "POST",
  path: "/rest/settings",
  summary: "Changes settings of this portal; null gives one back to the product's own value. All of them or none.",
  body: z.object({ revision, values: Values }),
  response: Settings,
});

/** The form of the file in which a portal's settings are taken from one portal to another. Only what the portal has set itself is in it. */
export const fileFormat = "stoa-settings-1";

export const settingsFile = endpoint({
  method: "GET",
  path: "/rest/settings/file",
  summary: "What this portal has set itself, as a file for another portal.",
  response: z.object({ format: z.literal(fileFormat), portal: z.string(), settings: z.record(z.string(), z.string()) }),
});

export const checkSettingsFile = endpoint({
  method: "POST",
  path: "/rest/settings/file",
  summary: "Says what a file of settings would change here. Nothing is changed: what is wanted of it is saved like any other change.",
  body: z.object({ format: z.string().check(z.maxLength(60)), settings: z.record(z.string().check(z.maxLength(60)), z.unknown()) }),
  response: z.object({
    /** fromText, toText: the values as people read them. */
    changes: z.array(
      z.object({ key: z.string(), title: z.string(), from: z.string(), to: z.string(), fromText: z.string(), toText: z.string() }),
    ),
    /** Keys that this version does not have, and values that it does not take, each with the reason. */
    problems: z.array(z.object({ key: z.string(), message: z.string() })),
  }),
});

/** The specification's address of the page (§2), and ours. */
export const settingsLink = { path: "/PremiumServices/Portal/admin/Settings.aspx", screen: "/v/portal/settings" } as const;
