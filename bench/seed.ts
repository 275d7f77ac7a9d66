// Adds to the demo's first portal: people with 20 courses for every run, and a whole organisation for --large.
import { hash } from "@node-rs/argon2";
import type pg from "pg";
import { defaultPolicy, readsOf } from "#features/courses/completion-policy.ts";
import { demoPassword } from "#db/demo/portals.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";

export const people = 64;
export const coursesEach = 20;
/** How many published courses the portal has before it is filled. */
export const coursesAtFirst = 50;

/** What the workloads need to know about the data. */
export interface Seeded {
  readonly portalId: number;
  /** The demo's long course, "Welcome aboard", and its number of pages. */
  readonly longCourse: { readonly id: number; readonly items: number };
  /** People with 20 courses each; the password is the demo's. */
  readonly emails: readonly string[];
  /** As many people whose password is hashed at almost no cost, to measure a sign-in without the hash. */
  readonly cheapEmails: readonly string[];
  /** The attempt at the long course of each of `emails`. */
  readonly attemptIds: readonly number[];
  /** The long course again as the editor makes it, where a run needs it. */
  readonly authoredCourse?: Seeded["longCourse"];
  /** The course of 10,000 people, where a run needs it. */
  readonly crowdedCourse?: number;
  /** Words of published titles, the most frequent first. */
  readonly titleWords: readonly string[];
}

export const emailOf = (kind: string, nth: number) => `bench-${kind}-${nth}@stoa.example`;

/** Tells the server that the catalog of a portal has changed, as its own writers do. Builds from before it kept counts in memory have no such table. */
async function catalogChanged(client: pg.Client, portalId: number) {
  const { rows } = await client.query<{ keeps: boolean }>("select to_regclass('public.catalog_changes') is not null as keeps");
  if (rows[0]?.keeps) await client.query("insert into catalog_changes (portal_id) values ($1)", [portalId]);
}

/** How many published courses a portal has. */
const countCourses = async (client: pg.Client, portalId: number) =>
  (
    await client.query<{ count: number }>("select count(*)::int as count from courses where portal_id = $1 and status = 'published'", [
      portalId,
    ])
  ).rows[0]?.count ?? 0;

/** Copies published online courses until the portal has `count` more, with their content, items, files and categories. */
async function copyCourses(client: pg.Client, portalId: number, count: number) {
  await client.query(
    `create temp table copies on commit drop as
     with source as (
       select c.id, row_number() over (order by c.id) - 1 as nth, count(*) over () as of
       from courses c join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
       where c.portal_id = $1 and c.status = 'published' and c.type = 'online' and c.title !~ ' \\d+$'
         and v.item_count < (select max(item_count) from course_versions where portal_id = $1))
     select g, s.id as source, nextval(pg_get_serial_sequence('courses', 'id')) as id,
       nextval(pg_get_serial_sequence('course_versions', 'id')) as version_id
     from generate_series(1, $2) g join source s on s.nth = g % s.of`,
    [portalId, count],
  );
  await client.query(`
    insert into courses (portal_id, id, type, title, summary, outcomes, tags, language, minutes, cover_file_id, status, self_enrol, created_by, published_at)
      overriding system value
      select c.portal_id, k.id, c.type, c.title || ' ' || k.id, c.summary, c.outcomes, c.tags, c.language, c.minutes, c.cover_file_id, c.status,
        c.self_enrol, c.created_by, now() - interval '400 days' + k.g * interval '1 minute'
      from copies k join courses c on c.id = k.source;
    insert into course_versions (portal_id, id, course_id, number, content, completion_rule, item_count, published_at)
      overriding system value
      select v.portal_id, k.version_id, k.id, 1, v.content, v.completion_rule, v.item_count, now() - interval '400 days'
      from copies k join courses c on c.id = k.source join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id;
    update courses c set current_version_id = k.version_id, content_search = s.content_search
      from copies k join courses s on s.id = k.source where c.id = k.id;
    insert into course_version_items (portal_id, version_id, item_key, position)
      select i.portal_id, k.version_id, i.item_key, i.position
      from copies k join courses c on c.id = k.source join course_version_items i on i.portal_id = c.portal_id and i.version_id = c.current_version_id;
    insert into course_files (portal_id, course_id, file_id)
      select f.portal_id, k.id, f.file_id from copies k join course_files f on f.course_id = k.source;
    insert into course_categories (portal_id, course_id, category_id)
      select x.portal_id, k.id, x.category_id from copies k join course_categories x on x.course_id = k.source`);
}

/** Creates people and their memberships of the portal. Returns their ids in order. */
export async function addPeople(
  client: pg.Client,
  portalId: number,
  emails: readonly string[],
  passwordHash: string | null,
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (
       insert into users (email, given_name, family_name, password_hash)
       select email, 'Bench', 'Person ' || nth, $2 from unnest($1::text[]) with ordinality as e(email, nth) returning id, email),
     joined as (insert into memberships (portal_id, user_id) select $3, id from made)
     select id from made join unnest($1::text[]) with ordinality as e(email, nth) using (email) order by nth`,
    [emails, passwordHash, portalId],
  );
  return rows.map(({ id }) => Number(id));
}

/**
 * Enrols people by the temporary table `plan` (user_id, course_id, k): of a person's courses, one in five is not started and due within a week, two in
 * five are in progress, two in five completed. `begunOnly` starts every course. k numbers a person's courses from 0.
 */
export async function workThroughPlan(client: pg.Client, portalId: number, begunOnly: boolean) {
  await client.query(
    `create temp table work on commit drop as
     select p.user_id, p.course_id, p.k, c.current_version_id as version_id, v.item_count,
       case when k % 5 = 4 then $2::int else case when k % 5 < 2 then 1 else 2 end end as stage,
       nextval(pg_get_serial_sequence('enrolments', 'id')) as enrolment_id,
       nextval(pg_get_serial_sequence('attempts', 'id')) as attempt_id
     from plan p join courses c on c.portal_id = $1 and c.id = p.course_id
     join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
     order by p.user_id, p.k`,
    [portalId, begunOnly ? 1 : 0],
  );
  const portal = String(portalId);
  await client.query(`
    insert into enrolments (portal_id, id, course_id, user_id, created_at) overriding system value
      select ${portal}, enrolment_id, course_id, user_id, now() - interval '90 days' from work;
    insert into enrolment_causes (portal_id, enrolment_id, kind, created_by, due_at, created_at)
      select ${portal}, enrolment_id, 'self', user_id, case when stage = 0 then now() + (k % 7) * interval '20 hours' + interval '6 hours' end, now() - interval '90 days' from work;
    insert into attempts (portal_id, id, enrolment_id, course_id, user_id, version_id, number, started_at) overriding system value
      select ${portal}, attempt_id, enrolment_id, course_id, user_id, version_id, 1, now() - interval '80 days' + k * interval '1 day' from work where stage > 0;
    insert into attempt_states (portal_id, attempt_id, epoch, place, place_epoch, place_seq, highest_page, credited_seconds, last_activity_at)
      select ${portal}, w.attempt_id, 1, (select jsonb_build_object('pageId', i.item_key) from course_version_items i
          where i.portal_id = ${portal} and i.version_id = w.version_id order by i.position limit 1), 1, 1, 1, 600, now() - interval '70 days' + k * interval '1 day'
      from work w where stage > 0;
    insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select ${portal}, w.attempt_id, w.version_id, i.item_key
      from work w join course_version_items i on i.portal_id = ${portal} and i.version_id = w.version_id
      where stage > 0 and (stage = 2 or i.position < w.item_count / 2);
    insert into completions (portal_id, attempt_id, course_id, user_id, version_id, completed_at, score_percent, passed, source)
      select ${portal}, attempt_id, course_id, user_id, version_id, now() - interval '60 days' + k * interval '1 day', 90, true, 'rule' from work where stage = 2`);
}

export async function inOneGo<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const value = await work();
    await client.query("commit");
    return value;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Adds what every run needs and the demo does not have. */
export function seedPeople(server: ServerProcess): Promise<Seeded> {
  return onDatabase(server, async (client) => {
    const found = await client.query<{ portal_id: number; id: number; items: number }>(
      `select c.portal_id, c.id, v.item_count as items from courses c
       join portals p on p.id = c.portal_id and p.slug = 'northwind'
       join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id order by v.item_count desc limit 1`,
    );
    const long = found.rows[0];
    if (!long) throw new Error("The demo's long course is missing.");
    const [portalId, courseId] = [Number(long.portal_id), Number(long.id)];
    const kept = await client.query<{ password_hash: string }>("select password_hash from users where email = 'student@stoa.example'");
    const emails = Array.from({ length: people }, (_, nth) => emailOf("learner", nth));
    const cheapEmails = Array.from({ length: people }, (_, nth) => emailOf("cheap", nth));
    const cheapHash = await hash(demoPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const ids = await inOneGo(client, async () => {
      // One more comes with the SCORM workloads.
      await copyCourses(client, portalId, Math.max(12, coursesAtFirst - 1 - (await countCourses(client, portalId))));
      const added = await addPeople(client, portalId, emails, kept.rows[0]?.password_hash ?? null);
      await addPeople(client, portalId, cheapEmails, cheapHash);
      // They open Find Users too. Builds from before roles had assignments know only the flag.
      await client.query("update memberships set is_manager = true where portal_id = $1 and user_id = any($2)", [portalId, added]);
      await client.query(`do $$ begin if to_regclass('public.role_assignments') is not null then
        insert into role_assignments (portal_id, user_id, role) select portal_id, user_id, 'Manager' from memberships where is_manager
          and portal_id = ${portalId} and user_id = any ('{${added.join()}}'::bigint[]);
        end if; end $$`);
      await client.query(
        `create temp table plan on commit drop as
         select u as user_id, c.id as course_id, c.k from unnest($1::bigint[]) u cross join (
           select id, row_number() over (order by (id = $2) desc, id) - 1 as k from courses where portal_id = $3 and status = 'published' and type = 'online'
         ) c where c.k < ${coursesEach}`,
        [added, courseId, portalId],
      );
      await workThroughPlan(client, portalId, false);
      return added;
    });
    await client.query("vacuum analyze");
    const attempts = await client.query<{ id: number }>(
      "select a.id from attempts a where a.portal_id = $1 and a.course_id = $2 and a.user_id = any($3::bigint[]) order by array_position($3::bigint[], a.user_id)",
      [portalId, courseId, ids],
    );
    const words = await client.query<{ word: string }>(
      `select word from courses, regexp_split_to_table(lower(title), '[^a-z]+') as word
       where portal_id = $1 and status = 'published' and length(word) > 4 group by 1 order by count(*) desc, 1 limit 8`,
      [portalId],
    );
    return {
      portalId,
      longCourse: { id: courseId, items: long.items },
      emails,
      cheapEmails,
      attemptIds: attempts.rows.map(({ id }) => Number(id)),
      titleWords: words.rows.map(({ word }) => word),
    };
  });
}

/** A course with one SCORM 1.2 package of one SCO, and an enrolment in it for all of `emails` and `cheapEmails`. Its files are never requested. */
export function seedPackage(
  server: ServerProcess,
  { portalId, emails, cheapEmails }: Seeded,
  scoKey: string,
): Promise<{ id: number; packageId: number }> {
  const item = { identifier: "item-1", title: "Safe lifting", isVisible: true, scoKey, href: "index.html", isSco: true, children: [] };
  const manifest = {
    standard: "1.2",
    edition: "1.2",
    title: "Safe lifting",
    organization: { identifier: "org-1", title: "Safe lifting", items: [item] },
  };
  const report = { findings: [], entryCount: 1, bytes: 1000, standard: "1.2", edition: "1.2", scoCount: 1 };
  const content = (packageId: number) => ({
    chapters: [
      {
        id: "chapter-1",
        title: "Safe lifting",
        pages: [
          {
            id: scoKey,
            title: "Safe lifting",
            minutes: 10,
            rule: { viewed: false, scorm: true },
            blocks: [{ id: `${scoKey}-b`, kind: "scorm", packageId, scoKey }],
          },
        ],
      },
    ],
  });
  return onDatabase(server, (client) =>
    inOneGo(client, async () => {
      const idOf = async (sql: string, values: unknown[]) => Number((await client.query<{ id: number }>(sql, values)).rows[0]?.id);
      const id = await idOf(
        "insert into courses (portal_id, type, title, status, minutes, published_at) values ($1, 'scorm', 'Safe lifting', 'published', 10, now()) returning id",
        [portalId],
      );
      const packageId = await idOf(
        `insert into scorm_packages (portal_id, course_id, standard, edition, title, storage_key, entry_count, bytes, source_file_id, manifest, report)
         select $1, $2, '1.2', '1.2', 'Safe lifting', $5, 1, 1000, min(f.id), $3, $4 from files f where f.portal_id = $1 returning id`,
        [portalId, id, manifest, report, `bench-${scoKey}`],
      );
      const { decidesOn, resultsOn } = readsOf({ kind: "scorm", policy: defaultPolicy });
      const versionId = await idOf(
        "insert into course_versions (portal_id, course_id, number, content, completion_rule, item_count, decides_on, results_on) values ($1, $2, 1, $3, $4, 1, $5, $6) returning id",
        [portalId, id, content(packageId), { kind: "scorm", policy: defaultPolicy }, decidesOn, resultsOn],
      );
      await client.query("insert into course_version_items (portal_id, version_id, item_key, position) values ($1, $2, $3, 0)", [
        portalId,
        versionId,
        scoKey,
      ]);
      await client.query("update courses set current_version_id = $3 where portal_id = $1 and id = $2", [portalId, id, versionId]);
      await catalogChanged(client, portalId);
      await client.query(
        `with made as (
           insert into enrolments (portal_id, course_id, user_id) select $1, $2, id from users where email = any($3::text[]) returning portal_id, id, user_id)
         insert into enrolment_causes (portal_id, enrolment_id, kind, created_by) select portal_id, id, 'self', user_id from made`,
        [portalId, id, [...emails, ...cheapEmails]],
      );
      return { id, packageId };
    }),
  );
}

/** Adds 20,000 people, 1,000 courses and 300,000 attempts to the same portal. Returns the seconds it took. */
export function seedLarge(server: ServerProcess, { portalId }: Seeded): Promise<number> {
  return onDatabase(server, async (client) => {
    const began = performance.now();
    // Skips foreign key checks: millions of keys that are valid by construction would take most of the time.
    await client.query("set session_replication_role = replica");
    await inOneGo(client, async () => {
      await copyCourses(client, portalId, Math.max(0, 1000 - (await countCourses(client, portalId))));
      const ids = await addPeople(
        client,
        portalId,
        Array.from({ length: 20_000 }, (_, nth) => emailOf("crowd", nth)),
        null,
      );
      await client.query(
        `create temp table plan on commit drop as
         with course as (select id, row_number() over (order by id) - 1 as nth, count(*) over () as of from courses where portal_id = $2 and status = 'published' and type = 'online' and current_version_id is not null)
         select u.id as user_id, c.id as course_id, k from unnest($1::bigint[]) with ordinality as u(id, nth) cross join generate_series(0, 14) k
         join course c on c.nth = (u.nth * 7 + k * 61) % c.of`,
        [ids, portalId],
      );
      await workThroughPlan(client, portalId, true);
    });
    await client.query("vacuum analyze");
    // Flushes the new rows to disk now, so that the measured views do not pay for it.
    await client.query("checkpoint");
    return (performance.now() - began) / 1000;
  });
}

/** Copies courses until the portal has `count` published ones. Returns the seconds it took. */
export function seedCourses(server: ServerProcess, { portalId }: Seeded, count: number): Promise<number> {
  return onDatabase(server, async (client) => {
    const began = performance.now();
    await client.query("set session_replication_role = replica");
    await inOneGo(client, async () => copyCourses(client, portalId, Math.max(0, count - (await countCourses(client, portalId)))));
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    return (performance.now() - began) / 1000;
  });
}
