import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { scopes } from "./scopes.ts";

/** Days that a token works when nothing else is chosen, and the most. */
export const usualDays = 90;
export const mostDays = 365;
export const longestTokenName = 80;

/** A token as it is listed; of the secret itself nothing but the beginning is known. */
export const Token = z.object({
  id: z.int(),
  name: z.string(),
  /** How its secret begins. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Up to a minute behind. */
  lastUsedAt: z.nullable(z.string()),
  lastIp: z.nullable(z.string()),
});
export type Token = z.infer<typeof Token>;

export const listTokens = endpoint({
  method: "GET",
  path: "/rest/tokens",
  summary: "The API tokens of the person asking in this portal, newest first, and the scopes that they can give to one.",
  response: z.object({ tokens: z.array(Token), offered: z.array(z.enum(scopes)) }),
});

export const makeToken = endpoint({
  method: "POST",
  path: "/rest/tokens",
  summary: "Makes an API token for the person asking. Its secret is told this one time.",
  body: z.object({
    name: z.pipe(
      z.string(words("Give the token a name.")).check(
        z.refine((value) => value.trim() !== "", { ...words("Give the token a name."), params: { code: "too_small", minimum: 1 } }),
        z.refine((value) => [...value.trim()].length <= longestTokenName, {
          ...words("Use at most {maximum} characters for the name."),
          params: { code: "too_big", maximum: longestTokenName },
        }),
      ),
      z.transform((value: string) => value.trim()),
    ),
    scopes: z
      .array(z.enum(scopes, words("Choose from the list what the token may do.")))
      .check(z.minLength(1, words("Choose what the token may do."))),
    days: z.int(words("Choose how long the token works.")).check(z.gte(1), z.lte(mostDays)),
  }),
  response: z.object({ token: Token, secret: z.string() }),
});

export const revokeToken = endpoint({
  method: "POST",
  path: "/rest/tokens/:tokenId/revoke",
  summary: "Revokes one of the person's own API tokens. It works from the next call on.",
  params: z.object({ tokenId: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: z.object({ tokenId: z.int() }),
});
