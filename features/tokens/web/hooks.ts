import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../contract.ts";

/** The person's own API tokens, and the scopes that they can give. */
export const tokensQuery = queryOptions({ queryKey: ["tokens"], queryFn: ({ signal }) => call(api.listTokens, undefined, { signal }) });

/** Makes a token; its secret comes with the answer and is kept nowhere. */
export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.makeToken>["body"]) => call(api.makeToken, { body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) => call(api.revokeToken, { params: { tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
