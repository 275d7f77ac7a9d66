import type { Db } from "#platform/db/connect.ts";

/** What the portal has set itself; with its row locked where it is to be changed. */
export const findSettings = async (db: Db, portalId: number, { forUpdate = false } = {}) => {
  const query = db.selectFrom("portals").select(["name", "revision", "settings"]).where("id", "=", portalId);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow();
  return { ...row, settings: row.settings as Readonly<Record<string, unknown>> };
};

/** Keeps the settings of a portal; as stoa_people, which may change this of its own portal. */
export const updateSettings = (
  db: Db,
  portalId: number,
  { revision, settings }: { readonly revision: number; readonly settings: Readonly<Record<string, unknown>> },
) =>
  db
    .updateTable("portals")
    .set({ settings: JSON.stringify(settings), revision })
    .where("id", "=", portalId)
    .executeTakeFirstOrThrow();
