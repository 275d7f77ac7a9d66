import type { SettingValues } from "./setting-values.ts";
import type { SettingOf } from "./settings.ts";

/** What is chosen in a setting of several choices. Apart from the other values, which every page reads. */
export const settingChoices = (values: SettingValues | undefined, key: SettingOf<"choices">): string[] =>
  (values?.[key] ?? "").split(",").filter(Boolean);
