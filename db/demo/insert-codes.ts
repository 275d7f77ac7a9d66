import { newWords } from "#features/codes/server/word-keeping.ts";
import type { Effects } from "#features/codes/effects/effects.ts";
import type { Db } from "#platform/db/connect.ts";

interface DemoCode {
  readonly label: string;
  readonly effects: Effects;
  readonly seats: number | null;
  /** Codes for one use each; else one for all. */
  readonly batch?: number;
  readonly isNew: boolean;
  /** In days from now. */
  readonly opens: number;
  readonly closes: number;
  /** Who used it; what they got of its group. */
  readonly users: readonly number[];
}

interface Place {
  readonly portalId: number;
  readonly timeZone: string;
  /** Who made the codes: an admin of the portal. */
  readonly makerId: number;
  readonly secret: string;
  readonly now: Date;
}

/**
 * Inserts authorization codes: an open one that leads into a group and a course, one whose time is over, and a batch. The words are random, as everywhere: a code that
 * stands in the source would open every demo.
 */
export async function insertCodes(
  db: Db,
  { portalId, timeZone, makerId, secret, now }: Place,
  { group, courseId }: { readonly group: { readonly id: number; readonly name: string }; readonly courseId: number },
): Promise<void> {
  const gives = { groups: { groupIds: [group.id] }, courses: { courseIds: [courseId], dueDays: 30 } };
  const members = await db
    .selectFrom("group_members")
    .select("user_id")
    .where("portal_id", "=", portalId)
    .where("group_id", "=", group.id)
    .where("user_id", "!=", makerId)
    .orderBy("user_id")
    .limit(3)
    .execute();
  const used = members.map((one) => one.user_id);
  const codes: readonly DemoCode[] = [
    { label: "Welcome aboard", effects: gives, seats: 40, isNew: true, opens: -20, closes: 120, users: used },
    {
      label: "Open house",
      effects: { groups: gives.groups },
      seats: null,
      isNew: true,
      opens: -200,
      closes: -140,
      users: used.slice(0, 1),
    },
    {
      label: "Vouchers for the partner firm",
      effects: { courses: gives.courses },
      seats: 12,
      batch: 12,
      isNew: true,
      opens: -3,
      closes: 90,
      users: [],
    },
  ];
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  for (const { label, effects, seats, batch, isNew, opens, closes, users } of codes) {
    const { id } = await db
      .insertInto("authorization_codes")
      .values({
        portal_id: portalId,
        label,
        effects: JSON.stringify(effects),
        seats,
        taken: users.length,
        state: "active",
        opens_at: at(opens),
        closes_at: at(closes),
        time_zone: timeZone,
        admits_new: isNew,
        given_by: makerId,
        made_by: makerId,
        made_at: at(opens),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const words = await db
      .insertInto("authorization_code_words")
      .values(
        newWords(secret, portalId, batch ?? 1).map((word) => ({
          ...word,
          portal_id: portalId,
          code_id: id,
          seats: batch === undefined ? null : 1,
          taken: users.length,
        })),
      )
      .returning("id")
      .execute();
    const [word] = words;
    if (!word) throw new Error("A code has a word.");
    if (users.length > 0)
      await db
        .insertInto("authorization_code_uses")
        .values(
          users.map((userId, nth) => ({
            portal_id: portalId,
            code_id: id,
            word_id: word.id,
            user_id: userId,
            is_new: nth === 0,
            granted: JSON.stringify({ groups: { groups: [{ id: group.id, name: group.name }] } }),
            used_at: at(opens + 2 + nth),
          })),
        )
        .execute();
  }
}
