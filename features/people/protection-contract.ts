import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });
const reason = z
  .string(words("Say why, in a few words."))
  .check(z.trim(), z.minLength(1, words("Say why, in a few words.")), z.maxLength(500, words("Use at most {maximum} characters.")));

/** What protects a person's account besides the password, as an admin sees it. */
export const Protection = z.object({
  totpSince: z.nullable(z.string()),
  recoveryLeft: z.nullable(z.int()),
  /** In all portals of theirs. */
  passkeys: z.int(),
  /** Whether sign-ins from new places wait, because there were too many wrong passwords. */
  isSlowed: z.boolean(),
});
export type Protection = z.infer<typeof Protection>;

export const getProtection = endpoint({
  method: "GET",
  path: "/rest/people/:userId/protection",
  summary: "Which second factors a person has, and whether wrong passwords slow their sign-in down.",
  params: person,
  response: Protection,
});

export const resetProtection = endpoint({
  method: "POST",
  path: "/rest/people/:userId/protection/reset",
  summary: "Removes a person's second factors, with a reason, signs them out everywhere and tells them.",
  params: person,
  body: z.object({ reason }),
  response: z.object({ removed: z.boolean() }),
});

export const unlockSignIn = endpoint({
  method: "POST",
  path: "/rest/people/:userId/unlock",
  summary: "Lets a person sign in at once after too many wrong passwords.",
  params: person,
  response: z.object({ unlocked: z.boolean() }),
});
