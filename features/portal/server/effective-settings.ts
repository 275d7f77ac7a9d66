import { readSetting } from "../setting-types.ts";
import { portalSettings, type Setting, type SettingKey } from "../settings.ts";
import type { SettingValues } from "../setting-values.ts";

/** A stored value in force; null where there is none, or none that its type allows. */
export function ownValue(setting: Setting, stored: unknown): string | null {
  if (typeof stored !== "string") return null;
  if (setting.type === "flag") return stored;
  const read = readSetting(setting, stored);
  return "value" in read ? read.value : null;
}

/** The settings in force: for every key of the registry the portal's own value or the fallback. */
export function effectiveSettings(stored: Readonly<Record<string, unknown>>): Readonly<Record<SettingKey, string>> {
  const values = Object.entries(portalSettings).map(([key, setting]) => [key, ownValue(setting, stored[key]) ?? setting.fallback]);
  return Object.fromEntries(values) as Record<SettingKey, string>;
}

/** The settings that members, or everyone before signing in, may know. Empty values are left out. */
export function knownSettings(values: Readonly<Record<SettingKey, string>>, to: "members" | "everyone"): SettingValues {
  const known = Object.entries(portalSettings).filter(
    ([, { knownTo }]) => knownTo === "everyone" || (to === "members" && knownTo === "members"),
  );
  return Object.fromEntries(known.flatMap(([key]) => (values[key as SettingKey] === "" ? [] : [[key, values[key as SettingKey]]])));
}
