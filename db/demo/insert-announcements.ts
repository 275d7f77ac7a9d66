import { sql } from "kysely";
import { showInPortal } from "#features/announcements/server/queries.ts";
import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";
import { momentsBefore } from "./moments.ts";

export interface DemoText {
  readonly title: string;
  readonly html: string;
}
/** An announcement of the demo. Days before now for its dates; a negative number lies ahead. */
export interface DemoAnnouncement {
  readonly en: DemoText;
  readonly de?: DemoText;
  /** The name of a group of the demo, for whose members it is. */
  readonly group?: string;
  readonly isDraft?: true;
  readonly isPinned?: true;
  readonly isImportant?: true;
  readonly starts?: number;
  readonly ends?: number;
  /** How many of those it is for confirmed it, of three; only then people confirm it at all. */
  readonly confirmedOfThree?: number;
}

interface Of {
  readonly portalId: number;
  readonly zone: string;
  readonly groupIds: ReadonlyMap<string, number>;
  readonly madeBy: number;
  readonly now: Date;
}

/** Inserts a portal's announcements, with who has read those that are over. */
export async function insertAnnouncements(
  db: Db,
  { portalId, zone, groupIds, madeBy, now }: Of,
  announcements: readonly DemoAnnouncement[],
) {
  const daysAgo = momentsBefore(now);
  const at = (days: number | undefined) => (days === undefined ? null : daysAgo(days));
  const rows = announcements.map(({ en, de, group, isDraft, isPinned, isImportant, starts, ends, confirmedOfThree }) => ({
    portal_id: portalId,
    texts: { en, de: de ?? null },
    audience: group === undefined ? null : { kind: "all", of: [{ kind: "group", groupIds: [groupIds.get(group)] }] },
    starts_at: at(starts),
    ends_at: at(ends),
    time_zone: zone,
    must_read: confirmedOfThree !== undefined,
    is_pinned: isPinned === true,
    is_important: isImportant === true,
    status: isDraft ? "draft" : "published",
    asked_at: isDraft ? null : daysAgo(Math.max(starts ?? 0, 2) + 1),
    made_by: madeBy,
    made_at: daysAgo(Math.max(starts ?? 0, 2) + 2),
    changed_at: daysAgo(Math.max(starts ?? 0, 2) + 1),
  }));
  const made = await insertRows<{ id: number }>(
    db,
    "announcements",
    {
      portal_id: "bigint",
      texts: "jsonb",
      audience: "jsonb",
      starts_at: "timestamptz",
      ends_at: "timestamptz",
      time_zone: "text",
      must_read: "boolean",
      is_pinned: "boolean",
      is_important: "boolean",
      status: "text",
      asked_at: "timestamptz",
      made_by: "bigint",
      made_at: "timestamptz",
      changed_at: "timestamptz",
    },
    rows,
    ["id"],
  );
  for (const [nth, { group, confirmedOfThree, starts = 0, ends = 0 }] of announcements.entries()) {
    if (confirmedOfThree === undefined || group === undefined) continue;
    // Of three people two have opened it, and some of them confirmed it.
    await sql`insert into announcement_receipts (portal_id, announcement_id, user_id, read_at, confirmed_at)
      select portal_id, ${Number(made[nth]?.id)}::bigint, user_id, ${daysAgo(starts)}::timestamptz + nth * interval '7 minutes',
        case when nth % 3 < ${confirmedOfThree}::int then ${daysAgo((starts + ends) / 2)}::timestamptz + nth * interval '11 minutes' end
      from (select m.*, row_number() over (order by user_id) as nth from group_members m where portal_id = ${portalId} and group_id = ${groupIds.get(group) ?? 0}) m
      where nth % 3 < 2`.execute(db);
  }
  await showInPortal(db, portalId);
}
