import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { newestAttempt } from "#features/progress/server/service.ts";
import { languageOf, languages } from "#platform/languages.ts";
import { typed } from "#platform/db/typed.ts";
import { fits } from "../condition.ts";
import type { Facts } from "../facts.ts";
import type { Place } from "./kind-sql.ts";

const Person = z.object({
  id: z.int(),
  givenName: z.string(),
  familyName: z.string(),
  email: z.string(),
  externalId: z.nullable(z.string()),
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  status: z.enum(["active", "suspended"]),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  joinedAt: z.date(),
  lastSignInAt: z.nullable(z.date()),
});
const EnrolmentRow = z.object({
  userId: z.int(),
  courseId: z.int(),
  isActive: z.boolean(),
  dueAt: z.nullable(z.date()),
  isComplete: z.boolean(),
});
const CompletionRow = z.object({ userId: z.int(), courseId: z.int(), completedAt: z.date() });
const GroupRow = z.object({ userId: z.int(), groupId: z.int() });
const FieldRow = z.object({
  userId: z.int(),
  fieldId: z.int(),
  text: z.nullable(z.string()),
  number: z.nullable(z.number()),
  day: z.nullable(z.string()),
  instant: z.nullable(z.date()),
  optionId: z.nullable(z.int()),
  personId: z.nullable(z.int()),
});

/** What conditions know of some people of a portal, by their ids; somebody who is no member, or a system admin, is left out. */
export async function factsOf(db: Db, place: Place, userIds: readonly number[]): Promise<Map<number, Facts>> {
  const { portalId } = place;
  const ids = [...userIds];
  const people = await typed(Person)`
    select m.user_id as id, u.given_name as "givenName", u.family_name as "familyName", u.email, m.external_id as "externalId",
      u.locale, u.time_zone as "timeZone", m.status, m.is_author as "isAuthor", m.is_manager as "isManager", m.is_admin as "isAdmin", m.joined_at as "joinedAt", m.last_sign_in_at as "lastSignInAt"
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.user_id = any (${ids}::bigint[]) and u.kind = 'person' and not u.is_system_admin`.execute(db);
  const enrolments = await typed(EnrolmentRow)`
    select s.user_id as "userId", s.course_id as "courseId", s.active as "isActive", s.due_at as "dueAt", p.completed_at is not null as "isComplete"
    from enrolment_standing s left join ${newestAttempt}
    where s.portal_id = ${portalId} and s.user_id = any (${ids}::bigint[]) order by s.enrolment_id`.execute(db);
  const completions = await typed(CompletionRow)`
    select user_id as "userId", course_id as "courseId", completed_at as "completedAt" from completions
    where portal_id = ${portalId} and user_id = any (${ids}::bigint[]) order by id`.execute(db);
  const groups = await typed(GroupRow)`
    select user_id as "userId", group_id as "groupId" from group_members
    where portal_id = ${portalId} and user_id = any (${ids}::bigint[]) order by group_id`.execute(db);
  const fields = await typed(FieldRow)`
    select user_id as "userId", field_id as "fieldId", folded(folded) as text, number, day::text as day, moment as instant, option_id as "optionId",
      person_id as "personId"
    from field_values where portal_id = ${portalId} and user_id = any (${ids}::bigint[]) order by field_id, nth`.execute(db);
  const by = <Row extends { userId: number }>(rows: readonly Row[]) => Map.groupBy(rows, ({ userId }) => userId);
  const [enrolmentsBy, completionsBy, groupsBy, fieldsBy] = [by(enrolments.rows), by(completions.rows), by(groups.rows), by(fields.rows)];
  return new Map(
    people.rows.map(({ id, locale, ...person }) => {
      const known: Facts = {
        ...person,
        language: languages.find((one) => one === languageOf(locale)) ?? null,
        enrolments: enrolmentsBy.get(id) ?? [],
        completions: completionsBy.get(id) ?? [],
        groupIds: (groupsBy.get(id) ?? []).map(({ groupId }) => groupId),
        managerIds: [],
        fields: fieldsBy.get(id) ?? [],
      };
      // Teams are about no team.
      return [id, { ...known, managerIds: [...place.teams].flatMap(([managerId, team]) => (fits(team, known, place) ? [managerId] : [])) }];
    }),
  );
}
