import { i18n, type Messages } from "@lingui/core";

/** In development one page serves all languages, so messages come from a file; a built bundle needs only those of the test locale. */
const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  pseudo: () => import("../../locales/pseudo.po"),
  ...(import.meta.env.DEV && { de: () => import("../../locales/de.po") }),
};

/** The messages of a locale that take precedence over those in the code. A built bundle has one language and needs none (app/build-messages.ts). */
async function loadMessages(locale: string): Promise<Messages> {
  const load = catalogues[locale] ?? catalogues[locale.split("-")[0] ?? ""];
  return load ? (await load()).messages : {};
}

/** Loads the messages of a locale and makes it the page's. Called once, before anything is rendered. */
export async function startLocale(locale: string): Promise<void> {
  i18n.loadAndActivate({ locale, messages: await loadMessages(locale) });
}
