import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

/** How the portal arranges its dashboards, as it is stored; with its row locked where it is to be changed. */
export async function findWidgets(db: Db, portalId: number, { forUpdate = false } = {}): Promise<unknown> {
  const query = db.selectFrom("portals").select("widgets").where("id", "=", portalId);
  return (await (forUpdate ? query.forUpdate() : query).executeTakeFirstOrThrow()).widgets;
}

/** Keeps it; as stoa_people, which may change this of its own portal. */
export const updateWidgets = (db: Db, portalId: number, widgets: object) =>
  db
    .updateTable("portals")
    .set({ widgets: JSON.stringify(widgets) })
    .where("id", "=", portalId)
    .executeTakeFirstOrThrow();

const Preferences = z.object({ locale: z.nullable(z.string()), timeZone: z.nullable(z.string()) });
/** In which language and time zone somebody reads. */
export async function findPreferences(db: Db, userId: number): Promise<z.infer<typeof Preferences>> {
  const { rows } = await typed(Preferences)`select locale, time_zone as "timeZone" from users where id = ${userId}`.execute(db);
  return rows[0] ?? { locale: null, timeZone: null };
}
