import { useEnvironment } from "#features/portal/web/environment.ts";

/** Whether this person wants single-key shortcuts (WCAG 2.1.4: they can be switched off in My account). */
export const useShortcutsOn = (): boolean => useEnvironment().Preferences.Shortcuts;
