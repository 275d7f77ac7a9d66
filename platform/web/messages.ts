import type { Messages } from "@lingui/core";

/** In development one page serves all languages, so messages come from a file; a built bundle needs only those of the test locale. */
const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  pseudo: () => import("../../locales/pseudo.po"),
  ...(import.meta.env.DEV && { de: () => import("../../locales/de.po") }),
};

/** The messages of a locale that take precedence over those in the code. A built bundle has one language and needs none (app/build-messages.ts). */
export async function loadMessages(locale: string): Promise<Messages> {
  const load = catalogues[locale] ?? catalogues[locale.split("-")[0] ?? ""];
  return load ? (await load()).messages : {};
}
