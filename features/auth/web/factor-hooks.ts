import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../factor-contract.ts";
import { sendForm } from "./hooks.ts";

/** What stands between this browser and a session. */
export const stepQuery = queryOptions({
  queryKey: ["auth", "step"],
  queryFn: ({ signal }) => call(api.stepState, undefined, { signal }),
  staleTime: 0,
});

/** The person's own second factors. */
export const factorsQuery = queryOptions({
  queryKey: ["account", "factors"],
  queryFn: ({ signal }) => call(api.myFactors, undefined, { signal }),
});

/** Proves a second factor. Returns where to go. Throws CallError, at the field for a wrong code. */
export const proveFactor = (body: Input<typeof api.proveFactor>["body"]) => sendForm(api.proveFactor, body);

/** A new secret for an authenticator app; the password is needed of somebody signed in. */
export const startTotp = (password?: string) => sendForm(api.startTotp, password === undefined ? {} : { password });

/** Adds the app by a first code. */
export const confirmTotp = (code: string) => sendForm(api.confirmTotp, { code });

/** Removes the authenticator app. */
export const removeTotp = (password: string) => sendForm(api.removeTotp, { password });

/** Gives a passkey another name. */
export const renamePasskey = (passkeyId: number, name: string) => sendForm(api.renamePasskey, { passkeyId, name });

/** Removes a passkey. */
export const removePasskey = (passkeyId: number, password: string) => sendForm(api.removePasskey, { passkeyId, password });

/** Makes new recovery codes. */
export const renewRecovery = (password: string) => sendForm(api.renewRecovery, { password });

/** Asks a browser, or all of them (null), for the second factor again. */
export function useDistrustBrowser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (browserId: number | null) => sendForm(api.distrustBrowser, { browserId }),
    onSettled: () => client.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  });
}
