import { passwordProblem, productPolicy } from "#features/auth/server/new-password.ts";
import { wordsOf } from "#platform/catalogue.ts";
import type { Config } from "#platform/config.ts";

/** Why STOA_ADMIN_PASSWORD is no password of this product, as sentences: the rule is that of every other password. Empty when it is one, or unset. */
export async function adminPasswordProblems({ adminEmail = "", adminPassword, productName }: Config): Promise<string[]> {
  if (adminPassword === undefined) return [];
  const problem = await passwordProblem(adminPassword, { policy: productPolicy, known: [adminEmail.toLowerCase(), productName] });
  return problem ? [`STOA_ADMIN_PASSWORD cannot be used. ${wordsOf("en", problem.text, problem.params)}`] : [];
}
