import { portalSettings } from "#features/portal/settings.ts";
import type { Db } from "#platform/db/connect.ts";
import { languageOf } from "#platform/languages.ts";

const usualLanguage = portalSettings.language.fallback;

/** What the portal has set itself, its language too, which stands in a column of its own; with its row locked where it is to be changed. */
export const findSettings = async (db: Db, portalId: number, { forUpdate = false } = {}) => {
  const query = db.selectFrom("portals").select(["name", "revision", "settings", "locale"]).where("id", "=", portalId);
  const { locale, ...row } = await (forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow();
  const language = languageOf(locale);
  const settings = { ...(row.settings as Readonly<Record<string, unknown>>), ...(language !== usualLanguage && { language }) };
  return { ...row, settings: settings as Readonly<Record<string, unknown>> };
};

/** Keeps the settings of a portal, and its language where that is changed; as stoa_people, which may change this of its own portal. */
export const updateSettings = (
  db: Db,
  portalId: number,
  {
    revision,
    settings: { language = usualLanguage, ...settings },
    isLanguageChanged,
  }: { readonly revision: number; readonly settings: Readonly<Record<string, unknown>>; readonly isLanguageChanged: boolean },
) =>
  db
    .updateTable("portals")
    .set({ settings: JSON.stringify(settings), ...(isLanguageChanged && { locale: String(language) }), revision })
    .where("id", "=", portalId)
    .executeTakeFirstOrThrow();
