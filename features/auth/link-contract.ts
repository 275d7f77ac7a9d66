import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { Entered, forgotForm } from "./contract.ts";

/** Minutes for which a link to sign in works. */
export const linkMinutes = 15;

export const askForSignInLink = endpoint({
  method: "POST",
  path: "/rest/auth/link",
  summary:
    "Sends a link to sign in to the person of an email, where the portal has switched that on. The answer is the same for everybody.",
  body: z.extend(forgotForm, { returnUrl: z.nullish(z.string().check(z.maxLength(4000, words("This address is too long.")))) }),
  /** isMailed: this installation sends mail; without a mail server nothing leaves it. */
  response: z.object({ minutes: z.int(), isMailed: z.boolean() }),
});

export const useSignInLink = endpoint({
  method: "POST",
  path: "/rest/auth/link/use",
  summary: "Signs in with a link, once, unless a second factor comes first. Opening the link's page uses nothing up.",
  body: z.object({ token: z.string().check(z.maxLength(200, words("This token is too long."))) }),
  response: Entered,
});
