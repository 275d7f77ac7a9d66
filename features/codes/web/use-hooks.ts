import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { lookAtCode, redeemCode } from "../contract.ts";

/** What the person asking would get by a code; asked anew each time, because seats are taken and time passes. */
export const lookQuery = (code: string) =>
  queryOptions({
    queryKey: ["codes", "look", code],
    queryFn: () => call(lookAtCode, { body: { code } }),
    retry: false,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

/** Uses a code. What it gives may be shown anywhere: courses, groups, fields, and the roles of the account menu. */
export function useRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(redeemCode, { body: { code } }),
    onSuccess: (_, code) => {
      client.removeQueries({ queryKey: lookQuery(code).queryKey });
      return client.invalidateQueries();
    },
  });
}
