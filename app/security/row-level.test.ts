import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#platform/db/connect.ts";
import { hashToken } from "#platform/tokens.ts";
import { buildWorld, type World } from "./world.ts";

// Row-level security is complete without the application's own filters (security.md §4): raw SQL as stoa_app.

let world: World;
let tables: string[] = [];
const inA = <T>(work: (db: Db) => Promise<T>) => world.app.databases.inPortal(world.app.portal("a").id, work);
const asSystem = <T>(work: (db: Db) => Promise<T>) => world.app.databases.inSystem("look under the application", work);

beforeAll(async () => {
  world = await buildWorld();
  const { app, things } = world;
  // Adds rows of B to the tables that the world leaves empty, through the calls that write them.
  const commits = [
    { seq: 1, fact: { kind: "view", pageId: "p1" } },
    { seq: 2, fact: { kind: "answers", blockId: "z", answers: { q1: { kind: "single", option: "a" } } } },
    { seq: 3, fact: { kind: "submit", blockId: "z", answers: { q1: { kind: "single", option: "a" } } } },
  ];
  const steps = [
    { url: `/rest/progress/attempts/${things.b.attempts["student"]}/commits`, body: { clientId: "client-of-b", epoch: 1, commits } },
    { url: "/rest/enrolment/enrol", body: { courseId: things.b.freeCourseId } },
    { url: "/rest/enrolment/leave", body: { courseId: things.b.freeCourseId } },
    { url: "/rest/environment/switchPortal", body: { portalId: app.portal("b").id } },
  ];
  for (const step of steps)
    expect([step.url, (await world.send("student", "b", { method: "POST", ...step })).status]).toEqual([step.url, 200]);
  // The role last used is stored when it changes.
  const role = { method: "POST", url: "/rest/environment/updateCurrentRole?newRole=PortalAuthor" };
  expect((await world.send("author", "b", role)).status).toBe(200);
  const b = app.portal("b").id;
  const attempt = things.b.attempts["student"] ?? 0;
  await asSystem(async (db) => {
    await sql`insert into completion_reversals (portal_id, completion_id, reversed_by, reason)
      select portal_id, id, user_id, 'test' from completions where portal_id = ${b} limit 1`.execute(db);
    await sql`insert into completion_results (portal_id, completion_id, score_percent, passed)
      select portal_id, id, 50, true from completions where portal_id = ${b} limit 1`.execute(db);
    await sql`insert into course_files (portal_id, course_id, file_id) values (${b}, ${things.b.courseId}, ${things.b.fileId})`.execute(db);
    await sql`insert into course_prerequisites (portal_id, course_id, required_id, nth)
      values (${b}, ${things.b.courseId}, ${things.b.freeCourseId}, 1)`.execute(db);
    await sql`insert into course_fitting (portal_id, course_id, user_id)
      values (${b}, ${things.b.courseId}, ${app.person("author", "b").id})`.execute(db);
    await sql`insert into course_authors (portal_id, course_id, user_id)
      values (${b}, ${things.b.courseId}, ${app.person("author", "b").id})`.execute(db);
    await sql`insert into course_reviews (portal_id, course_id, step) values (${b}, ${things.b.courseId}, 'asked')`.execute(db);
    await sql`insert into course_media (portal_id, course_id, file_id) values (${b}, ${things.b.courseId}, ${things.b.fileId})`.execute(db);
    await sql`insert into web_packages (portal_id, file_id, storage_key, title, entry, entry_count, bytes) values (${b}, ${things.b.fileId}, ${"d".repeat(32)}, 'x', 'index.html', 1, 1)`.execute(
      db,
    );
    await sql`insert into picture_sizes (portal_id, file_id, width, storage_key, bytes, sha256) values (${b}, ${things.b.fileId}, 480, ${"e".repeat(64)}, 1, ${"e".repeat(64)})`.execute(
      db,
    );
    await sql`with of as (select a.portal_id, a.course_id, a.version_id, a.id from attempts a where a.portal_id = ${b} limit 1),
      decided as (insert into version_moves (portal_id, version_id, course_id, in_progress, completed, counts)
        select portal_id, version_id, course_id, 'finish', 'equivalent', '{}' from of)
      insert into attempt_moves (portal_id, version_id, from_attempt_id, kind) select portal_id, version_id, id, 'equivalent' from of`.execute(
      db,
    );
    await sql`with field as (insert into fields (portal_id, kind, name, position, subject, own_access, manager_access)
        values (${b}, 'text', 'Row-level', 98, 'course', 'read', 'read') returning portal_id, id)
      insert into course_field_values (portal_id, field_id, course_id, words) select portal_id, id, ${things.b.courseId}, 'test' from field`.execute(
      db,
    );
    await sql`with one as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      reviewer as (insert into course_reviewers (portal_id, course_id, user_id, added_by) select portal_id, ${things.b.courseId}::bigint, user_id, user_id from one),
      said as (insert into review_comments (portal_id, course_id, page_id, page_title, about, author_id, words)
        select portal_id, ${things.b.courseId}::bigint, 'p1', 'One', '', user_id, 'Said' from one),
      link as (insert into preview_links (portal_id, course_id, name, shows, key, token_hash, made_by, expires_at)
        select portal_id, ${things.b.courseId}::bigint, 'Row-level', 'draft', 'key', 'link', user_id, now() from one returning portal_id, id)
      insert into preview_passes (portal_id, link_id, token_hash, expires_at) select portal_id, id, 'pass', now() from link`.execute(db);
    await sql`insert into scheduled_publications (portal_id, course_id, publish_at, time_zone, note, asked_by)
      values (${b}, ${things.b.courseId}, now(), 'UTC', 'Later', ${app.person("author", "b").id})`.execute(db);
    await sql`insert into reusable_blocks (portal_id, title, block, words, file_ids) values (${b}, 'Row-level', '{}', '', '{}')`.execute(
      db,
    );
    await sql`with made as (insert into course_languages (portal_id, course_id, language) values (${b}, ${things.b.courseId}, 'de') returning *)
      insert into course_texts (portal_id, course_id, language, key, value, source)
      select portal_id, course_id, language, 'course/title', '"a"', '"b"' from made`.execute(db);
    await sql`insert into draft_visits (portal_id, course_id, user_id, visit) values (${b}, ${things.b.courseId}, ${app.person("author", "b").id}, 'one')`.execute(
      db,
    );
    await sql`insert into loose_files (portal_id, storage_key) values (${b}, ${"0".repeat(64)})`.execute(db);
    await sql`insert into scorm_packages (portal_id, course_id, standard, edition, storage_key, entry_count, bytes, source_file_id, manifest, report)
      values (${b}, ${things.b.drafts["author"] ?? 0}, '1.2', '1.2', 'test', 1, 1, ${things.b.fileId}, '{}', '{}')`.execute(db);
    await sql`insert into course_draft_pages (portal_id, course_id, page_id, page)
      select portal_id, course_id, 'p1', '{}' from course_drafts where portal_id = ${b} limit 1`.execute(db);
    await sql`insert into scorm_states (portal_id, attempt_id, sco_key) values (${b}, ${attempt}, 'sco')`.execute(db);
    await sql`insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls) values (${b}, ${attempt}, 'sco', 'session1', '[]')`.execute(
      db,
    );
    await sql`with one as (insert into announcements (portal_id, texts, time_zone) values (${b}, '{}', 'UTC') returning portal_id, id)
      insert into announcement_receipts (portal_id, announcement_id, user_id)
      select portal_id, one.id, user_id from one join attempts using (portal_id) limit 1`.execute(db);
    await sql`with made as (insert into catalogues (portal_id, name) values (${b}, 'One') returning portal_id, id),
        courses_in as (insert into catalogue_courses (portal_id, catalogue_id, course_id) select portal_id, id, ${things.b.courseId} from made),
        categories_in as (insert into catalogue_categories (portal_id, catalogue_id, category_id) select portal_id, id, ${things.b.categoryId} from made)
      insert into catalogue_groups (portal_id, catalogue_id, group_id)
      select made.portal_id, made.id, g.id from made join groups g on g.portal_id = made.portal_id limit 1`.execute(db);
    await sql`insert into catalog_synonyms (portal_id, lines) values (${b}, '[["a", "b"]]')`.execute(db);
    await sql`insert into catalog_unfound (portal_id, words) values (${b}, 'nothing')`.execute(db);
    await sql`insert into quick_links (portal_id, titles, address, icon, position) values (${b}, '{}', '/v/', 'link', 1)`.execute(db);
    await sql`insert into quick_link_clicks (portal_id, link_id, clicks) select portal_id, id, 1 from quick_links where portal_id = ${b}`.execute(
      db,
    );
    await sql`insert into quick_link_checks (portal_id, link_id, address) select portal_id, id, address from quick_links where portal_id = ${b}`.execute(
      db,
    );
    await sql`insert into quick_link_secrets (portal_id, link_id, sealed) select portal_id, id, 'test' from quick_links where portal_id = ${b}`.execute(
      db,
    );
    await sql`insert into mail_servers (portal_id, host, port, tls, user_name, sealed, is_on) values (${b}, 'mail.test', 25, 'starttls', 'b', 'test', true)`.execute(
      db,
    );
    await sql`with hook as (insert into webhooks (portal_id, name, address, format) values (${b}, 'B', 'https://b.test/', 'json') returning portal_id, id),
      secret as (insert into webhook_secrets (portal_id, webhook_id, sealed) select portal_id, id, 'test' from hook)
      insert into webhook_deliveries (portal_id, webhook_id, event, event_id, occurred_at) select portal_id, id, 'test', gen_random_uuid(), now() from hook`.execute(
      db,
    );
    await sql`insert into portal_pages (portal_id, page) values (${b}, 'privacy')`.execute(db);
    await sql`insert into portal_page_versions (portal_id, page, number, content) values (${b}, 'privacy', 1, '{}')`.execute(db);
    await sql`insert into portal_seats (portal_id, cap) values (${b}, 100000)`.execute(db);
    await sql`insert into help_overrides (portal_id, article, is_hidden) values (${b}, 'history', true)`.execute(db);
    await sql`insert into help_articles (portal_id, texts, position) values (${b}, '{}', 1)`.execute(db);
    await sql`insert into help_versions (portal_id, article, texts) values (${b}, 'history', '{}')`.execute(db);
    await sql`insert into help_answers (portal_id, user_id, article, helped)
      select portal_id, user_id, 'history', true from memberships where portal_id = ${b} limit 1`.execute(db);
    await sql`insert into category_slugs (portal_id, slug, category_id) values (${b}, 'one', ${things.b.categoryId})`.execute(db);
    await sql`insert into category_removals (portal_id, category_id, name, description, is_hidden, position, course_ids, added_ids, child_ids)
      values (${b}, 999999999, 'Gone', '', false, 1, '{}', '{}', '{}')`.execute(db);
    await sql`with one as (insert into help_questions (portal_id, user_id, topic) select portal_id, user_id, 'course' from attempts where portal_id = ${b} limit 1
        returning portal_id, id, user_id)
      insert into help_messages (portal_id, question_id, author_id, is_answer, words) select portal_id, id, user_id, false, 'Help' from one`.execute(
      db,
    );
    await sql`select seal_audit(${b}, 10)`.execute(db);
    await sql`with made as (
        insert into corrections (portal_id, enrolment_id, kind, reason, made_by)
        select portal_id, id, 'exempt', 'test', user_id from enrolments where portal_id = ${b} limit 1 returning portal_id, id, made_by)
      insert into correction_reversals (portal_id, correction_id, reversed_by, reason) select portal_id, id, made_by, 'test' from made`.execute(
      db,
    );
    await sql`with one as (insert into merges (portal_id, kept_id, gone_id, choices, asked_by, status_before)
        values (${b}, ${app.person("student", "b").id}, ${app.person("author", "b").id}, '{}', ${app.person("admin", "b").id}, 'active') returning portal_id, id)
      insert into merge_moves (portal_id, merge_id, record, record_id, before, after) select portal_id, id, 'role', 1, '{}', '{}' from one`.execute(
      db,
    );
    await sql`insert into erasures (portal_id, user_id, reason, asked_by, due_at, status_before, cancelled_at)
      values (${b}, ${app.person("student", "b").id}, 'Row-level', ${app.person("admin", "b").id}, now(), 'active', now())`.execute(db);
    await sql`insert into account_views (portal_id, user_id, viewer_id, session_id, writes, reason, ended_at)
      select portal_id, user_id, user_id, 1, false, '', now() from attempts where portal_id = ${b} limit 1`.execute(db);
    await sql`insert into ended_sessions (portal_id, session_id) values (${b}, 1)`.execute(db);
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      run as (insert into bulk_runs (portal_id, owner_id, kind, input, about, selection)
        select portal_id, user_id, 'test', '{}', '{}', '{}' from someone returning portal_id, id, owner_id)
      insert into bulk_rows (portal_id, run_id, user_id, before, after) select portal_id, id, owner_id, '{}', '{}' from run`.execute(db);
    await sql`insert into bulk_course_rows (portal_id, run_id, course_id, before, after)
      select r.portal_id, r.id, c.id, '{}', '{}' from (select * from bulk_runs where portal_id = ${b} limit 1) r, lateral (select id from courses where portal_id = ${b} limit 1) c`.execute(
      db,
    );
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      made as (insert into groups (portal_id, name) select portal_id, n from someone, unnest(array['One', 'Two']) n returning portal_id, id, name),
      nested as (insert into group_children (portal_id, group_id, child_id)
        select m.portal_id, m.id, c.id from made m join made c on m.name = 'One' and c.name = 'Two'),
      members as (insert into group_members (portal_id, group_id, user_id, cause) select m.portal_id, m.id, s.user_id, 'hand' from made m, someone s)
      insert into group_history (portal_id, group_id, user_id, change, cause) select m.portal_id, m.id, s.user_id, 'joined', 'hand' from made m, someone s`.execute(
      db,
    );
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      field as (insert into fields (portal_id, kind, name, position) select portal_id, 'text', 'Row-level', 99 from someone returning portal_id, id)
      insert into field_values (portal_id, field_id, user_id, words) select f.portal_id, f.id, s.user_id, 'test' from field f, someone s`.execute(
      db,
    );
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      merged as (insert into field_merges (portal_id, field_id, from_id, into_id)
        select portal_id, field_id, min(id), max(id) from field_options where portal_id = ${b} group by portal_id, field_id having count(*) > 1 limit 1 returning portal_id, id)
      insert into field_merge_rows (portal_id, merge_id, user_id, nth, source, changed_at) select m.portal_id, m.id, s.user_id, 0, 'local', now() from merged m, someone s`.execute(
      db,
    );
    await sql`insert into field_files (portal_id, user_id, storage_key, name, media_type)
      select portal_id, user_id, 'row-level', 'a.txt', 'text/plain' from attempts where portal_id = ${b} limit 1`.execute(db);
    await sql`insert into role_copies (portal_id, name, of_role, permissions) values (${b}, 'Row-level', 'Manager', '{see-people}')`.execute(
      db,
    );
    await sql`insert into people_changes (portal_id) values (${b})`.execute(db);
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      made as (insert into groups (portal_id, name, status, deleted_at) select portal_id, 'Gone', 'deleted', now() from someone returning portal_id, id),
      list as (insert into people_lists (portal_id, owner_id, expires_at) select portal_id, user_id, now() from someone returning portal_id, id),
      line as (insert into people_list_lines (portal_id, list_id, nth, words, fate) select portal_id, id, 1, 'test', 'unknown' from list)
      insert into deleted_group_members (portal_id, group_id, user_id, cause, joined_at)
      select m.portal_id, m.id, s.user_id, 'hand', now() from made m, someone s`.execute(db);
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      message as (insert into messages (portal_id, user_id, event, mandatory) select portal_id, user_id, 'enrolled', false from someone
        returning portal_id, id, user_id),
      told as (insert into notifications (portal_id, event, subject, user_id, occurrence, message_id)
        select portal_id, 'enrolled', 'course:1', user_id, 'row-level', id from message),
      chosen as (insert into notification_preferences (portal_id, user_id, event, mail) select portal_id, user_id, 'enrolled', 'off' from someone),
      text as (insert into mail_texts (portal_id, event, language, revision, saved_by) select portal_id, 'enrolled', 'en', 1, user_id from someone),
      course as (select portal_id, id from courses where portal_id = ${b} limit 1),
      other as (insert into mail_overrides (portal_id, event, course_id) select portal_id, 'enrolled', id from course returning portal_id, id),
      words as (insert into mail_override_texts (portal_id, override_id, language, revision) select portal_id, id, 'en', 1 from other),
      days as (insert into event_timings (portal_id, event, days) values (${b}, 'due_soon', '{3}')),
      refused as (insert into suppressed_addresses (portal_id, address, reason) values (${b}, 'refused@b.test', 'refused'))
      insert into mail_settings (portal_id) values (${b})`.execute(db);
    await sql`insert into webhook_outbox (portal_id, notification_id) select portal_id, id from notifications where portal_id = ${b} limit 1`.execute(
      db,
    );
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      view as (insert into list_views (portal_id, owner_id, list, name, query) select portal_id, user_id, 'people', 'Row-level', '' from someone
        returning portal_id, owner_id, id)
      insert into list_view_pins (portal_id, user_id, view_id) select portal_id, owner_id, id from view`.execute(db);
    await sql`insert into password_link_orders (portal_id, run_id, user_id, minutes, staff)
      select portal_id, id, owner_id, 30, false from bulk_runs limit 1`.execute(db);
    await sql`insert into password_links (portal_id, user_id, token_hash, expires_at)
      select portal_id, user_id, sha256('test'), now() + interval '1 hour' from attempts where portal_id = ${b} limit 1`.execute(db);
    await sql`with someone as (select portal_id, user_id from attempts where portal_id = ${b} limit 1),
      step as (insert into sign_in_steps (portal_id, user_id, token_hash, kind, method, expires_at)
        select portal_id, user_id, sha256('test'), 'factor', 'password', now() + interval '1 hour' from someone),
      way as (insert into sign_in_links (portal_id, user_id, token_hash, expires_at)
        select portal_id, user_id, sha256('test'), now() + interval '1 hour' from someone),
      email as (insert into email_changes (portal_id, user_id, old_email, new_email, token_hash, expires_at)
        select portal_id, user_id, 'old@b.test', 'new@b.test', sha256('test'), now() + interval '1 hour' from someone),
      browser as (insert into known_browsers (portal_id, user_id, token_hash) select portal_id, user_id, sha256('test') from someone),
      passkey as (insert into passkeys (portal_id, user_id, rp_id, credential_id, public_key, name) select portal_id, user_id, 'b.test', 'row-level', 'x', 'test' from someone),
      challenge as (insert into passkey_challenges (portal_id, user_id, challenge, expires_at) select portal_id, user_id, 'row-level', now() + interval '1 hour' from someone)
      insert into factor_graces (portal_id, user_id) select portal_id, user_id from someone`.execute(db);
    await sql`with registered as (insert into registrations (portal_id, email, given_name, family_name) values (${b}, 'someone@row.test', 'A', 'B')),
      terms as (insert into registration_terms (portal_id, version, terms) values (${b}, 1, 'test'))
      insert into registration_settings (portal_id) values (${b})`.execute(db);
    await sql`insert into terms_acceptances (portal_id, user_id, version) select portal_id, user_id, 1 from attempts where portal_id = ${b} limit 1`.execute(
      db,
    );
    await sql`insert into invitations (portal_id, email, given_by, expires_at)
      select portal_id, 'someone@row.test', user_id, now() + interval '1 day' from attempts where portal_id = ${b} limit 1`.execute(db);
    await sql`with list as (insert into invitation_lists (portal_id, owner_id, effects, days, locale, expires_at)
        select portal_id, user_id, '{}', 7, 'en', now() from attempts where portal_id = ${b} limit 1 returning portal_id, id)
      insert into invitation_list_lines (portal_id, list_id, nth, line, words, fate) select portal_id, id, 1, 1, 'test', 'malformed' from list`.execute(
      db,
    );
    await sql`with drafted as (insert into brand_drafts (portal_id) values (${b})),
      published as (insert into brand_versions (portal_id, brand) values (${b}, '{}'))
      insert into brand_images (portal_id, file_id, slot, width, height, tone) values (${b}, ${things.b.fileId}, 'logo', 1, 1, '#000000')`.execute(
      db,
    );
    await sql`insert into group_brands (portal_id, group_id) select portal_id, id from groups where portal_id = ${b} limit 1`.execute(db);
    await sql`with code as (insert into authorization_codes (portal_id, label, time_zone, given_by, made_by)
        select portal_id, 'Row-level', 'UTC', user_id, user_id from attempts where portal_id = ${b} limit 1 returning portal_id, id, made_by),
      word as (insert into authorization_code_words (portal_id, code_id, word_hash, sealed) select portal_id, id, sha256('test'), 'test' from code
        returning portal_id, code_id, id)
      insert into authorization_code_uses (portal_id, code_id, word_id, user_id, is_new, granted)
      select w.portal_id, w.code_id, w.id, c.made_by, false, '{}' from word w join code c on c.id = w.code_id`.execute(db);
    await sql`insert into api_tokens (portal_id, user_id, name, prefix, token_hash, scopes, expires_at)
      select portal_id, user_id, 'Row-level', 'stoa_test', sha256('test'), '{learning:read}', now() + interval '1 day' from attempts where portal_id = ${b} limit 1`.execute(
      db,
    );
    await sql`insert into import_headings (portal_id, heading) values (${b}, 'test')`.execute(db);
    await sql`with kept as (insert into imports (portal_id, owner_id, file_name, file_bytes, reading)
        select portal_id, user_id, 'test.csv', 1, '{}' from attempts where portal_id = ${b} limit 1 returning portal_id, id)
      insert into import_rows (portal_id, import_id, number, cells) select portal_id, id, 1, '{}' from kept`.execute(db);
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity and c.relname <> all ('{users,portals}') order by 1`.execute(
      db,
    );
    tables = rows.map(({ name }) => name);
  });
});
afterAll(() => world.app.close());

const countOf = async (db: Db, table: string, where = sql`true`) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
};
const foreign = () => sql`portal_id <> ${world.app.portal("a").id}`;

/** The start of PostgreSQL's error message, or what happened instead. Each attempt runs in its own transaction. */
const refusal = (work: (db: Db) => Promise<{ numAffectedRows?: bigint | undefined }>) =>
  inA(work).then(
    ({ numAffectedRows }) => `${numAffectedRows ?? 0n} rows`,
    (error: { code?: string }) => error.code ?? String(error),
  );

test("the other portal has rows in every portal-owned table, so that the tests below mean something", async () => {
  expect(tables.length).toBeGreaterThan(20);
  const empty = await asSystem(async (db) => {
    const found: string[] = [];
    for (const table of tables) if ((await countOf(db, table, sql`portal_id = ${world.app.portal("b").id}`)) === 0) found.push(table);
    return found;
  });
  expect(empty).toEqual([]);
});

test("a bare select in portal A sees no row of B, and neither do the views", async () => {
  const views = await asSystem((db) =>
    sql<{ name: string }>`select table_name as name from information_schema.views where table_schema = 'public'`.execute(db),
  );
  for (const name of [...tables, ...views.rows.map((view) => view.name)]) {
    const seen = await inA((db) => countOf(db, name, foreign())).catch((error: { code?: string }) => error.code);
    // 42501: no right to read the table at all.
    expect([name, seen === 0 || seen === "42501"]).toEqual([name, true]);
  }
});

test("a row with B's portal_id cannot be written in portal A", async () => {
  for (const table of tables) {
    const row = await asSystem(async (db) => {
      const { rows } = await sql<{
        row: string;
      }>`select to_jsonb(t)::text as row from ${sql.table(table)} t where portal_id = ${world.app.portal("b").id} limit 1`.execute(db);
      return rows[0]?.row ?? "";
    });
    const columns = await asSystem(async (db) => {
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(db);
      return sql.join(rows.map(({ name }) => sql.ref(name)));
    });
    const written = await refusal((db) =>
      sql`insert into ${sql.table(table)} (${columns}) overriding system value
        select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${row}::jsonb)`.execute(db),
    );
    expect([table, written]).toEqual([table, "42501"]);
  }
});

test("rows of B cannot be changed or deleted from A, nor rows of A moved to B", async () => {
  const b = world.app.portal("b").id;
  const before = await asSystem(async (db) => {
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await countOf(db, table, sql`portal_id = ${b}`);
    return counts;
  });
  for (const table of tables) {
    const results = [
      await refusal((db) => sql`delete from ${sql.table(table)} where portal_id = ${b}`.execute(db)),
      await refusal((db) => sql`update ${sql.table(table)} set portal_id = portal_id where portal_id = ${b}`.execute(db)),
    ];
    for (const result of results) expect([table, ["0 rows", "42501"].includes(result)]).toEqual([table, true]);
    // There must be a row of A that could be moved, or nothing is tested.
    if (await inA((db) => countOf(db, table)).catch(() => 0))
      expect([table, await refusal((db) => sql`update ${sql.table(table)} set portal_id = ${b}`.execute(db))]).toEqual([table, "42501"]);
  }
  const after = await asSystem(async (db) => {
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await countOf(db, table, sql`portal_id = ${b}`);
    return counts;
  });
  expect(after).toEqual(before);
});

test("a request's role makes nobody more than they are, and changes nobody's password (security.md 14, 15)", async () => {
  const { id } = world.app.person("student", "a");
  const tries = [
    sql`update users set is_system_admin = true where id = ${id}`,
    sql`update users set password_hash = 'known' where id = ${id}`,
    sql`update users set email = 'mine@a.test' where id = ${id}`,
    sql`update users set kind = kind where id = ${id}`,
    sql`insert into users (email, is_system_admin) values ('new@a.test', true)`,
    sql`update memberships set is_admin = true where user_id = ${id}`,
    sql`update memberships set status = 'active' where user_id = ${id}`,
    sql`insert into memberships (portal_id, user_id, is_admin) values (${world.app.portal("a").id}, ${world.app.person("student", "b").id}, true)`,
    sql`update portals set status = 'active'`,
    sql`insert into portal_hosts (host, portal_id) values ('mine.test', ${world.app.portal("a").id})`,
  ];
  for (const [index, one] of tries.entries()) expect([index, await refusal((db) => one.execute(db))]).toEqual([index, "42501"]);
});

describe("one injected statement of a request", () => {
  const me = () => world.app.person("student", "a");
  const other = () => world.app.person("author", "a");
  /** The same as refusal, with the student's own request open, which is where an injected statement runs. */
  const injected = async (statement: ReturnType<typeof sql>) => {
    const token = await world.app.openSession(world.app.portal("a").id, me().id);
    const request = { portalId: world.app.portal("a").id, tokenHash: hashToken(token), idleMinutes: 60, withPortals: false };
    return world.app.databases
      .openRequest(request, ({ db }) => statement.execute(db))
      .then(
        ({ rows, numAffectedRows }) => (numAffectedRows === undefined ? JSON.stringify(rows) : `${numAffectedRows} rows`),
        (error: { code?: string }) => error.code ?? String(error),
      );
  };
  const names = () =>
    asSystem(async (db) => (await sql<{ name: string }>`select email || given_name as name from users order by id`.execute(db)).rows);

  test("reads no password, whichever way it asks", async () => {
    const tries = [
      sql`select password_hash from users`,
      sql`select * from users`,
      sql`select u from users u`,
      sql`select to_jsonb(u) from users u`,
      sql`select email from users order by password_hash`,
      sql`select count(*) from users where password_hash like '$argon2id$%'`,
      sql`update users set given_name = password_hash where id = ${me().id} returning given_name`,
      sql`select set_config('role', 'stoa_app', true), (select max(password_hash) from users)`,
      sql`copy users to stdout`,
      sql`select query_to_xml('select password_hash from users', true, false, '')`,
      sql`select stavalues1 from pg_statistic where starelid = 'users'::regclass`,
      sql`select password_hash from registrations`,
      sql`select * from registrations`,
    ];
    for (const [index, one] of tries.entries()) expect([index, await injected(one)]).toEqual([index, "42501"]);
  });

  test("reads no password as the role that works for staff either: no role of requests has that right, wherever one stands", async () => {
    const { rows } = await asSystem((db) =>
      sql<{ role: string; column: string }>`select r.role, c.relname || '.' || a.attname as column
        from pg_attribute a join pg_class c on c.oid = a.attrelid
          cross join (values ('stoa_app'), ('stoa_people'), ('stoa_system')) as r (role)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attname like '%password_hash%'
          and has_column_privilege(r.role, c.oid, a.attnum, 'select')
        order by 1, 2`.execute(db),
    );
    expect(rows.map(({ role, column }) => `${role} ${column}`)).toEqual([
      "stoa_system registrations.password_hash",
      "stoa_system users.password_hash",
    ]);
  });

  test("renames nobody but the person asking", async () => {
    const before = await names();
    const tries = [
      sql`update users set given_name = 'Mallory' where id = ${other().id}`,
      sql`update users set given_name = 'Mallory' where id <> ${me().id}`,
      sql`with s as materialized (select set_config('app.portal_id', ${String(world.app.portal("b").id)}, true))
        update users set given_name = 'Mallory' from s where id <> ${me().id}`,
      sql`with s as materialized (select set_config('app.session', (select encode(token_hash, 'hex') from sessions where user_id = ${other().id} limit 1), true))
        update users set given_name = 'Mallory' from s where id = ${other().id}`,
    ];
    await world.app.openSession(world.app.portal("a").id, other().id);
    for (const [index, one] of tries.entries()) expect([index, await injected(one)]).toEqual([index, "0 rows"]);
    expect(await names()).toEqual(before);
    expect(await injected(sql`update users set theme = 'dark', shortcuts = true`)).toBe("1 rows");
    expect(await refusal((db) => sql`update users set theme = 'dark'`.execute(db))).toBe("0 rows");
  });

  test("is nobody else with what the table of sessions has, and starts no session", async () => {
    await world.app.openSession(world.app.portal("a").id, other().id);
    const portalId = world.app.portal("a").id;
    expect(
      await injected(sql`select o.user_id from sessions s, open_request(${portalId}, s.token_hash, interval '1 hour', false) o
        where s.user_id = ${other().id}`),
    ).toBe("[]");
    const tries = [
      sql`insert into sessions (portal_id, token_hash, user_id, expires_at)
        values (${portalId}, sha256('known'), ${other().id}, now() + interval '1 hour')`,
      sql`update sessions set user_id = ${other().id}`,
      sql`update sessions set token_hash = sha256('known') where user_id = ${other().id}`,
      sql`update sessions set expires_at = now() + interval '1 year'`,
      sql`select * from handover_tokens`,
      sql`select * from account_security`,
      sql`insert into passkeys (portal_id, user_id, rp_id, credential_id, public_key, name) values (${portalId}, ${other().id}, 'a.test', 'known', 'x', 'x')`,
      sql`update passkeys set public_key = 'x'`,
      sql`insert into passkey_challenges (portal_id, challenge, expires_at) values (${portalId}, 'known', now() + interval '1 hour')`,
      sql`update known_browsers set trusted_until = now() + interval '1 day'`,
      sql`insert into sign_in_steps (portal_id, user_id, token_hash, kind, method, expires_at) values (${portalId}, ${other().id}, sha256('known'), 'enrol', 'password', now() + interval '1 hour')`,
      sql`insert into password_links (portal_id, user_id, token_hash, expires_at) values (${portalId}, ${other().id}, sha256('known'), now() + interval '1 hour')`,
    ];
    for (const [index, one] of tries.entries()) expect([index, await injected(one)]).toEqual([index, "42501"]);
  });

  test("saving one's own name works as before", async () => {
    const reply = await world.send("student", "a", {
      method: "PUT",
      url: "/rest/account/profile",
      body: { givenName: "Renamed", familyName: "Ruiz", locale: null, timeZone: null },
    });
    expect(reply.status).toBe(200);
    expect((await names()).filter(({ name }) => name.endsWith("Renamed"))).toEqual([{ name: `${me().email}Renamed` }]);
  });
});
