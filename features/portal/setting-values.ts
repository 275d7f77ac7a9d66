import type { SettingOf } from "./settings.ts";

/** The settings in a reply: values in force, by key. Browser and server read them here; the registry itself (settings.ts) stays on the server. */
export type SettingValues = Readonly<Record<string, string>>;

/** Whether a value means on (specification §3). */
export const isOn = (value: string | undefined): boolean => value === "true" || value === "1";

/** Whether a setting is on. */
export const settingOn = (values: SettingValues | undefined, key: SettingOf<"flag">): boolean => isOn(values?.[key]);

/** The text, the address or the choice in a setting; empty when there is none. */
export const settingText = (values: SettingValues | undefined, key: SettingOf<"text" | "url" | "choice">): string => values?.[key] ?? "";

/** The number in a setting. Values in force always have one; without values it is 0. */
export const settingNumber = (values: SettingValues | undefined, key: SettingOf<"number">): number => Number(values?.[key] ?? 0);
