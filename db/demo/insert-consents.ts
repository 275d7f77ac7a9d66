import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Texts that were terms of a portal once. None are in force, so nobody who tries the demo is asked. */
const texts = [
  "You use this portal for your training. Your manager sees which courses you take and how you do in them.",
  "You use this portal for your training. Your manager sees which courses you take and how you do in them. We keep your results for as long as you work with us, and give you a copy when you ask for one.",
];

/** Lets the people of a portal have agreed to its former terms: to the first version when they joined, to the second at a sign-in later. */
export async function insertConsents(db: Db, { portalId, madeBy, now }: { portalId: number; madeBy: number; now: Date }) {
  await sql`insert into registration_settings (portal_id, terms_version) values (${portalId}, ${texts.length})`.execute(db);
  await sql`insert into registration_terms (portal_id, version, terms, made_by)
    select ${portalId}, n, text, ${madeBy} from unnest(${texts}::text[]) with ordinality as t(text, n)`.execute(db);
  await sql`insert into terms_acceptances (portal_id, user_id, version, via, accepted_at, ip, device)
    select m.portal_id, m.user_id, v.version, v.via, least(m.joined_at + v.later, ${now}::timestamptz), v.ip, v.device
    from memberships m cross join (values (1, 'registration', interval '0', '203.0.113.24', 'Firefox, Windows'),
      (2, 'sign_in', interval '20 days', '198.51.100.7', 'Safari, iPhone')) as v (version, via, later, ip, device)
    where m.portal_id = ${portalId} and (v.version = 1 or m.joined_at < ${now}::timestamptz - interval '30 days')`.execute(db);
}
