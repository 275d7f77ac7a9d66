import type { Messages } from "@lingui/core";

const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  en: () => import("../../locales/en.po"),
  pseudo: () => import("../../locales/pseudo.po"),
};

/** The words of a locale; a region falls to its language, and a language nobody translated yet to English. */
export async function loadMessages(locale: string): Promise<Messages> {
  const load = catalogues[locale] ?? catalogues[locale.split("-")[0] ?? ""] ?? catalogues.en;
  return load ? (await load()).messages : {};
}
