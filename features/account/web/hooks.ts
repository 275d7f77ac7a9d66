import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { patchEnvironment, refreshEnvironment, writeEnvironment } from "#features/portal/web/environment.ts";
import { keepTheme } from "#features/portal/web/theme.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import * as api from "../contract.ts";

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => call(api.getAccount, undefined, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => call(api.listSessions, undefined, { signal }),
});

/** Saves the profile form. The header and all dates update at once; another language reloads the page. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.saveProfile>["body"]) => call(api.saveProfile, { body }),
    onSuccess: async (saved) => {
      const before = client.getQueryData(accountQuery.queryKey);
      const languageOf = (account: api.Account | undefined) => account && (account.locale ?? account.portal.locale);
      client.setQueryData(accountQuery.queryKey, saved);
      await refreshEnvironment(client, { reload: before !== undefined && languageOf(before) !== languageOf(saved) });
    },
  });
}

/** Saves theme or shortcuts: shown at once, and reverted with the reason when the server refuses. */
export function useSavePreferences(onError: (error: Error) => void) {
  const client = useQueryClient();
  const show = (change: Partial<Pick<api.Account, "theme" | "shortcuts">>) => {
    client.setQueryData(accountQuery.queryKey, (known) => known && { ...known, ...change });
    patchEnvironment(client, (known) => ({
      ...known,
      Preferences: {
        ...known.Preferences,
        ...(change.theme !== undefined && { Theme: change.theme }),
        ...(change.shortcuts !== undefined && { Shortcuts: change.shortcuts }),
      },
    }));
    keepTheme(change.theme);
  };
  return useMutation({
    // One after another, so that the last choice wins.
    scope: { id: "account-preferences" },
    mutationFn: (body: Input<typeof api.savePreferences>["body"]) => writeEnvironment(() => call(api.savePreferences, { body })),
    onMutate: (change) => {
      const before = client.getQueryData(accountQuery.queryKey);
      show(change);
      return before && { theme: before.theme, shortcuts: before.shortcuts };
    },
    onError: (error, _, before) => {
      if (before) show(before);
      onError(error);
    },
  });
}

/** Ends one other session or all others, then lists the remaining ones. */
export function useSignOutSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.signOutSessions>["body"]) => call(api.signOutSessions, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
