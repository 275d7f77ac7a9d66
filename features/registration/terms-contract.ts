import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

export const termsDue = endpoint({
  method: "GET",
  path: "/rest/registration/terms",
  summary:
    "The terms of the portal that the person asking has to agree to before anything else; version 0 where there are none to agree to.",
  response: z.object({ terms: z.string(), version: z.int() }),
});

export const acceptTerms = endpoint({
  method: "POST",
  path: "/rest/registration/terms",
  summary: "Agrees to the terms of the portal, in the version that was read. Leads on to the page that was wanted.",
  body: z.object({
    version: z.int(words("A version is a number.")),
    returnUrl: z.nullish(z.string().check(z.maxLength(4000, words("This address is too long.")))),
  }),
  response: z.object({ redirect: z.string() }),
});
