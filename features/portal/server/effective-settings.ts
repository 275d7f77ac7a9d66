import { portalSettings, type SettingKey } from "../settings.ts";
import type { SettingValues } from "../setting-values.ts";

/** The settings in force: for every key of the registry the portal's own value or the fallback; invalid addresses become empty. */
export function effectiveSettings(stored: Readonly<Record<string, unknown>>): Readonly<Record<SettingKey, string>> {
  const values = Object.entries(portalSettings).map(([key, { type, fallback }]): [string, string] => {
    const value = stored[key];
    const isUsable = typeof value === "string" && (type !== "url" || /^https?:\/\//i.test(value));
    return [key, isUsable ? value : fallback];
  });
  return Object.fromEntries(values) as Record<SettingKey, string>;
}

/** The settings that members, or everyone before signing in, may know. Empty values are left out. */
export function knownSettings(values: Readonly<Record<SettingKey, string>>, to: "members" | "everyone"): SettingValues {
  const known = Object.entries(portalSettings).filter(([, { knownTo }]) => to === "members" || knownTo === "everyone");
  return Object.fromEntries(known.flatMap(([key]) => (values[key as SettingKey] === "" ? [] : [[key, values[key as SettingKey]]])));
}
