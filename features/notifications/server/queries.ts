import * as z from "zod/mini";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { MailChoices } from "../contract.ts";
import type { MailChoice } from "../event.ts";

type Person = Pick<Actor, "portalId" | "userId">;

const own = (db: Db, { portalId, userId }: Person) =>
  db.selectFrom("notifications").where("portal_id", "=", portalId).where("user_id", "=", userId);

/** The newest notifications of a person. */
export const listNewest = (db: Db, person: Person, most: number) =>
  own(db, person)
    .select(["id", "event", "variables", "created_at as createdAt", "read_at as readAt"])
    .orderBy("id", "desc")
    .limit(most)
    .execute();

/** How many of them are not read. */
export const countUnread = async (db: Db, person: Person) =>
  (
    await own(db, person)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("read_at", "is", null)
      .executeTakeFirstOrThrow()
  ).count;

/** Marks one as read, or all up to one. */
export const markRead = (db: Db, { portalId, userId }: Person, which: { id: number } | { upTo: number }) =>
  db
    .updateTable("notifications")
    .set({ read_at: new Date() })
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where("id", "id" in which ? "=" : "<=", "id" in which ? which.id : which.upTo)
    .execute();

/** What a person has chosen, by event. */
export async function choicesOf(db: Db, { portalId, userId }: Person): Promise<ReadonlyMap<string, MailChoice>> {
  const rows = await db
    .selectFrom("notification_preferences")
    .select(["event", "mail"])
    .where("portal_id", "=", portalId)
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ event, mail }) => [event, mail as MailChoice]));
}

/** Keeps what a person has chosen, of one event or more. */
export const upsertChoices = (db: Db, { portalId, userId }: Person, choices: MailChoices) =>
  db
    .insertInto("notification_preferences")
    .values(Object.entries(choices).map(([event, mail]) => ({ portal_id: portalId, user_id: userId, event, mail })))
    .onConflict((conflict) =>
      conflict.columns(["portal_id", "user_id", "event"]).doUpdateSet(({ ref }) => ({ mail: ref("excluded.mail") })),
    )
    .execute();

const Admin = z.object({ userId: z.int() });
/** Who is told what concerns a portal as a whole: its active admins. */
export const adminsOf = async (db: Db, portalId: number) =>
  (
    await typed(
      Admin,
    )`select m.user_id as "userId" from memberships m where m.portal_id = ${portalId} and m.is_admin and m.status = 'active'`.execute(db)
  ).rows;
