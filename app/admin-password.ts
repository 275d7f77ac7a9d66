import { longestPassword, shortestPassword } from "#features/auth/password-policy.ts";
import { weakness } from "#features/auth/server/weak-passwords.ts";
import type { Config } from "#platform/config.ts";

/** Why STOA_ADMIN_PASSWORD is no password of this product, as sentences: the rule is that of every other password. Empty when it is one, or unset. */
export function adminPasswordProblems({ adminEmail = "", adminPassword, productName }: Config): string[] {
  if (adminPassword === undefined) return [];
  if (adminPassword.length < shortestPassword) return [`STOA_ADMIN_PASSWORD must have at least ${shortestPassword} characters.`];
  if (adminPassword.length > longestPassword) return [`STOA_ADMIN_PASSWORD must have at most ${longestPassword} characters.`];
  const weak = weakness(adminPassword, [adminEmail.toLowerCase(), productName]);
  return weak ? [`STOA_ADMIN_PASSWORD cannot be used. ${weak.text}`] : [];
}
