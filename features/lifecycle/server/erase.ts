import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { eraseEntries, noteAll } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { typed } from "#platform/db/typed.ts";
import { makersOnly, personalData } from "./personal-data.ts";

// Erasing somebody (docs/decisions/017-merged-and-erased.md). All of it runs as stoa_system in one transaction, because facts are append-only for everybody else
// and passwords are out of reach; every statement therefore names the portal.

/** What an erasure knows of the person and of who asked for it. */
export interface Erasure {
  readonly portalId: number;
  readonly id: number;
}

const Found = z.object({ userId: z.int(), askedBy: z.int(), email: z.string(), livesOn: z.boolean() });
const Merged = z.object({ id: z.int(), goneId: z.int(), email: z.string() });
const FileKey = z.object({ key: z.nullable(z.string()) });
const Id = z.object({ id: z.int() });

/** Columns with a person's id that change hands one by one; the others go with their row, or follow a key. */
const movesAlone = new Set([
  "memberships.user_id",
  "enrolments.user_id",
  "attempts.user_id",
  "completions.user_id",
  "import_rows.person_id",
]);
const references = [
  ...Object.entries(personalData).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, fate]) =>
      fate === "who" && !movesAlone.has(`${table}.${column}`) ? [{ table, column }] : [],
    ),
  ),
  ...Object.entries(makersOnly).flatMap(([table, columns]) => columns.map((column) => ({ table, column }))),
];

/**
 * Erases the person of an erasure that is due, once: where it was done or cancelled already, nothing happens. Facts stay and count; whose they were is nobody's
 * knowledge any more. `remember` is given whose records these were, those merged into them too, before any of it is committed. Where the account lives on in another portal, only what this portal knows is erased, and its facts go over to a nobody.
 */
export async function eraseNow(
  db: Db,
  { portalId, id }: Erasure,
  remember: (userIds: readonly number[]) => Promise<void>,
): Promise<boolean> {
  await sql`select from erasures where portal_id = ${portalId} and id = ${id} for update`.execute(db);
  const { rows } = await typed(Found)`
    select e.user_id as "userId", e.asked_by as "askedBy", u.email,
      exists (select from memberships m where m.user_id = u.id and m.portal_id <> e.portal_id) as "livesOn"
    from erasures e join users u on u.id = e.user_id
    where e.portal_id = ${portalId} and e.id = ${id} and e.done_at is null and e.cancelled_at is null`.execute(db);
  const [found] = rows;
  if (!found) return false;
  const { userId, email, livesOn } = found;
  await sql`select from memberships where portal_id = ${portalId} and user_id = ${userId} for update`.execute(db);
  const merged = await listMerged(db, portalId, userId);
  const files = await dropFiles(db, portalId, userId, email);
  await emptyRecords(db, portalId, userId, email);
  files.push(...(await emptyMerged(db, portalId, userId)));
  const nobodyId = livesOn ? await becomeNobody(db, portalId, userId) : userId;
  await emptyPerson(db, portalId, nobodyId, livesOn ? null : userId);
  await peopleChanged(db, portalId);
  await sql`update erasures set done_at = now(), user_id = ${nobodyId}, files = ${files}::text[] where portal_id = ${portalId} and id = ${id}`.execute(
    db,
  );
  await noteAll({ db, portal: { id: portalId }, actor: { userId: found.askedBy }, http: { ip: "", requestId: "" } }, [
    { action: "person_erased", object: { kind: "user", id: nobodyId }, after: { erasure: id } },
  ]);
  await remember([userId, ...merged]);
  return true;
}

/** Everybody who was merged into a person, also through others. */
const listMerged = async (db: Db, portalId: number, userId: number): Promise<number[]> =>
  (
    await typed(Id)`with recursive gone (id) as (
        select gone_id from merges where portal_id = ${portalId} and kept_id = ${userId} and undone_at is null
        union select m.gone_id from gone g join merges m on m.portal_id = ${portalId} and m.kept_id = g.id and m.undone_at is null)
      select id from gone`.execute(db)
  ).rows.map(({ id }) => id);

/** Takes files out of the rows that name them; gives their keys, which the caller removes from the file store once this is committed. */
async function dropFiles(db: Db, portalId: number, userId: number, email: string): Promise<string[]> {
  // A value that came by a merge names a file of the person who is gone.
  const { rows: inFields } = await typed(FileKey)`
    with own as (select id, storage_key from field_files f where portal_id = ${portalId} and (user_id = ${userId}
        or id in (select file_id from field_values v where v.portal_id = ${portalId} and v.user_id = ${userId}))),
      emptied as (delete from field_values v using own where v.portal_id = ${portalId} and v.file_id = own.id)
    delete from field_files f using own where f.portal_id = ${portalId} and f.id = own.id returning f.storage_key as key`.execute(db);
  // The person's own jobs, and exports of their data that an admin made.
  const { rows: ofJobs } = await typed(FileKey)`
    with gone as (select id, file_key from jobs where portal_id = ${portalId} and file_key is not null
        and (owner_id = ${userId} or (kind = 'export-person' and (input ->> 'userId')::bigint = ${userId}))),
      emptied as (update jobs j set file_key = null, file_name = null, file_type = null, file_bytes = null, file_sha256 = null, file_until = null
        from gone where j.portal_id = ${portalId} and j.id = gone.id)
    select file_key as key from gone`.execute(db);
  // Tables in which the person stood and that are of no more use.
  const { rows: ofImports } = await typed(FileKey)`
    with about as (select distinct import_id from import_rows where portal_id = ${portalId} and (person_id = ${userId} or email = ${email})),
      gone as (select i.id, i.file_key from imports i join about on about.import_id = i.id
        where i.portal_id = ${portalId} and i.file_key is not null and i.state in ('done', 'undone')),
      emptied as (update imports i set file_key = null from gone where i.portal_id = ${portalId} and i.id = gone.id),
      unsampled as (update imports i set reading = case when i.reading ? 'samples' then jsonb_set(i.reading, '{samples}', '[]') else i.reading end
        from about where i.portal_id = ${portalId} and i.id = about.import_id and not exists (select from gone where gone.id = i.id))
    select file_key as key from gone`.execute(db);
  return [...inFields, ...ofJobs, ...ofImports].flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Empties what records say about the person beyond the fact. */
async function emptyRecords(db: Db, portalId: number, userId: number, email: string) {
  const attempts = sql`(select id from attempts where portal_id = ${portalId} and user_id = ${userId})`;
  const enrolments = sql`(select id from enrolments where portal_id = ${portalId} and user_id = ${userId})`;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  for (const table of [
    "announcement_receipts",
    "api_tokens",
    "course_reviewers",
    "draft_visits",
    "help_answers",
    "help_questions",
    "last_roles",
    "list_view_pins",
    "role_assignments",
    "field_values",
    "field_merge_rows",
    "group_members",
    "deleted_group_members",
    "course_fitting",
    "people_list_lines",
    "handover_tokens",
    "password_links",
    "password_link_orders",
    "known_browsers",
    "course_authors",
    "sign_in_steps",
    "sign_in_links",
    "email_changes",
    "passkeys",
    "passkey_challenges",
    "factor_graces",
    "terms_acceptances",
    "bulk_rows",
    "notifications",
    "notification_preferences",
    "messages",
  ])
    await run(sql`delete from ${sql.table(table)} where portal_id = ${portalId} and user_id = ${userId}`);
  for (const table of ["field_values", "course_field_values"])
    await run(sql`delete from ${sql.table(table)} where portal_id = ${portalId} and person_id = ${userId}`);
  await run(sql`delete from messages where portal_id = ${portalId} and recipient = ${email}`);
  await run(sql`delete from registrations where portal_id = ${portalId} and (user_id = ${userId} or email = ${email})`);
  await run(sql`delete from invitation_list_lines where portal_id = ${portalId} and email = ${email}`);
  await run(sql`delete from invitations where portal_id = ${portalId} and (user_id = ${userId} or email = ${email})`);
  await run(sql`update authorization_code_uses set granted = '{}', kept = null where portal_id = ${portalId} and user_id = ${userId}`);
  await run(sql`delete from suppressed_addresses where portal_id = ${portalId} and address = ${email}`);
  // What others were told that this person did.
  await run(sql`with told as (update notifications set variables = variables || '{"by": null, "byId": null}'
      where portal_id = ${portalId} and variables ->> 'byId' = ${String(userId)} returning message_id)
    update messages set subject = null, html = null, plain = null where portal_id = ${portalId} and id in (select message_id from told)`);
  await run(sql`update review_comments set words = '' where portal_id = ${portalId} and author_id = ${userId}`);
  await run(sql`delete from list_views where portal_id = ${portalId} and owner_id = ${userId}`);
  await run(sql`with ended as (delete from sessions where portal_id = ${portalId} and user_id = ${userId} returning portal_id, id)
    insert into ended_sessions (portal_id, session_id) select portal_id, id from ended`);
  await run(sql`update sessions set as_user_id = null, as_until = null where portal_id = ${portalId} and as_user_id = ${userId}`);
  await run(
    sql`update account_views set reason = case when writes then '–' else '' end where portal_id = ${portalId} and user_id = ${userId}`,
  );

  await run(
    sql`update enrolment_causes set reference = '' where portal_id = ${portalId} and reference <> '' and enrolment_id in ${enrolments}`,
  );
  await run(sql`update enrolment_cause_ends x set reason = '–' from enrolment_causes k
    where x.portal_id = ${portalId} and k.portal_id = x.portal_id and k.id = x.cause_id and x.reason not in ('', 'left') and k.enrolment_id in ${enrolments}`);
  await run(sql`update correction_reversals x set reason = '–' from corrections d
    where x.portal_id = ${portalId} and d.portal_id = x.portal_id and d.id = x.correction_id and d.enrolment_id in ${enrolments}`);
  await run(sql`update corrections set reason = '–' where portal_id = ${portalId} and enrolment_id in ${enrolments}`);
  await run(sql`update completion_reversals x set reason = '–' from completions c
    where x.portal_id = ${portalId} and c.portal_id = x.portal_id and c.id = x.completion_id and c.user_id = ${userId}`);

  await run(sql`delete from attempt_blocks where portal_id = ${portalId} and attempt_id in ${attempts}`);
  await run(sql`delete from scorm_calls where portal_id = ${portalId} and attempt_id in ${attempts}`);
  await run(sql`update quiz_submissions set answers = '{}' where portal_id = ${portalId} and attempt_id in ${attempts}`);
  await run(sql`update scorm_states set cmi = '{}', cmi_bytes = 0 where portal_id = ${portalId} and attempt_id in ${attempts}`);
  // The name of the device goes; the keys stay different from one another, because each entry stays one entry (INV-7).
  await run(sql`update commit_log l set delta = '{}', client_id = 'erased-' || d.nth
    from (select attempt_id, client_id, row_number() over (partition by attempt_id order by min(received_at), client_id) as nth
      from commit_log where portal_id = ${portalId} and attempt_id in ${attempts} group by attempt_id, client_id) d
    where l.portal_id = ${portalId} and l.attempt_id = d.attempt_id and l.client_id = d.client_id`);

  await run(sql`update jobs set input = '{}', checkpoint = null, result = null, reason = null, undo_until = null, ip = ''
    where portal_id = ${portalId} and owner_id = ${userId} and ended_at is not null`);
  await run(
    sql`update jobs set input = '{}' where portal_id = ${portalId} and kind = 'export-person' and (input ->> 'userId')::bigint = ${userId}`,
  );
  await run(sql`update import_rows set cells = '{}', email = null, match_key = null, findings = '[]', changes = '[]', joins = '{}', leaves = '{}', undo = null,
      person_id = null
    where portal_id = ${portalId} and (person_id = ${userId} or email = ${email})`);

  await eraseEntries(db, portalId, { userId, email });
}

/** What was merged into somebody goes with them, and what the merges remember of both; they can be undone no more. Gives keys of files. */
async function emptyMerged(db: Db, portalId: number, userId: number): Promise<string[]> {
  const { rows } = await typed(Merged)`select m.id, m.gone_id as "goneId", u.email from merges m join users u on u.id = m.gone_id
    where m.portal_id = ${portalId} and m.kept_id = ${userId} and m.undone_at is null order by m.id`.execute(db);
  const ids = sql`(select id from merges where portal_id = ${portalId} and (kept_id = ${userId} or gone_id = ${userId}))`;
  await sql`update merge_moves set before = '{}', after = '{}' where portal_id = ${portalId} and merge_id in ${ids}`.execute(db);
  await sql`update jobs set undo_until = null where portal_id = ${portalId} and kind = 'merge-people' and (input ->> 'mergeId')::bigint in ${ids}`.execute(
    db,
  );
  const files: string[] = [];
  for (const { goneId, email } of rows) {
    files.push(...(await dropFiles(db, portalId, goneId, email)));
    await emptyRecords(db, portalId, goneId, email);
    files.push(...(await emptyMerged(db, portalId, goneId)));
    await emptyPerson(db, portalId, goneId, goneId);
  }
  return files;
}

/** Gives everything that this portal knows of somebody whose account lives on to a nobody. Returns the nobody's id. */
async function becomeNobody(db: Db, portalId: number, userId: number): Promise<number> {
  const { rows } = await typed(
    Id,
  )`insert into users (email, kind) values (${`${randomUUID()}@erased.invalid`}, 'departed') returning id`.execute(db);
  const nobodyId = rows[0]?.id ?? 0;
  await sql`insert into memberships (portal_id, user_id, status, joined_at)
    select portal_id, ${nobodyId}, 'suspended', joined_at from memberships where portal_id = ${portalId} and user_id = ${userId}`.execute(
    db,
  );
  await sql`update enrolments set user_id = ${nobodyId} where portal_id = ${portalId} and user_id = ${userId}`.execute(db);
  for (const { table, column } of references)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${nobodyId} where portal_id = ${portalId} and ${sql.ref(column)} = ${userId}`.execute(
      db,
    );
  await sql`delete from memberships where portal_id = ${portalId} and user_id = ${userId}`.execute(db);
  return nobodyId;
}

/** Empties the membership, and the account where nobody needs it any more. */
async function emptyPerson(db: Db, portalId: number, nobodyId: number, accountId: number | null) {
  await sql`update memberships set status = 'suspended', is_author = false, is_manager = false, is_admin = false, widgets = '{}', last_sign_in_at = null,
      roles_change_at = null, role_limits = null, external_id = null
    where portal_id = ${portalId} and user_id = ${nobodyId}`.execute(db);
  if (accountId === null) return;
  await sql`delete from account_security where user_id = ${accountId}`.execute(db);
  await sql`update users set kind = 'departed', email = ${`${randomUUID()}@erased.invalid`}, given_name = '', family_name = '', password_hash = null,
      password_changed_at = null, email_set_at = null, must_change_password = false, locale = null, time_zone = null, theme = 'system', shortcuts = true,
      tours = '{}'
    where id = ${accountId}`.execute(db);
}
