import type { Db } from "#platform/db/connect.ts";
import { momentsBefore } from "./moments.ts";

/** Invitations of a demo portal, one in each state that needs no letter: sent, opened, over, withdrawn. Nobody has their links. */
export async function insertInvitations(db: Db, { portalId, givenBy, now }: { portalId: number; givenBy: number; now: Date }) {
  const before = momentsBefore(now);
  const made = (email: string, days: number, lives: number, more: object = {}) => ({
    portal_id: portalId,
    email,
    given_by: givenBy,
    made_at: before(days),
    sent_at: before(days),
    expires_at: before(days - lives),
    ...more,
  });
  await db
    .insertInto("invitations")
    .values([
      made("priya.nair@partner.example", 1, 14),
      made("lukas.berg@partner.example", 3, 14, { opened_at: before(2), effects: JSON.stringify({ role: aManager }) }),
      made("sofia.marino@partner.example", 20, 7),
      made("tom.obrien@partner.example", 9, 14, { withdrawn_at: before(8) }),
    ])
    .execute();
}

const aManager = { role: "Manager", copyId: null, scope: { kind: "portal" }, days: null };
