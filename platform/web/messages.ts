import type { Messages } from "@lingui/core";

const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  de: () => import("../../locales/de.po"),
  pseudo: () => import("../../locales/pseudo.po"),
};

/** The words of a locale; a region falls to its language. English is in the screens themselves, and stands in where a language has no word. */
export async function loadMessages(locale: string): Promise<Messages> {
  const load = catalogues[locale] ?? catalogues[locale.split("-")[0] ?? ""];
  return load ? (await load()).messages : {};
}
