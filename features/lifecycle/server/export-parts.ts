import { sql, type RawBuilder } from "kysely";
import { phrase } from "#platform/words.ts";

/** Whose data, and whether they get it themselves: then without the custom fields that are hidden from them. */
export interface Whose {
  readonly portalId: number;
  readonly userId: number;
  readonly isOwn: boolean;
}

/** One list of an export: a JSON and a CSV file, and a table of the readable page unless it is of use to machines only. */
interface ExportPart {
  readonly name: string;
  readonly title: string;
  /** The tables that it tells of (personal-data.test.ts). */
  readonly tables: readonly string[];
  readonly isTechnical?: true;
  /** A select of its rows in a fixed order. Names of other people stand in none of them. */
  readonly rows: (whose: Whose) => RawBuilder<unknown>;
}

const ofAttempts = (columns: RawBuilder<unknown>, table: string, order: RawBuilder<unknown>) => (whose: Whose) =>
  sql`
  select c.title as course, a.number as attempt, ${columns}
  from attempts a join courses c on c.portal_id = a.portal_id and c.id = a.course_id
  join ${sql.table(table)} x on x.portal_id = a.portal_id and x.attempt_id = a.id
  where a.portal_id = ${whose.portalId} and a.user_id = ${whose.userId} order by a.id, ${order}`;

/** What an export of a person's data holds, in the order of its page. */
export const exportParts: readonly ExportPart[] = [
  {
    name: "profile",
    title: phrase("Profile"),
    tables: ["users", "memberships", "last_roles"],
    rows: ({ portalId, userId }) => sql`
      select u.email, u.given_name, u.family_name, m.external_id, m.status, m.joined_at, m.last_sign_in_at, u.locale, u.time_zone, u.theme, u.shortcuts, array_to_string(u.tours, ', ') as tours,
        u.created_at, u.password_changed_at, m.widgets, l.role as last_role
      from users u left join memberships m on m.portal_id = ${portalId} and m.user_id = u.id
      left join last_roles l on l.portal_id = ${portalId} and l.user_id = u.id
      where u.id = ${userId} order by u.id`,
  },
  {
    name: "custom-fields",
    title: phrase("Custom fields"),
    tables: ["field_values", "field_files"],
    rows: ({ portalId, userId, isOwn }) => sql`
      select f.name as field, coalesce(v.words, case when f.kind = 'yes_no' then (v.number = 1)::text else v.number::text end, v.day::text, v.moment::text, o.name,
        case when v.person_id is not null then 'person ' || v.person_id end) as value, v.source, v.changed_at
      from field_values v join fields f on f.portal_id = v.portal_id and f.id = v.field_id
      left join field_options o on o.portal_id = v.portal_id and o.id = v.option_id
      where v.portal_id = ${portalId} and v.user_id = ${userId} and ${isOwn ? sql`f.own_access <> 'hidden'` : sql`true`} order by f.position, f.id, v.nth`,
  },
  {
    name: "views",
    title: phrase("Views kept"),
    tables: ["list_views", "list_view_pins"],
    rows: ({ portalId, userId }) => sql`
      select v.list, v.name, v.query, v.is_shared as shared, p.view_id is not null as pinned
      from list_views v left join list_view_pins p on p.portal_id = v.portal_id and p.view_id = v.id and p.user_id = ${userId}
      where v.portal_id = ${portalId} and (v.owner_id = ${userId} or p.view_id is not null) order by v.id`,
  },
  {
    name: "roles",
    title: phrase("Roles"),
    tables: ["role_assignments"],
    rows: ({ portalId, userId }) => sql`
      select role, scope, starts_at, ends_at, granted_at from role_assignments where portal_id = ${portalId} and user_id = ${userId} order by id`,
  },
  {
    name: "groups",
    title: phrase("Groups"),
    tables: ["group_members"],
    rows: ({ portalId, userId }) => sql`
      select g.name as "group", x.cause, x.joined_at from group_members x join groups g on g.portal_id = x.portal_id and g.id = x.group_id
      where x.portal_id = ${portalId} and x.user_id = ${userId} order by x.joined_at, g.id`,
  },
  {
    name: "group-history",
    title: phrase("Groups joined and left"),
    tables: ["group_history"],
    rows: ({ portalId, userId }) => sql`
      select g.name as "group", x.change, x.cause, x.at from group_history x join groups g on g.portal_id = x.portal_id and g.id = x.group_id
      where x.portal_id = ${portalId} and x.user_id = ${userId} order by x.id`,
  },
  {
    name: "course-conditions",
    title: phrase("Courses whose condition is met"),
    tables: ["course_fitting"],
    // Titles of courses that somebody is not offered are not theirs to know.
    rows: ({ portalId, userId }) => sql`
      select c.title as course from course_fitting x join courses c on c.portal_id = x.portal_id and c.id = x.course_id and c.status = 'published'
      where x.portal_id = ${portalId} and x.user_id = ${userId} and not exists (select from courses_not_offered(${portalId}, ${userId}, c.id)) order by c.id`,
  },
  {
    name: "enrolments",
    title: phrase("Enrolments"),
    tables: ["enrolments", "enrolment_causes", "enrolment_cause_ends"],
    rows: ({ portalId, userId }) => sql`
      select c.title as course, k.kind as cause, k.reference, k.created_at, k.due_at, k.expires_at, x.ended_at, x.reason
      from enrolments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
      join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id
      left join enrolment_cause_ends x on x.portal_id = k.portal_id and x.cause_id = k.id
      where e.portal_id = ${portalId} and e.user_id = ${userId} order by e.id, k.id`,
  },
  {
    name: "decisions",
    title: phrase("Decisions about enrolments and results"),
    tables: ["corrections", "correction_reversals"],
    rows: ({ portalId, userId }) => sql`
      select c.title as course, d.kind as decision, d.value_at, d.reason, d.made_at, x.reversed_at, x.reason as reversal_reason
      from enrolments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
      join corrections d on d.portal_id = e.portal_id and d.enrolment_id = e.id
      left join correction_reversals x on x.portal_id = d.portal_id and x.correction_id = d.id
      where e.portal_id = ${portalId} and e.user_id = ${userId} order by d.id`,
  },
  {
    name: "attempts",
    title: phrase("Attempts"),
    tables: ["attempts", "attempt_states"],
    rows: ({ portalId, userId }) => sql`
      select c.title as course, p.number as attempt, p.started_at, p.percent, p.completed_at, p.score_percent, p.passed,
        x.credited_seconds, x.review_seconds, nullif(x.last_activity_at, '-infinity') as last_activity_at, x.place
      from attempt_progress p join courses c on c.portal_id = p.portal_id and c.id = p.course_id
      left join attempt_states x on x.portal_id = p.portal_id and x.attempt_id = p.attempt_id
      where p.portal_id = ${portalId} and p.user_id = ${userId} order by p.attempt_id`,
  },
  {
    name: "completions",
    title: phrase("Completions"),
    tables: ["completions", "completion_results", "completion_reversals"],
    rows: ({ portalId, userId }) => sql`
      select c.title as course, f.completed_at, f.source, coalesce(r.score_percent, f.score_percent) as score_percent, coalesce(r.passed, f.passed) as passed,
        x.reversed_at, x.reason
      from completions f join courses c on c.portal_id = f.portal_id and c.id = f.course_id
      left join lateral (select score_percent, passed from completion_results o
        where o.portal_id = f.portal_id and o.completion_id = f.id order by o.id desc limit 1) r on true
      left join completion_reversals x on x.portal_id = f.portal_id and x.completion_id = f.id
      where f.portal_id = ${portalId} and f.user_id = ${userId} order by f.id`,
  },
  {
    name: "quiz-answers",
    title: phrase("Quizzes handed in"),
    tables: ["quiz_submissions"],
    rows: ofAttempts(sql`x.block_id, x.number, x.submitted_at, x.points, x.max_points, x.passed, x.answers`, "quiz_submissions", sql`x.id`),
  },
  {
    name: "sign-ins",
    title: phrase("Signed-in browsers"),
    tables: ["sessions"],
    rows: ({ portalId, userId }) => sql`
      select user_agent, ip, created_at, last_seen_at, expires_at from sessions where portal_id = ${portalId} and user_id = ${userId} order by id`,
  },
  {
    name: "second-factors",
    title: phrase("Second factors and known browsers"),
    tables: ["known_browsers", "factor_graces", "passkeys"],
    rows: ({ portalId, userId }) => sql`
      select 'browser' as name, first_seen_at as created_at, last_seen_at, user_agent, ip from known_browsers where portal_id = ${portalId} and user_id = ${userId}
      union all select 'passkey: ' || name, made_at, used_at, null, null from passkeys where portal_id = ${portalId} and user_id = ${userId}
      union all select 'asked for a second factor', since, null, null, null from factor_graces where portal_id = ${portalId} and user_id = ${userId}
      order by created_at`,
  },
  {
    name: "api-tokens",
    title: phrase("API tokens"),
    tables: ["api_tokens"],
    rows: ({ portalId, userId }) => sql`
      select name, array_to_string(scopes, ' ') as scopes, created_at, expires_at, last_used_at, last_ip as ip, revoked_at from api_tokens
      where portal_id = ${portalId} and user_id = ${userId} order by id`,
  },
  {
    name: "looks",
    title: phrase("Looks as you"),
    tables: ["account_views"],
    rows: ({ portalId, userId }) => sql`
      select began_at, ended_at, writes, reason from account_views where portal_id = ${portalId} and user_id = ${userId} order by id`,
  },
  {
    name: "log",
    title: phrase("Log"),
    tables: ["audit_events"],
    // What somebody did to others is about those; of it stand here the time and the kind.
    rows: ({ portalId, userId }) => sql`
      select at, action, case when actor_id = ${userId} then 'self' when actor_id is not null then 'other' end as by,
        case when about.me then before end as before, case when about.me then after end as after, case when actor_id = ${userId} then ip end as ip
      from audit_events e cross join lateral (select (e.object_kind = 'user' and e.object_id = ${userId}) is true as me) about
      where portal_id = ${portalId} and (actor_id = ${userId} or as_id = ${userId} or about.me) order by id`,
  },
  {
    name: "jobs",
    title: phrase("Jobs"),
    tables: ["jobs", "bulk_runs", "imports"],
    rows: ({ portalId, userId }) => sql`
      select kind, state, created_at, ended_at, done, file_name, ip from jobs where portal_id = ${portalId} and owner_id = ${userId} order by id`,
  },
  {
    name: "messages",
    title: phrase("Messages"),
    tables: ["messages"],
    rows: ({ portalId, userId }) => sql`
      select created_at, event, subject, address, state, ended_at, plain from messages where portal_id = ${portalId} and user_id = ${userId} order by id`,
  },
  {
    name: "notifications",
    title: phrase("Notifications"),
    tables: ["notifications"],
    rows: ({ portalId, userId }) => sql`
      select created_at, event, subject, read_at from notifications where portal_id = ${portalId} and user_id = ${userId} order by id`,
  },
  {
    name: "notification-choices",
    title: phrase("Chosen ways to be told"),
    tables: ["notification_preferences"],
    rows: ({ portalId, userId }) => sql`
      select event, mail from notification_preferences where portal_id = ${portalId} and user_id = ${userId} order by event`,
  },
  {
    name: "refused-addresses",
    title: phrase("Addresses that mail was refused for"),
    tables: ["suppressed_addresses"],
    rows: ({ portalId, userId }) => sql`
      select s.address, s.reason, s.created_at from suppressed_addresses s join users u on u.email = s.address
      where s.portal_id = ${portalId} and u.id = ${userId} order by s.address`,
  },
  {
    name: "registrations",
    title: phrase("Registrations and the terms agreed to"),
    tables: ["registrations"],
    rows: ({ portalId, userId }) => sql`
      select r.asked_at, r.confirmed_at, r.state, r.decided_at, r.reason, r.terms_version, r.ip, r.device from registrations r
      where r.portal_id = ${portalId} and r.user_id = ${userId} order by r.id`,
  },
  {
    name: "terms",
    title: phrase("Terms agreed to"),
    tables: ["terms_acceptances"],
    rows: ({ portalId, userId }) => sql`
      select a.version, a.accepted_at, a.via, a.ip, a.device, t.terms from terms_acceptances a
      left join registration_terms t on t.portal_id = a.portal_id and t.version = a.version
      where a.portal_id = ${portalId} and a.user_id = ${userId} order by a.version`,
  },
  {
    name: "invitations",
    title: phrase("Invitations accepted"),
    tables: ["invitations"],
    rows: ({ portalId, userId }) => sql`
      select v.email, v.made_at, v.sent_at, v.opened_at, v.accepted_at, v.effects from invitations v
      where v.portal_id = ${portalId} and v.user_id = ${userId} order by v.id`,
  },
  {
    name: "codes",
    title: phrase("Codes used"),
    tables: ["authorization_code_uses"],
    rows: ({ portalId, userId }) => sql`
      select c.label, x.used_at, x.is_new, x.granted, x.undone_at, x.kept from authorization_code_uses x
      join authorization_codes c on c.portal_id = x.portal_id and c.id = x.code_id where x.portal_id = ${portalId} and x.user_id = ${userId} order by x.id`,
  },
  {
    name: "announcements-read",
    title: phrase("Announcements read"),
    tables: ["announcement_receipts"],
    rows: ({ portalId, userId }) => sql`
      select coalesce(a.texts -> 'en' ->> 'title', a.texts -> 'de' ->> 'title') as title, r.read_at, r.confirmed_at from announcement_receipts r
      join announcements a on a.portal_id = r.portal_id and a.id = r.announcement_id
      where r.portal_id = ${portalId} and r.user_id = ${userId} order by r.read_at, a.id`,
  },
  {
    name: "help-answers",
    title: phrase("Whether the help helped"),
    tables: ["help_answers"],
    rows: ({ portalId, userId }) => sql`
      select h.article, h.helped, h.answered_at from help_answers h
      where h.portal_id = ${portalId} and h.user_id = ${userId} order by h.answered_at, h.article`,
  },
  {
    name: "questions",
    title: phrase("Questions asked"),
    tables: ["help_questions", "help_messages"],
    rows: ({ portalId, userId }) => sql`
      select k.asked_at, k.topic, k.state, k.page, k.browser, k.findings, array_to_string(k.job_ids, ' ') as jobs,
        case when row_number() over (partition by k.id order by w.id) = 1 then k.calls end as calls, w.written_at, w.is_answer as answer, w.words
      from help_questions k join help_messages w on w.portal_id = k.portal_id and w.question_id = k.id
      where k.portal_id = ${portalId} and k.user_id = ${userId} order by k.id, w.id`,
  },
  {
    name: "reviews",
    title: phrase("Courses to review"),
    tables: ["course_reviewers"],
    rows: ({ portalId, userId }) => sql`
      select c.title as course, r.added_at from course_reviewers r join courses c on c.portal_id = r.portal_id and c.id = r.course_id
      where r.portal_id = ${portalId} and r.user_id = ${userId} order by r.added_at, r.course_id`,
  },
  {
    name: "review-comments",
    title: phrase("Comments on courses"),
    tables: ["review_comments"],
    rows: ({ portalId, userId }) => sql`
      select c.title as course, k.page_title as page, k.written_at, k.edited_at, k.resolved_at, k.words
      from review_comments k join courses c on c.portal_id = k.portal_id and c.id = k.course_id
      where k.portal_id = ${portalId} and k.author_id = ${userId} order by k.id`,
  },
  {
    name: "items-done",
    title: phrase("Lessons done"),
    tables: ["attempt_items"],
    isTechnical: true,
    rows: ofAttempts(sql`x.item_key, x.done_at`, "attempt_items", sql`x.item_key`),
  },
  {
    name: "blocks",
    title: phrase("State of lessons"),
    tables: ["attempt_blocks"],
    isTechnical: true,
    rows: ofAttempts(sql`x.block_id, x.updated_at, x.state`, "attempt_blocks", sql`x.block_id`),
  },
  {
    name: "packages",
    title: phrase("State of packages"),
    tables: ["scorm_states"],
    isTechnical: true,
    rows: ofAttempts(sql`x.sco_key, x.updated_at, x.completed, x.passed, x.sessions, x.cmi`, "scorm_states", sql`x.sco_key`),
  },
  {
    name: "package-calls",
    title: phrase("Calls of packages"),
    tables: ["scorm_calls"],
    isTechnical: true,
    rows: ofAttempts(sql`x.sco_key, x.received_at, x.calls`, "scorm_calls", sql`x.id`),
  },
  {
    name: "facts",
    title: phrase("What was saved while learning"),
    tables: ["commit_log", "attempt_openings"],
    isTechnical: true,
    rows: ofAttempts(
      sql`x.client_id, x.seq, x.kind, x.received_at, x.outcome, x.claimed_seconds, x.credited_seconds, x.delta`,
      "commit_log",
      sql`x.client_id, x.seq`,
    ),
  },
];

/** The heads of the columns, as people read them; JSON keeps the names. */
export const columnWords: Readonly<Record<string, string>> = {
  action: phrase("What"),
  after: phrase("After"),
  answers: phrase("Answers"),
  at: phrase("Time"),
  attempt: phrase("Attempt"),
  before: phrase("Before"),
  began_at: phrase("Began"),
  block_id: phrase("Block"),
  by: phrase("By"),
  calls: phrase("Calls"),
  cause: phrase("Cause"),
  change: phrase("Change"),
  changed_at: phrase("Changed"),
  claimed_seconds: phrase("Seconds reported"),
  client_id: phrase("Device"),
  cmi: phrase("Data"),
  completed: phrase("Completed"),
  completed_at: phrase("Completed on"),
  course: phrase("Course"),
  created_at: phrase("Created"),
  plain: phrase("Text"),
  mail: phrase("By email"),
  subject: phrase("Subject"),
  event: phrase("Event"),
  address: phrase("Address"),
  credited_seconds: phrase("Seconds credited"),
  decision: phrase("Decision"),
  delta: phrase("Data"),
  done: phrase("Done"),
  done_at: phrase("Done on"),
  due_at: phrase("Due"),
  email: phrase("Email"),
  ended_at: phrase("Ended"),
  ends_at: phrase("Ends"),
  expires_at: phrase("Expires"),
  external_id: phrase("External ID"),
  family_name: phrase("Family name"),
  field: phrase("Field"),
  file_name: phrase("File"),
  fingerprint: phrase("Fingerprint"),
  given_name: phrase("Given name"),
  granted_at: phrase("Granted"),
  group: phrase("Group"),
  ip: phrase("IP address"),
  item_key: phrase("Lesson"),
  joined_at: phrase("Joined"),
  kind: phrase("Kind"),
  last_activity_at: phrase("Last activity"),
  last_role: phrase("Last role"),
  last_seen_at: phrase("Last seen"),
  last_sign_in_at: phrase("Last signed in"),
  list: phrase("List"),
  locale: phrase("Language"),
  made_at: phrase("Decided"),
  max_points: phrase("Points possible"),
  name: phrase("Name"),
  number: phrase("Sequence number"),
  outcome: phrase("Outcome"),
  passed: phrase("Passed"),
  password_changed_at: phrase("Password changed"),
  percent: phrase("Progress in %"),
  pinned: phrase("Pinned"),
  place: phrase("Place"),
  points: phrase("Points"),
  query: phrase("Query"),
  read_at: phrase("Read"),
  reason: phrase("Reason"),
  received_at: phrase("Received"),
  reference: phrase("Reference"),
  reversal_reason: phrase("Reason for taking back"),
  reversed_at: phrase("Taken back"),
  review_seconds: phrase("Seconds of review"),
  role: phrase("Role"),
  sco_key: phrase("Part"),
  scope: phrase("For whom"),
  score_percent: phrase("Score in %"),
  seq: phrase("Sequence number"),
  sessions: phrase("Sessions"),
  shared: phrase("Shared"),
  shortcuts: phrase("Keyboard shortcuts"),
  source: phrase("Source"),
  started_at: phrase("Started"),
  starts_at: phrase("Starts"),
  state: phrase("State"),
  status: phrase("Status"),
  submitted_at: phrase("Handed in"),
  theme: phrase("Appearance"),
  time_zone: phrase("Time zone"),
  tours: phrase("Tours offered"),
  updated_at: phrase("Updated"),
  user_agent: phrase("Browser"),
  value: phrase("Value"),
  value_at: phrase("Date"),
  widgets: phrase("Dashboard"),
  writes: phrase("Could change things"),
};
