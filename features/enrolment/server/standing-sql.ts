import { sql, type RawBuilder } from "kysely";

/** How a person stands towards a course, as the database has it. Times are JSON text of PostgreSQL or Dates. */
export interface StandingRow {
  status: "draft" | "published" | "archived";
  selfEnrol: boolean;
  hasContent: boolean;
  enrolmentId: number | null;
  active: boolean | null;
  dueAt: string | Date | null;
  expiresAt: string | Date | null;
  attemptId: number | null;
  attemptNumber: number | null;
  percent: number | null;
  completedAt: string | Date | null;
  scorePercent: number | null;
  passed: boolean | null;
}

/** The columns of a StandingRow; needs the aliases c (courses), s (enrolment_standing) and p (attempt_progress) of one person. */
export const standingColumns = sql`c.status, c.self_enrol as "selfEnrol", c.current_version_id is not null as "hasContent",
  s.enrolment_id as "enrolmentId", s.active, s.due_at as "dueAt", s.expires_at as "expiresAt",
  p.attempt_id as "attemptId", p.number as "attemptNumber", p.percent, p.completed_at as "completedAt",
  p.score_percent as "scorePercent", p.passed`;

/** The newest attempt of the enrolment s, as p: a backward index scan that stops at the first row, however many attempts there are. */
export const newestAttempt = sql`lateral (
  select * from attempt_progress p where p.portal_id = s.portal_id and p.enrolment_id = s.enrolment_id order by p.number desc limit 1
) p on true`;

/** True for a cause k (enrolment_causes) that was not ended. */
export const causeStands = sql`not exists (select from enrolment_cause_ends x where x.portal_id = k.portal_id and x.cause_id = k.id)`;

/** The kinds of the causes that let the person of the enrolment s in now, as an array, without causes that have expired. */
export const activeCauses = sql`array(select k.kind from enrolment_causes k
  where k.portal_id = s.portal_id and k.enrolment_id = s.enrolment_id and (k.expires_at is null or k.expires_at > now()) and ${causeStands})`;

/** True for a course c that a member who never had it may enrol in: where primaryAction (../primary-action.ts) says so. */
export const isOpenToEnrol = sql`(c.status = 'published' and c.self_enrol and c.current_version_id is not null)`;

/** The causes of an enrolment that stand as a JSON array, oldest first. */
export const causesJson = (enrolmentId: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('kind', k.kind, 'reference', k.reference,
      'by', nullif(trim(u.given_name || ' ' || u.family_name), '')) order by k.id), '[]')
  from enrolment_causes k
  left join users u on u.id = k.created_by and k.kind = 'person'
  where k.portal_id = current_setting('app.portal_id')::bigint and k.enrolment_id = ${enrolmentId}
    and ${causeStands}
)`;
