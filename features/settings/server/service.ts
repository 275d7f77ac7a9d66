import { readSetting, type SettingProblem } from "#features/portal/setting-types.ts";
import { settingChoices } from "#features/portal/setting-choices.ts";
import { isOn, settingText } from "#features/portal/setting-values.ts";
import { portalSettings, type Setting, type SettingKey } from "#features/portal/settings.ts";
import { effectiveSettings, ownValue } from "#features/portal/server/effective-settings.ts";
import { note, type Doer } from "#platform/audit.ts";
import { wordsOf, type Say } from "#platform/catalogue.ts";
import type { Result } from "#platform/contract.ts";
import { conflict, invalid, invalidFields, type FieldError } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import { phrase } from "#platform/words.ts";
import { fileFormat, type checkSettingsFile, type SettingRow, type Settings, type settingsFile } from "../contract.ts";
import * as queries from "./queries.ts";

type Stored = Readonly<Record<string, unknown>>;

const registry = Object.entries(portalSettings) as [SettingKey, Setting][];
const settingOf = (key: string): Setting | null => (Object.hasOwn(portalSettings, key) ? portalSettings[key as SettingKey] : null);
const unknownKey: SettingProblem = { code: "no_such_setting", text: phrase("There is no setting of this name in this version.") };
const noText: SettingProblem = { code: "no_text", text: phrase("Values stand in quotation marks in this file.") };

/** What the portal has set, in the form in which a change would be kept ("1" is "true"). */
function ownValueOf(setting: Setting, stored: unknown): string | null {
  const own = ownValue(setting, stored);
  return own !== null && setting.type === "flag" ? String(isOn(own)) : own;
}

/** One setting for the person who sets it, in their language. */
function rowOf(say: Say, key: string, setting: Setting, stored: Stored): SettingRow {
  const own = ownValueOf(setting, stored[key]);
  return {
    key,
    section: setting.section,
    type: setting.type,
    title: setting.title(say),
    help: setting.help(say),
    value: own ?? setting.fallback,
    fallback: setting.fallback,
    origin: own === null ? "product" : "portal",
    min: setting.min ?? null,
    max: setting.max ?? null,
    choices: Object.entries(setting.choices ?? {}).map(([value, title]) => ({ value, title: title(say) })),
  };
}

const shown = (say: Say, { revision, settings }: { readonly revision: number; readonly settings: Stored }): Settings => ({
  revision,
  settings: registry.map(([key, setting]) => rowOf(say, key, setting, settings)),
});

/** The settings of the portal asked in. */
export const showSettings = async ({ db, portal, say }: Pick<Context, "db" | "portal" | "say">): Promise<Settings> =>
  shown(say, await queries.findSettings(db, portal.id));

const languageKeys = ["languages", "language"] as const;
const notOffered: SettingProblem = {
  code: "not_offered",
  text: phrase("The language of the portal has to be one that it offers. Choose another one, or offer it."),
};
/** Whether by these settings the language of the portal is one that it offers. */
function isLanguageOffered(stored: Stored): boolean {
  const values = effectiveSettings(stored);
  return settingChoices(values, "languages").includes(settingText(values, "language"));
}
/** Refuses settings by which the language of the portal is none that it offers. changed: what of them is new. */
function checkLanguage(stored: Stored, changed: Stored) {
  if (!languageKeys.some((key) => key in changed) || isLanguageOffered(stored)) return;
  throw invalidFields([{ field: "language" in changed ? "language" : "languages", ...notOffered }]);
}

/** A value as people read it: choices by their names. */
function valueText(say: Say, { type, choices = {} }: Setting, value: string): string {
  if (type === "flag") return isOn(value) ? say("On") : say("Off");
  if (type !== "choice" && type !== "choices") return value;
  return value
    .split(",")
    .map((one) => choices[one]?.(say) ?? one)
    .join(", ");
}

/**
 * Changes settings, all of them or none; null gives one back. Works as stoa_people. Throws 400 with the key of each value that cannot be, and 409 when the portal was
 * changed since the revision named.
 */
export async function saveSettings(
  doer: Doer & { readonly say: Say },
  { revision, values }: { readonly revision: number; readonly values: Readonly<Record<string, string | null>> },
): Promise<Settings> {
  const { db, portal, say } = doer;
  const now = await queries.findSettings(db, portal.id, { forUpdate: true });
  if (now.revision !== revision)
    throw conflict("settings_changed", "Somebody else changed the settings meanwhile. Look at them as they are now, then save again.");
  const errors: FieldError[] = [];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const next: Record<string, unknown> = { ...now.settings };
  for (const [key, text] of Object.entries(values)) {
    const setting = settingOf(key);
    const read = setting === null ? { problem: unknownKey } : text === null ? { value: null } : readSetting(setting, text, say);
    if (setting === null || "problem" in read) {
      errors.push({ field: key, ...("problem" in read ? read.problem : unknownKey) });
      continue;
    }
    const had = ownValueOf(setting, now.settings[key]);
    if (read.value === had) continue;
    before[key] = had;
    after[key] = read.value;
    if (read.value === null) delete next[key];
    else next[key] = read.value;
  }
  if (errors.length > 0) throw invalidFields(errors);
  checkLanguage(next, after);
  if (Object.keys(after).length === 0) return shown(say, now);
  await queries.updateSettings(db, portal.id, {
    revision: now.revision + 1,
    settings: next,
    isLanguageChanged: "language" in after,
  });
  await note(doer, { action: "settings_changed", object: { kind: "portal", id: portal.id }, before, after });
  return shown(say, { revision: now.revision + 1, settings: next });
}

/** What the portal has set itself; what everybody has by default is not in it, but for its language where it says which it offers: that has to be one of them elsewhere, too. */
export async function fileOf({ db, portal }: Pick<Context, "db" | "portal">): Promise<Result<typeof settingsFile>> {
  const { name, settings } = await queries.findSettings(db, portal.id);
  const own = registry.flatMap(([key, setting]) => {
    const value = ownValueOf(setting, settings[key]);
    return value === null ? [] : [[key, value] as const];
  });
  const inFile = Object.fromEntries(own);
  const language = "languages" in inFile && { language: settingText(effectiveSettings(settings), "language") };
  return { format: fileFormat, portal: name, settings: { ...inFile, ...language } };
}

/** What a file would change, and what of it cannot be. Throws 400 for a file of another kind or version. */
export async function checkFile(
  { db, portal, say, language }: Pick<Context, "db" | "portal" | "say" | "language">,
  file: { readonly format: string; readonly settings: Stored },
): Promise<Result<typeof checkSettingsFile>> {
  if (file.format !== fileFormat)
    throw invalid(
      "format",
      "other_format",
      "This is no file of settings that this version reads. Take one from the page Settings of another portal.",
    );
  const { settings } = await queries.findSettings(db, portal.id);
  let changes: Result<typeof checkSettingsFile>["changes"] = [];
  const problems: Result<typeof checkSettingsFile>["problems"] = [];
  for (const [key, text] of Object.entries(file.settings)) {
    const setting = settingOf(key);
    const read =
      setting === null ? { problem: unknownKey } : typeof text === "string" ? readSetting(setting, text, say) : { problem: noText };
    if (setting === null || "problem" in read) {
      const { text: sentence, params } = "problem" in read ? read.problem : unknownKey;
      problems.push({ key, message: wordsOf(language, sentence, params) });
      continue;
    }
    const row = rowOf(say, key, setting, settings);
    // A portal always has a language of its own: the same is no change.
    if ((row.origin === "portal" || key === "language") && row.value === read.value) continue;
    const [fromText, toText] = [valueText(say, setting, row.value), valueText(say, setting, read.value)];
    changes.push({ key, title: row.title, from: row.value, to: read.value, fromText, toText });
  }
  const ofLanguage = changes.filter(({ key }) => languageKeys.some((one) => one === key));
  if (ofLanguage.length > 0 && !isLanguageOffered({ ...settings, ...Object.fromEntries(changes.map(({ key, to }) => [key, to])) })) {
    changes = changes.filter((one) => !ofLanguage.includes(one));
    problems.push(...ofLanguage.map(({ key }) => ({ key, message: wordsOf(language, notOffered.text) })));
  }
  return { changes, problems };
}
