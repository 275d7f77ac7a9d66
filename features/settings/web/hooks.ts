import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { knownEnvironment, refreshEnvironment, writeEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => call(api.getSettings, undefined, { signal }),
});

/** Saves changed settings; the page around them shows them at once. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { revision: number; values: Record<string, string | null> }) =>
      writeEnvironment(() => call(api.saveSettings, { body })),
    onSuccess: async (saved) => {
      const before = knownEnvironment(client)?.Preferences.Locale;
      client.setQueryData(settingsQuery.queryKey, saved);
      await refreshEnvironment(client);
      // The page has one language: it comes anew in the one that holds now.
      if (knownEnvironment(client)?.Preferences.Locale !== before) location.reload();
    },
  });
}

/** Asks what a file of settings would change. Throws a refusal for a file that is none. */
export function useCheckFile() {
  return useMutation({
    mutationFn: async (file: File) => {
      // What is no JSON is a file of another kind.
      const said = await file
        .text()
        .then((text): unknown => JSON.parse(text))
        .catch(() => null);
      const { format, settings } = (typeof said === "object" && said !== null ? said : {}) as Record<string, unknown>;
      return call(api.checkSettingsFile, {
        body: {
          format: typeof format === "string" ? format.slice(0, 60) : "",
          settings: typeof settings === "object" && settings !== null ? (settings as Record<string, unknown>) : {},
        },
      });
    },
  });
}
