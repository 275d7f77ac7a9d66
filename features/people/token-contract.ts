import * as z from "zod/mini";
import { Token } from "#features/tokens/contract.ts";
import { endpoint } from "#platform/contract.ts";

export const listPersonTokens = endpoint({
  method: "GET",
  path: "/rest/people/:userId/tokens",
  summary: "The API tokens of a person in this portal, newest first.",
  params: z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: z.object({ tokens: z.array(Token) }),
});

export const revokePersonToken = endpoint({
  method: "POST",
  path: "/rest/people/:userId/tokens/:tokenId/revoke",
  summary: "Revokes an API token of a person. It works from the next call on.",
  params: z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)), tokenId: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: z.object({ tokenId: z.int() }),
});
