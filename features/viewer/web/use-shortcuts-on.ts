import { useEnvironment } from "#features/portal/web/environment.ts";

/** Whether this person wants single-key shortcuts (WCAG 2.1.4: they can be turned off in My account). On unless turned off. */
export function useShortcutsOn(): boolean {
  const environment: object = useEnvironment();
  if (!("Preferences" in environment)) return true;
  const preferences = environment.Preferences;
  return !(typeof preferences === "object" && preferences !== null && "Shortcuts" in preferences && preferences.Shortcuts === false);
}
