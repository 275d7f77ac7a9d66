import { sql } from "kysely";
import * as z from "zod/mini";
import type { storedOf } from "#features/fields/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { testsIn, type Condition } from "../condition.ts";
import { compile } from "./compile.ts";
import type { Place } from "./kind-sql.ts";

/** A person as they would be after a change that is only planned; what is missing stays as it is. */
export interface PersonAsIf {
  /** Below zero for somebody who is no member yet, who then joins now. */
  readonly id: number;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly email?: string | undefined;
  /** An empty one takes it away; so with language and time zone. */
  readonly externalId?: string | undefined;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly status?: "active" | "suspended" | undefined;
  /** Roles that they get. */
  readonly isAuthor?: boolean;
  readonly isManager?: boolean;
  readonly isAdmin?: boolean;
}

/** What people's records would hold: the people, the values of fields that change, and all groups of these people that conditions ask about. */
export interface AsIf {
  readonly people: readonly PersonAsIf[];
  readonly values: ReturnType<typeof storedOf>;
  readonly groups: readonly { readonly userId: number; readonly groupId: number }[];
}

/** One column of rows, as an array for unnest. */
const column = <Row, Value>(rows: readonly Row[], of: (row: Row) => Value): (Value | null)[] => rows.map((row) => of(row) ?? null);
const fieldsIn = (condition: Condition) => testsIn(condition).flatMap((test) => (test.kind === "field" ? [test.fieldId] : []));

const Fitting = z.object({ nth: z.int(), userId: z.int() });

/**
 * Who of some people would fit which conditions if their records were as given, by the number of the condition. The statements are those of `compile`: what they ask of
 * a person comes from the given records, and so do fields and groups, since a name of "with" stands before a table of that name. All else (enrolments) stays as it is.
 */
export async function whoWouldFit(
  db: Db,
  conditions: readonly { readonly condition: Condition; readonly place: Place }[],
  { people, values, groups }: AsIf,
): Promise<z.infer<typeof Fitting>[]> {
  const [first] = conditions;
  if (!first || people.length === 0) return [];
  const { portalId, now } = first.place;
  const fieldIds = new Set(conditions.flatMap(({ condition, place }) => [condition, ...place.teams.values()].flatMap(fieldsIn)));
  const changed = values.filter(({ fieldId }) => fieldIds.has(fieldId));
  const stored = changed.flatMap(({ userId, fieldId, folded, stored: rows }) => rows.map((one) => ({ ...one, userId, fieldId, folded })));
  // As arrays, of which the planner knows the length, planned for these, and with every way to join, whatever the transaction has set before: otherwise it would take
  // thousands of values for a few, and read all of them for each person.
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config(name, 'on', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) name`.execute(db);
  const { rows } = await typed(Fitting)`
    with planned_people as materialized (select * from unnest(${column(people, (one) => one.id)}::bigint[], ${column(people, (one) => one.givenName)}::text[],
        ${column(people, (one) => one.familyName)}::text[], ${column(people, (one) => one.email)}::text[], ${column(people, (one) => one.externalId)}::text[],
        ${column(people, (one) => one.locale)}::text[], ${column(people, (one) => one.timeZone)}::text[], ${column(people, (one) => one.status)}::text[],
        ${column(people, (one) => one.isAuthor ?? false)}::boolean[], ${column(people, (one) => one.isManager ?? false)}::boolean[],
        ${column(people, (one) => one.isAdmin ?? false)}::boolean[])
        as r(id, given_name, family_name, email, external_id, locale, time_zone, status, is_author, is_manager, is_admin)),
    planned_values as materialized (select * from unnest(${column(stored, (one) => one.userId)}::bigint[], ${column(stored, (one) => one.fieldId)}::bigint[],
        ${column(stored, (one) => one.folded)}::text[], ${column(stored, (one) => one.number)}::double precision[], ${column(stored, (one) => one.day)}::date[],
        ${column(stored, (one) => one.moment)}::timestamptz[], ${column(stored, (one) => one.option_id)}::bigint[],
        ${column(stored, (one) => one.person_id)}::bigint[])
        as r(user_id, field_id, folded, number, day, moment, option_id, person_id)),
    changed_values as materialized (select * from unnest(${column(changed, (one) => one.userId)}::bigint[], ${column(changed, (one) => one.fieldId)}::bigint[])
        as r(user_id, field_id)),
    planned as materialized (
      select m.portal_id, m.user_id, coalesce(r.status, m.status) as status, m.is_author or r.is_author as is_author, m.is_manager or r.is_manager as is_manager,
        m.is_admin or r.is_admin as is_admin, m.joined_at, m.last_sign_in_at, coalesce(r.given_name, u.given_name) as given_name,
        coalesce(r.family_name, u.family_name) as family_name, coalesce(r.email, u.email) as email,
        nullif(coalesce(r.external_id, m.external_id) collate "C", '') as external_id, nullif(coalesce(r.locale, u.locale), '') as locale,
        nullif(coalesce(r.time_zone, u.time_zone), '') as time_zone
      from planned_people r join memberships m on m.portal_id = ${portalId} and m.user_id = r.id join users u on u.id = r.id
      where u.kind = 'person' and not u.is_system_admin
      union all select ${portalId}::bigint, r.id, coalesce(r.status, 'active'), r.is_author, r.is_manager, r.is_admin, ${now}::timestamptz, null,
        coalesce(r.given_name, ''), coalesce(r.family_name, ''), r.email, nullif(r.external_id collate "C", ''), nullif(r.locale, ''), nullif(r.time_zone, '')
        from planned_people r where r.id < 0),
    field_values as materialized (
      select v.portal_id, v.user_id, v.field_id, v.folded, v.number, v.day, v.moment, v.option_id, v.person_id
      from field_values v where v.portal_id = ${portalId} and v.user_id in (select id from planned_people)
        and v.field_id = any (${[...fieldIds]}::bigint[]) and (v.user_id, v.field_id) not in (select user_id, field_id from changed_values)
      union all select ${portalId}::bigint, r.* from planned_values r),
    group_members as materialized (select ${portalId}::bigint as portal_id, r.user_id, r.group_id
      from unnest(${column(groups, (one) => one.userId)}::bigint[], ${column(groups, (one) => one.groupId)}::bigint[]) as r(user_id, group_id))
    ${sql.join(
      conditions.map(
        ({ condition, place }, nth) => sql`
          select ${nth}::int as nth, m.user_id as "userId"
          from planned m cross join lateral (select m.given_name, m.family_name, m.email, m.locale, m.time_zone) u
          where ${compile(condition, place)}`,
      ),
      sql` union all `,
    )}`.execute(db);
  return rows;
}
