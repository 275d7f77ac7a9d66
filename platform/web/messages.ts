import { i18n, type I18n, type MessageDescriptor, type MessageOptions, type Messages } from "@lingui/core";
import { asWritten } from "../words.ts";

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

type Values = Record<string, unknown>;

/** Makes an I18n show texts among its values as they are (asWritten). Once only: a second time would escape them twice. */
export function showValuesAsWritten(of: I18n): void {
  const translate = of._.bind(of) as (id: string | MessageDescriptor, values?: Values, options?: MessageOptions) => string;
  const escaped: typeof translate = (id, values, options) =>
    typeof id === "string"
      ? translate(id, values && asWritten(values), options)
      : translate({ ...id, ...(id.values && { values: asWritten(id.values) }) });
  Object.assign(of, { _: escaped, t: escaped });
}

/** Loads the messages of a locale and makes it the page's. Called once, before anything is rendered. */
export async function startLocale(locale: string): Promise<void> {
  showValuesAsWritten(i18n);
  i18n.loadAndActivate({ locale, messages: await loadMessages(locale) });
}
