import { effectiveSettings } from "#features/portal/server/effective-settings.ts";
import { settingNumber, settingOn } from "#features/portal/setting-values.ts";
import type { Db } from "#platform/db/connect.ts";
import type { PasswordPolicy } from "../password-policy.ts";
import type { SignInSettings } from "../sign-in-settings.ts";

/** How people sign in to a portal, from what it has stored. */
export const signInSettings = (stored: unknown): SignInSettings => signInSettingsOf(effectiveSettings(stored as Record<string, unknown>));

/** The same from the values in force. */
export function signInSettingsOf(values: ReturnType<typeof effectiveSettings>): SignInSettings {
  return {
    factorRoles: [
      ...(settingOn(values, "factorForEveryone") ? (["Student"] as const) : []),
      ...(settingOn(values, "factorForAuthors") ? (["Author"] as const) : []),
      ...(settingOn(values, "factorForManagers") ? (["Manager"] as const) : []),
      ...(settingOn(values, "factorForAdmins") ? (["Admin"] as const) : []),
    ],
    factorGraceDays: settingNumber(values, "factorGraceDays"),
    trustedDays: settingNumber(values, "trustedBrowserDays"),
  };
}

/** What a portal asks of passwords, from what it has stored. */
export const passwordPolicy = (stored: unknown): PasswordPolicy => passwordPolicyOf(effectiveSettings(stored as Record<string, unknown>));

/** The same from the values in force. */
export function passwordPolicyOf(values: ReturnType<typeof effectiveSettings>): PasswordPolicy {
  return {
    minLength: settingNumber(values, "passwordMinLength"),
    history: settingNumber(values, "passwordHistory"),
    maxDays: settingNumber(values, "passwordMaxDays"),
  };
}

/** How people sign in to a portal. */
export async function findSettings(db: Db, portalId: number): Promise<SignInSettings> {
  const { settings } = await db.selectFrom("portals").select("settings").where("id", "=", portalId).executeTakeFirstOrThrow();
  return signInSettings(settings);
}
