import type { Environment } from "../contract.ts";

type Theme = Environment["Preferences"]["Theme"];

/** Applies a theme. The server has already written the person's own into the page, so nothing flashes. System follows the device. */
export function keepTheme(theme: Theme | undefined) {
  if (!theme) return;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
