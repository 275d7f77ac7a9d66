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

type Chosen = Input<typeof api.saveProfile>["body"] & Pick<api.Account, "theme" | "shortcuts">;

/** Saves the account form. Theme, header and all dates update at once; another language reloads the page. */
export function useSaveAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ theme, shortcuts, ...profile }: Chosen) => {
      const saved = await call(api.saveProfile, { body: profile });
      if (saved.theme === theme && saved.shortcuts === shortcuts) return saved;
      return writeEnvironment(() => call(api.savePreferences, { body: { theme, shortcuts } }));
    },
    onSuccess: async (saved) => {
      const before = client.getQueryData(accountQuery.queryKey);
      const languageOf = (account: api.Account | undefined) => account && (account.locale ?? account.portal.locale);
      client.setQueryData(accountQuery.queryKey, saved);
      patchEnvironment(client, (known) => ({
        ...known,
        Preferences: { ...known.Preferences, Theme: saved.theme, Shortcuts: saved.shortcuts },
      }));
      keepTheme(saved.theme);
      await refreshEnvironment(client, { reload: before !== undefined && languageOf(before) !== languageOf(saved) });
    },
    // The first of the two calls may have been saved.
    onError: () => client.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true }),
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
