import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { outcomeColumn, wasUndone } from "#features/history/server/service.ts";
import { type consentsList, GroupChange, mostAttempts, PersonAttempt, PersonGroup, signInKinds } from "../record-contract.ts";

const nameOf = (alias: string) => sql`nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), '')`;

const AttemptRow = z.extend(PersonAttempt, { startedAt: z.date(), activeAt: z.nullable(z.date()), completedAt: z.nullable(z.date()) });

/** Every attempt of a person, newest first. */
export const listAttempts = async (db: Db, portalId: number, userId: number) =>
  (
    await typed(AttemptRow)`
      select p.attempt_id as "attemptId", p.course_id as "courseId", c.type, c.title, p.number, v.number as version, p.started_at as "startedAt",
        nullif(t.last_activity_at, '-infinity') as "activeAt", p.completed_at as "completedAt", p.percent, p.score_percent as "scorePercent", ${outcomeColumn},
        not s.active as "accessEnded", p.set_aside as "isSetAside",
        (select ${nameOf("u")} from corrections d join users u on u.id = d.made_by
          where d.portal_id = p.portal_id and d.attempt_id = p.attempt_id and d.kind in ('complete', 'attempt') limit 1) as "enteredBy",
        exists (select from scorm_calls k where k.portal_id = p.portal_id and k.attempt_id = p.attempt_id) as "hasLog"
      from attempt_progress p
      join courses c on c.portal_id = p.portal_id and c.id = p.course_id
      join course_versions v on v.portal_id = p.portal_id and v.id = p.version_id
      join enrolment_standing s on s.portal_id = p.portal_id and s.user_id = p.user_id and s.enrolment_id = p.enrolment_id
      left join attempt_states t on t.portal_id = p.portal_id and t.attempt_id = p.attempt_id
      where p.portal_id = ${portalId} and p.user_id = ${userId} and s.portal_id = ${portalId} and s.user_id = ${userId}
        and not ${wasUndone}
      order by p.started_at desc, p.attempt_id desc limit ${mostAttempts}`.execute(db)
  ).rows;

/** What a person agreed to in a portal, by when. */
export const consentsOf = (portalId: number, userId: number, { q, sort }: Omit<ListRequest<typeof consentsList>, "page">): ListSql => {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`position(folded(${word}) in folded(coalesce(t.terms, ''))) > 0`);
  return {
    with: sql`hits as (
      select a.version, a.accepted_at as at, a.via, a.ip, a.device, coalesce(t.terms, '') as terms
      from terms_acceptances a left join registration_terms t on t.portal_id = a.portal_id and t.version = a.version
      where a.portal_id = ${portalId} and a.user_id = ${userId} ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``})`,
    order: sort === "at" ? sql`at, version` : sql`at desc, version desc`,
    items: sql`select shown.*, exists (select from registration_settings s
        where s.portal_id = ${portalId} and s.terms <> '' and s.terms_version = shown.version) as "isInForce" from shown`,
  };
};

const GroupRow = z.extend(z.omit(PersonGroup, { canLeave: true }), { joinedAt: z.date(), isActive: z.boolean() });

/** The groups that a person is in now, by name. isReached: whether the one who asks reaches a group, as SQL. */
export const listGroups = async (db: Db, portalId: number, userId: number, isReached: RawBuilder<boolean>) =>
  (
    await typed(GroupRow)`
      select g.id, g.name, g.kind, m.cause,
        array(select v.name from groups v where v.portal_id = m.portal_id and v.id = any(m.via_ids) order by lower(v.name)) as via,
        ${nameOf("a")} as "addedBy", m.joined_at as "joinedAt", ${isReached} as "isReached", g.status = 'active' as "isActive"
      from group_members m
      join groups g on g.portal_id = m.portal_id and g.id = m.group_id
      left join users a on a.id = m.added_by
      where m.portal_id = ${portalId} and m.user_id = ${userId} and g.status <> 'deleted'
      order by lower(g.name), g.id`.execute(db)
  ).rows;

const HistoryRow = z.extend(GroupChange, { at: z.date() });

/** The last times that a person joined or left a group. */
export const listGroupHistory = async (db: Db, portalId: number, userId: number) =>
  (
    await typed(HistoryRow)`
      select h.id, g.name as "group", h.at, h.change, h.cause, ${nameOf("a")} as "by"
      from group_history h
      join groups g on g.portal_id = h.portal_id and g.id = h.group_id
      left join users a on a.id = h.actor_id
      where h.portal_id = ${portalId} and h.user_id = ${userId}
      order by h.id desc limit 100`.execute(db)
  ).rows;

const SignInRow = z.object({
  id: z.int(),
  at: z.date(),
  kind: z.enum(signInKinds),
  ip: z.string(),
  device: z.nullable(z.string()),
});

/** The last sign-ins of a person and what belongs to them. */
export const listSignIns = async (db: Db, portalId: number, userId: number) =>
  (
    await typed(SignInRow)`
      select e.id, e.at, e.action as kind, e.ip, e.after ->> 'device' as device
      from audit_events e
      where e.portal_id = ${portalId} and e.action = any(${[...signInKinds]}::text[])
        and ((e.object_kind = 'user' and e.object_id = ${userId}) or (e.actor_id = ${userId} and e.object_kind is null))
      order by e.id desc limit 100`.execute(db)
  ).rows;
