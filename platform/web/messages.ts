import type { Messages } from "@lingui/core";

/** While developing one page stands for all languages, so its words come in a file; in the bundle only those that tests show. */
const catalogues: Record<string, () => Promise<{ messages: Messages }>> = {
  pseudo: () => import("../../locales/pseudo.po"),
  ...(import.meta.env.DEV && { de: () => import("../../locales/de.po") }),
};

/** Words that go before those in the code. A built bundle speaks one language, and needs none (app/build-messages.ts). */
export async function loadMessages(locale: string): Promise<Messages> {
  const load = catalogues[locale] ?? catalogues[locale.split("-")[0] ?? ""];
  return load ? (await load()).messages : {};
}
