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

type Reader = "members" | "everyone";
const keysKnownTo = (to: Reader) =>
  (Object.entries(portalSettings) as [SettingKey, Setting][]).flatMap(([key, { knownTo }]) =>
    knownTo === "everyone" || (to === "members" && knownTo === "members") ? [key] : [],
  );
/** Settled with the registry: every page tells some of them. */
const knownKeys: Readonly<Record<Reader, readonly SettingKey[]>> = { members: keysKnownTo("members"), everyone: keysKnownTo("everyone") };

/** The settings that members, or everyone before signing in, may know. Empty values are left out. */
export function knownSettings(values: Readonly<Record<SettingKey, string>>, to: Reader): SettingValues {
  return Object.fromEntries(knownKeys[to].flatMap((key) => (values[key] === "" ? [] : [[key, values[key]]])));
}
