import { sql, type RawBuilder } from "kysely";
import { newestAttempt } from "#features/progress/server/service.ts";
import { folded } from "#platform/folded.ts";
import { languages } from "#platform/languages.ts";
import type { Condition } from "../condition.ts";
import type { FieldTest } from "../field/field.ts";
import type { TestKind, TestOf } from "../kinds.ts";
import { spanOf, type Moment, type When } from "../moment.ts";
import type { TextTest } from "../text-test.ts";
import { spellingsOf } from "../time-zone/zone-spellings.ts";

/** Whom some managers look after, by their ids, as conditions that are about no team. */
export type Teams = ReadonlyMap<number, Condition>;
/** The portal in which a condition is compiled, besides when; with the teams that it is about (features/roles makes them). */
export interface Place extends Moment {
  readonly portalId: number;
  readonly teams: Teams;
}

type Sql = RawBuilder<unknown>;
/**
 * A kind's test as SQL that is true or false and never null, about the membership `m` and its user `u`. Whatever the document holds is a parameter; only texts
 * written here are part of the statement (security.md 73, 74).
 */
type KindSql<Test> = (test: Test, place: Place, compiled: (condition: Condition) => Sql) => Sql;

const textSql = ({ test, text }: TextTest, value: Sql): Sql => {
  const wanted = folded(text);
  switch (test) {
    case "is":
      return sql`${value} collate "C" = ${wanted}`;
    case "contains":
      return sql`strpos(${value}, ${wanted}) > 0`;
    case "begins":
      return sql`starts_with(${value}, ${wanted})`;
    case "ends":
      return sql`right(${value}, length(${wanted})) = ${wanted}`;
  }
};

const spanSql = (value: Sql, when: When, place: Place): Sql => {
  const { from, to } = spanOf(when, place);
  return sql`coalesce(${from ? sql`${value} >= ${from}` : sql`true`} and ${to ? sql`${value} < ${to}` : sql`true`}, false)`;
};

/** All given parts; a missing one asks for nothing. */
const both = (...parts: readonly (Sql | null)[]): Sql =>
  sql`(true${sql.join(
    parts.flatMap((part) => (part ? [sql` and ${part}`] : [])),
    sql``,
  )})`;

const oneOfCourses = (column: Sql, courseIds: readonly number[]) =>
  courseIds.length > 0 ? sql`${column} = any (${courseIds}::bigint[])` : null;

const valueSql = (is: Exclude<FieldTest, { by: "none" }>, place: Place): Sql => {
  switch (is.by) {
    case "text":
      return both(sql`v.folded is not null`, textSql(is, sql`folded(v.folded)`));
    case "number":
      return both(
        sql`v.number is not null`,
        is.least === null ? null : sql`v.number >= ${is.least}::double precision`,
        is.most === null ? null : sql`v.number <= ${is.most}::double precision`,
      );
    case "yes":
      return sql`v.number = ${is.is ? 1 : 0}`;
    case "day":
      return both(
        sql`v.day is not null`,
        is.from === null ? null : sql`v.day >= ${is.from}::date`,
        is.to === null ? null : sql`v.day <= ${is.to}::date`,
      );
    case "moment":
      return sql`v.moment is not null and ${spanSql(sql`v.moment`, is.when, place)}`;
    case "option":
      return sql`v.option_id = any (${is.optionIds}::bigint[])`;
    case "person":
      return sql`v.person_id = any (${is.personIds}::bigint[])`;
  }
};

/** The SQL of every kind of test. */
export const kindSql: { readonly [K in TestKind]: KindSql<TestOf<K>> } = {
  profile: (test) => {
    const parts = {
      name: sql`u.given_name || ' ' || u.family_name`,
      givenName: sql`u.given_name`,
      familyName: sql`u.family_name`,
      email: sql`u.email`,
    };
    return textSql(test, sql`folded(${parts[test.of]})`);
  },
  externalId({ is }) {
    if ("text" in is) return both(sql`m.external_id is not null`, textSql(is, sql`folded(m.external_id)`));
    return is.test === "set" ? sql`m.external_id is not null` : sql`m.external_id is null`;
  },
  language({ languages: some }) {
    const chosen = sql`split_part(lower(coalesce(u.locale, '') collate "C"), '-', 1)`;
    if (some === null) return sql`${chosen} <> all (${[...languages]}::text[])`;
    return sql`${chosen} = any (${languages.filter((one) => some.includes(one))}::text[])`;
  },
  timeZone: ({ zones }) =>
    zones === null ? sql`u.time_zone is null` : sql`lower(coalesce(u.time_zone, '') collate "C") = any (${spellingsOf(zones)}::text[])`,
  status: ({ is }) => sql`m.status = ${is}`,
  role: ({ is }) =>
    ({
      student: sql`not (m.is_author or m.is_manager or m.is_admin)`,
      author: sql`m.is_author`,
      manager: sql`m.is_manager`,
      admin: sql`m.is_admin`,
    })[is],
  date: ({ of, when }, place) => {
    const column = { joined: sql`m.joined_at`, lastSignIn: sql`m.last_sign_in_at` }[of];
    return when === null ? sql`${column} is null` : spanSql(column, when, place);
  },
  enrolment: ({ test, courseIds }, { portalId, now }) => sql`exists (
    select from enrolment_standing s ${test === "overdue" ? sql`left join ${newestAttempt}` : sql``} where ${both(
      sql`s.portal_id = ${portalId} and s.user_id = m.user_id and s.active`,
      oneOfCourses(sql`s.course_id`, courseIds),
      test === "overdue" ? sql`s.due_at <= ${now} and p.completed_at is null` : null,
    )})`,
  completion: ({ courseIds, when }, place) => sql`exists (
    select from completions d where ${both(
      sql`d.portal_id = ${place.portalId} and d.user_id = m.user_id`,
      oneOfCourses(sql`d.course_id`, courseIds),
      when && spanSql(sql`d.completed_at`, when, place),
    )})`,
  group: ({ groupIds }, { portalId }) => sql`exists (
    select from group_members g where g.portal_id = ${portalId} and g.user_id = m.user_id and g.group_id = any (${groupIds}::bigint[]))`,
  scope({ managerIds }, { teams }, compiled) {
    const reached = managerIds.flatMap((id) => {
      const team = teams.get(id);
      return team ? [compiled(team)] : [];
    });
    return sql.join([sql`false`, ...reached], sql` or `);
  },
  field: ({ fieldId, is }, place) => {
    const values = sql`select from field_values v where v.portal_id = ${place.portalId} and v.field_id = ${fieldId} and v.user_id = m.user_id`;
    return is.by === "none" ? sql`not exists (${values})` : sql`exists (${values} and ${valueSql(is, place)})`;
  },
};
