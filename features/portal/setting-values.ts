import type { SettingOf } from "./settings.ts";

/** Settings as they travel: those that hold, by key. Both ends read them here; the table itself (settings.ts) stays on the server. */
export type SettingValues = Readonly<Record<string, string>>;

/** Whether a value means on (specification §3). */
export const isOn = (value: string | undefined): boolean => value === "true" || value === "1";

/** Whether a setting is on. */
export const settingOn = (values: SettingValues | undefined, key: SettingOf<"flag">): boolean => isOn(values?.[key]);

/** The words or the address that a setting holds; empty where there is none. */
export const settingText = (values: SettingValues | undefined, key: SettingOf<"text" | "url">): string => values?.[key] ?? "";
