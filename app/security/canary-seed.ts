import { hashToken, newToken } from "#platform/tokens.ts";
import { aShownAnnouncement } from "#features/announcements/test/an-announcement.ts";
import { sql } from "kysely";
import { aContent, aPage } from "#app/test/builders.ts";
import type { TestApp } from "#app/test/app.ts";
import { blockKinds } from "#features/blocks/kinds.ts";
import type { RichNode } from "#features/blocks/text/text.ts";
import type { Content } from "#features/courses/content.ts";
import { newWords, openedWord } from "#features/codes/server/word-keeping.ts";
import { enrolled } from "#features/notifications/events/enrolled/enrolled.ts";
import { notify } from "#features/notifications/server/service.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { startSession } from "#features/auth/server/sessions.ts";

/** Attacks that must never execute, each of another kind (security.md §2, Canary). The word xss marks an attack that arrived as harmless text. */
export const canaries = [
  `"><img src=x onerror=window.__xss=1>`,
  `</script><script>window.__xss=2</script>`,
  `</title></textarea></style><svg/onload=window.__xss=3>`,
  `' onmouseover=window.__xss=4 x='`,
  `javascript:window.__xss=5`,
  `{{constructor.constructor('window.__xss=6')()}}\${window.__xss=7}`,
  `<iframe srcdoc="<script>parent.__xss=8</script>">`,
] as const;

/** All attacks in one text, cut to the column's length. */
export const hostile = (limit: number) => canaries.join(" ").slice(0, limit);

/** HTML that got past sanitizers before: mutation, clobbering, namespaces, styles, forms (security.md 38, 39, 44). */
export const hostileHtml = [
  `<p>kept</p>`,
  ...canaries,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__xss=9&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=window.__xss=10>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=window.__xss=11>`,
  `<noscript><p title="</noscript><img src=x onerror=window.__xss=12>">`,
  `<template><script>window.__xss=13</script></template>`,
  `<a href="javascript:window.__xss=14">a</a><a href="java&#10;script:window.__xss=15">b</a><a href="&#1;javascript:window.__xss=16">c</a>`,
  `<a href="data:text/html,<script>parent.__xss=17</script>">d</a><a href="vbscript:x">e</a><a href="//evil.test/">f</a>`,
  `<a href="https://ok.test/" target="_blank" onclick="window.__xss=18" style="position:fixed;inset:0" id="stoa-environment" name="getElementById">g</a>`,
  `<form id="root" action="https://evil.test/"><input name="password"><button formaction="javascript:window.__xss=19">go</button></form>`,
  `<img name="getElementById"><img id="cookie" src=x onerror=window.__xss=20><a id="defaultView"></a><a id="defaultView" name="fetch"></a>`,
  `<style>*{background:url(https://evil.test/)}</style><link rel=stylesheet href=https://evil.test/x.css><base href=https://evil.test/>`,
  `<meta http-equiv=refresh content="0;url=https://evil.test/"><object data="javascript:window.__xss=21"></object><embed src=https://evil.test/>`,
  `<iframe src="javascript:parent.__xss=22"></iframe><video><source onerror=window.__xss=23></video><details open ontoggle=window.__xss=24>`,
  `<b${"<b>".repeat(2000)}deep`,
  `<p>last</p>`,
].join("\n");

const text = (value: string, href?: string): RichNode => ({
  type: "text",
  text: value,
  ...(href !== undefined && { marks: [{ type: "link", attrs: { href, target: "_blank", onclick: "window.__xss=30" } }] }),
});
const links = [
  "javascript:window.__xss=31",
  "JaVaScRiPt:window.__xss=32",
  " javascript:window.__xss=33",
  "data:text/html,<script>parent.__xss=34</script>",
  "java\tscript:window.__xss=35",
  "vbscript:x",
  "//evil.test/",
];

/** A lesson with an attack in every text that an author can write. */
function hostileContent(fileId: number, reusableId: number, words = hostile(400)): Content {
  const doc: RichNode = {
    type: "doc",
    attrs: { class: words },
    content: [
      { type: "heading", attrs: { level: `2 onload=window.__xss=36`, id: "root" }, content: [text(words)] },
      { type: "paragraph", attrs: { style: "background:url(https://evil.test/)" }, content: links.map((href) => text(`${href} `, href)) },
      { type: "callout", attrs: { tone: words }, content: [{ type: "paragraph", content: [text(words)] }] },
      {
        type: "orderedList",
        attrs: { start: words },
        content: [{ type: "listItem", content: [{ type: "paragraph", content: [text(words)] }] }],
      },
    ],
  };
  return aContent([
    aPage("texts", { title: words, blocks: [{ id: "t", kind: "text", doc, from: { reusableId, revision: 1 } }] }),
    // Every kind of block on a page of its own, from the table, so that a new kind is covered without a change here.
    ...Object.values(blockKinds).map(({ sample, sampleRule }) => {
      const block = sample(words, fileId);
      return aPage(`kind-${block.kind}`, { title: words, rule: { viewed: false, ...sampleRule }, blocks: [block] });
    }),
  ]);
}

export interface HostilePortal {
  /** Enrolled in everything, and an author and an admin, so that every screen opens. */
  readonly person: { id: number; email: string };
  readonly jobId: number;
  /** An announcement that the person has opened. */
  readonly announcementId: number;
  /** A webhook with what its receiver answered. */
  readonly webhookId: number;
  readonly token: string;
  /** Of a system admin, for the screens that are theirs alone. */
  readonly systemToken: string;
  readonly courseId: number;
  readonly completedCourseId: number;
  readonly scormCourseId: number;
  readonly categoryId: number;
  /** A checked import of the person. */
  readonly importId: number;
  /** A message to the person. */
  readonly messageId: number;
  /** A question of the person. */
  readonly questionId: number;
  /** A letter that a group has in its own words. */
  readonly overrideId: number;
  readonly code: { readonly id: number; readonly word: string };
  /** The secret of a link to the course with every kind of block. */
  readonly previewToken: string;
}

/** Fills portal A, reached as a.localhost, with attacks in every text field that exists. */
export async function seedHostile(app: TestApp): Promise<HostilePortal> {
  const portal_id = app.portal("a").id;
  const person = await app.aPerson("a", {
    givenName: hostile(80),
    familyName: canaries[1],
    isAuthor: true,
    isManager: true,
    isAdmin: true,
  });
  // Somebody who may be the same person.
  await app.aPerson("a", { givenName: hostile(80), familyName: canaries[1], email: person.email.replace("@", "@other-") });
  const category = await app.aCategory("a", { name: hostile(120) });
  await app.aCategory("a", { name: canaries[0], parentId: category.id });
  await app.databases.inSystem("describe a category", async (db) => {
    await sql`update categories set description = ${hostile(500)} where portal_id = ${portal_id} and id = ${category.id}`.execute(db);
    await sql`insert into category_removals (portal_id, category_id, name, description, is_hidden, position, into_id, course_ids, added_ids, child_ids)
      values (${portal_id}, 999999999, ${hostile(120)}, '', false, 1, ${category.id}, '{}', '{}', '{}')`.execute(db);
  });
  const fileId = await app.databases.inSystem("seed canaries", async (db) => {
    const file = await db
      .insertInto("files")
      .values({ portal_id, storage_key: "none", name: hostile(240), media_type: "image/png", bytes: 3, sha256: "x" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return file.id;
  });
  const reusableId = await seedReusable(app, portal_id, person.id);
  const content = hostileContent(fileId, reusableId);
  const course = await app.aCourse("a", {
    title: hostile(200),
    summary: hostile(2000),
    tags: [...canaries],
    content,
    categoryIds: [category.id],
  });
  const completed = await app.aCourse("a", { title: canaries[1], summary: hostile(2000), content, categoryIds: [category.id] });
  const scorm = await app.aCourse("a", { type: "scorm", title: hostile(200), summary: hostile(2000) });
  const told = aShownAnnouncement({ title: hostile(120), html: hostileHtml });
  const announcementId = await app.databases.inSystem("seed canaries", async (db) => {
    const { id } = await db
      .insertInto("announcements")
      .values({
        portal_id,
        texts: JSON.stringify(told.texts),
        time_zone: "UTC",
        status: "published",
        asked_at: new Date(0),
        made_by: person.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`insert into announcement_receipts (portal_id, announcement_id, user_id) values (${portal_id}, ${id}, ${person.id})`.execute(
      db,
    );
    return id;
  });
  let questionId = 0;
  let overrideId = 0;
  const token = await app.databases.inSystem("seed canaries", async (db) => {
    await sql`insert into portal_hosts (host, portal_id) values ('a.localhost', ${portal_id})`.execute(db);
    await sql`insert into api_tokens (portal_id, user_id, name, prefix, token_hash, scopes, expires_at, last_ip)
      values (${portal_id}, ${person.id}, ${hostile(80)}, ${hostile(11)}, sha256('canary'), '{learning:read}', now() + interval '90 days', ${hostile(45)})`.execute(
      db,
    );
    const quickLinks = canaries.map((canary, nth) => ({
      id: nth + 1,
      titles: { en: canary, de: canary },
      address: nth === 0 ? "https://a.test/" : canary,
      signed: nth === 1,
      icon: "link",
      newTab: true,
      audience: null,
      language: null,
      startsAt: null,
      endsAt: null,
    }));
    await sql`insert into quick_links (portal_id, titles, address, icon, position)
      select ${portal_id}, l -> 'titles', 'https://a.test/?' || nth, 'link', nth from jsonb_array_elements(${JSON.stringify(quickLinks)}::jsonb) with ordinality as t (l, nth)`.execute(
      db,
    );
    await sql`with made as (insert into catalogues (portal_id, name, description, for_everybody, is_public)
        values (${portal_id}, ${canaries[0].slice(0, 120)}, ${hostile(500)}, true, true) returning portal_id, id)
      insert into catalogue_courses (portal_id, catalogue_id, course_id)
      select made.portal_id, made.id, c.id from made join courses c on c.portal_id = made.portal_id`.execute(db);
    await sql`insert into catalog_synonyms (portal_id, lines) values (${portal_id}, ${JSON.stringify([canaries.map((one) => one.slice(0, 60))])}::jsonb)`.execute(
      db,
    );
    await sql`insert into catalog_unfound (portal_id, words) select ${portal_id}, left(word, 100) from unnest(${[...canaries]}::text[]) w (word)
      on conflict do nothing`.execute(db);
    await sql`update portals set quick_links = ${JSON.stringify(quickLinks)}::jsonb where id = ${portal_id}`.execute(db);
    questionId = (
      await db
        .insertInto("help_questions")
        // Older code may have kept what is refused today.
        .values({
          portal_id,
          user_id: person.id,
          topic: "other",
          page: "/" + canaries[4],
          browser: hostile(400),
          findings: hostile(900),
          calls: JSON.stringify({
            courseTitle: canaries[0],
            batches: [
              {
                scoKey: "sco-1",
                title: hostile(200),
                session: "session-1",
                receivedAt: "2026-11-30T12:00:00.000Z",
                calls: [{ at: 5, call: "LMSSetValue", element: "cmi.comments", value: hostile(200), result: hostile(200), error: "1" }],
              },
            ],
          }),
          job_ids: [1],
        })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
    await db
      .insertInto("mail_texts")
      .values({
        portal_id,
        event: "invitation",
        language: "en",
        revision: 1,
        subject: hostile(150),
        body: `${hostile(900)}\n{link}`,
        button: hostile(60),
      })
      .execute();
    const { rows: override } = await sql<{
      id: number;
    }>`with group_of as (insert into groups (portal_id, name) values (${portal_id}, ${hostile(100)}) returning portal_id, id),
      override as (insert into mail_overrides (portal_id, event, group_id) select portal_id, 'invitation', id from group_of returning portal_id, id),
      words as (insert into mail_override_texts (portal_id, override_id, language, revision, subject, body, button)
      select portal_id, id, 'en', 1, ${hostile(150)}, ${`${hostile(900)}\n{link}`}, ${hostile(60)} from override)
      select id from override`.execute(db);
    overrideId = override[0]?.id ?? 0;
    await db
      .insertInto("help_messages")
      .values(
        [false, true].map((is_answer) => ({ portal_id, question_id: questionId, author_id: person.id, is_answer, words: hostile(4000) })),
      )
      .execute();
    const widgets = {
      layouts: canaries.map((name, nth) => ({ id: nth + 1, name, audience: { kind: "role", is: "admin" }, layout: { main: canaries } })),
      everybody: { side: canaries },
    };
    await sql`update portals set widgets = ${JSON.stringify(widgets)}::jsonb where id = ${portal_id}`.execute(db);
    await sql`update portals set name = ${hostile(120)}, announcements = ${JSON.stringify([{ ...told, id: announcementId }])}::jsonb, revision = revision + 1,
      logo_file = ${canaries[4]}, mobile_logo_file = ${canaries[0]},
      colors = ${JSON.stringify(Object.fromEntries(["topBarBgColor", "navBgColor", "navColor", "navBgImage", "navBgRepeat", "logoBgPosition", "footerBarColor"].map((name, index) => [name, [`#fff;}</style>${canaries[0]}`, `url(https://evil.test/)`, `red}*{background:url(//evil.test)}`][index % 3]])))}::jsonb,
      settings = ${JSON.stringify({ showAnnouncementAtStart: "true", showStudentWidgets: "true", preventSelfRegistration: canaries[0], termsUrl: canaries[4] })}::jsonb,
      contact = ${JSON.stringify({ email: canaries[0], phone: `tel:${canaries[3]}`, address: hostile(500) })}::jsonb,
      login_texts = ${JSON.stringify({ en: hostileHtml, de: null })}::jsonb
      where id = ${portal_id}`.execute(db);
    // Older code may have kept what is refused today.
    await sql`insert into portal_page_versions (portal_id, page, number, content, published_by)
      select ${portal_id}, page, 1, ${JSON.stringify({ texts: { en: hostileHtml, de: null }, ways: null })}::jsonb, ${person.id}
        from unnest(array['contact', 'copyright', 'privacy', 'login']) page`.execute(db);
    await sql`insert into portal_pages (portal_id, page, draft, revision, changed_by)
      values (${portal_id}, 'privacy', ${JSON.stringify({ texts: { en: hostileHtml, de: hostileHtml }, ways: null })}::jsonb, 1, ${person.id})`.execute(
      db,
    );
    const helpTexts = JSON.stringify({ en: { title: canaries[0], html: hostileHtml }, de: { title: canaries[1], html: hostileHtml } });
    await sql`insert into help_articles (portal_id, texts, status, position, changed_by) values (${portal_id}, ${helpTexts}::jsonb, 'published', 1, ${person.id})`.execute(
      db,
    );
    await sql`insert into help_overrides (portal_id, article, texts, built_in, revision, changed_by)
      values (${portal_id}, 'history', ${helpTexts}::jsonb, ${canaries[2]}, 1, ${person.id})`.execute(db);
    await sql`insert into help_answers (portal_id, user_id, article, helped) values (${portal_id}, ${person.id}, 'history', false)`.execute(
      db,
    );
    await sql`insert into system_settings (key, value) values ('announcement', ${JSON.stringify({ html: hostileHtml })}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(db);
    await sql`insert into account_views (portal_id, user_id, viewer_id, session_id, writes, reason, ended_at)
      values (${portal_id}, ${person.id}, ${person.id}, 1, true, ${hostile(300)}, now())`.execute(db);
    for (const { id } of [course, completed, scorm]) {
      await sql`update courses set outcomes = ${[...canaries]}, tags = ${canaries.map((one) => one.slice(0, 50))},
        credits = ${JSON.stringify([{ kind: hostile(60), amount: 1.5 }])}::jsonb, review = 'returned', cover_file_id = ${fileId}, created_by = ${person.id} where portal_id = ${portal_id} and id = ${id}`.execute(
        db,
      );
      await sql`update course_versions set note = ${hostile(400)}, published_by = ${person.id} where portal_id = ${portal_id} and course_id = ${id}`.execute(
        db,
      );
    }
    // A version in which every text is another one.
    const other = hostileContent(fileId, reusableId, `Another title of all ${canaries.toReversed().join(" ")}`);
    await sql`insert into course_versions (portal_id, course_id, number, content, completion_rule, item_count, note, published_by)
      values (${portal_id}, ${course.id}, 2, ${JSON.stringify(other)}::jsonb, '{"kind":"pages","percent":100}', 1, ${hostile(400)}, ${person.id})`.execute(
      db,
    );
    await sql`insert into course_reviews (portal_id, course_id, step, comment, made_by)
      values (${portal_id}, ${course.id}, 'returned', ${hostile(1000)}, ${person.id})`.execute(db);
    await sql`insert into course_prerequisites (portal_id, course_id, required_id, nth) values (${portal_id}, ${course.id}, ${completed.id}, 1)`.execute(
      db,
    );
    const named = { kind: "profile", of: "name", test: "contains", text: hostile(200) };
    const condition = { kind: "any", of: [named, { kind: "status", is: "active" }] };
    await sql`update courses set prerequisites_asked = 1, prerequisite_condition = ${JSON.stringify(condition)}::jsonb
      where portal_id = ${portal_id} and id = ${course.id}`.execute(db);
    await sql`insert into course_fitting (portal_id, course_id, user_id) values (${portal_id}, ${course.id}, ${person.id})`.execute(db);
    const item = {
      identifier: canaries[0],
      title: hostile(200),
      isVisible: true,
      scoKey: "sco",
      href: canaries[4],
      isSco: true,
      children: [],
    };
    await sql`insert into scorm_packages (portal_id, course_id, standard, edition, title, storage_key, entry_count, bytes, source_file_id, manifest, report, uploaded_by)
      values (${portal_id}, ${scorm.id}, '1.2', '1.2', ${hostile(200)}, 'none', 1, 1, ${fileId},
        ${JSON.stringify({ standard: "1.2", edition: "1.2", title: hostile(200), organization: { identifier: canaries[0], title: hostile(200), items: [item] } })}::jsonb,
        ${JSON.stringify({ findings: [{ level: "warning", code: "x", text: "The file {path} is empty.", params: { path: hostile(300) }, path: canaries[0] }], entryCount: 1, bytes: 1, standard: "1.2", edition: "1.2", scoCount: 1 })}::jsonb,
        ${person.id})`.execute(db);
    await sql`insert into web_packages (portal_id, file_id, storage_key, title, entry, entry_count, bytes, created_by)
      values (${portal_id}, ${fileId}, ${"e".repeat(32)}, ${hostile(200)}, ${hostile(400)}, 1, 1, ${person.id})`.execute(db);
    for (const { id, versionId } of [course, completed, scorm].map((one) => one)) {
      const { rows } = await sql<{
        id: number;
      }>`insert into enrolments (portal_id, course_id, user_id) values (${portal_id}, ${id}, ${person.id}) returning id`.execute(db);
      const enrolment = rows[0]?.id ?? 0;
      await sql`insert into enrolment_causes (portal_id, enrolment_id, kind, reference, created_by, due_at)
        values (${portal_id}, ${enrolment}, 'person', ${hostile(400)}, ${person.id}, now() + interval '2 days')`.execute(db);
      if (id === course.id) continue;
      const attempt = await sql<{ id: number }>`insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number)
        values (${portal_id}, ${enrolment}, ${id}, ${person.id}, ${versionId}, 1) returning id`.execute(db);
      const attemptId = attempt.rows[0]?.id ?? 0;
      await sql`insert into attempt_states (portal_id, attempt_id, epoch) values (${portal_id}, ${attemptId}, 1)`.execute(db);
      if (id === completed.id)
        await sql`insert into completions (portal_id, attempt_id, course_id, user_id, version_id, source) values (${portal_id}, ${attemptId}, ${id}, ${person.id}, ${versionId}, 'rule')`.execute(
          db,
        );
      if (id !== scorm.id) continue;
      // The log of what a package reported (security.md 47).
      await sql`insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls) values (${portal_id}, ${attemptId}, 'sco', 'session-1',
        ${JSON.stringify([{ at: 1, call: canaries[0].slice(0, 40), element: hostile(255), value: hostile(1000), result: hostile(1000), error: "<b>1</b>" }])}::jsonb)`.execute(
        db,
      );
    }
    // Custom fields with a value of the person, and a group with them in it (security.md 36).
    await sql`with f as (insert into fields (portal_id, kind, name, help, position, own_access, author_access, pattern, pattern_sample)
        values (${portal_id}::bigint, 'single', ${hostile(80)}, ${hostile(300)}, 1, 'edit', 'read', null, null),
          (${portal_id}::bigint, 'text', ${canaries[1]}, ${canaries[0]}, 2, 'edit', 'read', '.*', ${hostile(200)}) returning id, kind),
      o as (insert into field_options (portal_id, field_id, name, former_names, position)
        select ${portal_id}::bigint, id, ${hostile(120)}::text, ${[...canaries]}::text[], 1 from f where kind = 'single' returning id, field_id)
      insert into field_values (portal_id, field_id, user_id, option_id, words, folded)
      select ${portal_id}::bigint, field_id, ${person.id}::bigint, id, null::text, null::text from o
      union all select ${portal_id}::bigint, id, ${person.id}::bigint, null, ${hostile(200)}::text, ${hostile(200)}::text from f where kind = 'text'`.execute(
      db,
    );
    await sql`with f as (insert into fields (portal_id, kind, name, position, own_access) values (${portal_id}::bigint, 'file', ${canaries[0]}, 3, 'edit') returning id),
      x as (insert into field_files (portal_id, user_id, storage_key, name, media_type) values (${portal_id}::bigint, ${person.id}::bigint, ${"c".repeat(64)}, ${hostile(200)}, 'text/plain') returning id)
      insert into field_values (portal_id, field_id, user_id, words, folded, file_id)
      select ${portal_id}::bigint, f.id, ${person.id}::bigint, ${hostile(200)}::text, ${hostile(200)}::text, x.id from f, x`.execute(db);
    await sql`with g as (insert into groups (portal_id, name, description, created_by)
        values (${portal_id}::bigint, ${hostile(120)}, ${hostile(1000)}, ${person.id}::bigint), (${portal_id}::bigint, ${canaries[0]}, ${canaries[1]}, ${person.id}::bigint) returning id),
      m as (insert into group_members (portal_id, group_id, user_id, cause, added_by) select ${portal_id}::bigint, id, ${person.id}::bigint, 'hand', ${person.id}::bigint from g)
      insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
      select ${portal_id}::bigint, id, ${person.id}::bigint, 'joined', 'hand', ${person.id}::bigint from g`.execute(db);
    // The look of their groups, with what is refused today.
    const colors = Object.fromEntries(["navBgColor", "navBgImage", "footerBarColor"].map((name) => [name, `#fff;}</style>${canaries[0]}`]));
    const look = { audience: { kind: "all", of: [] }, colors, logo: canaries[4], mobileLogo: canaries[0], favicon: canaries[4] };
    await sql`insert into group_brands (portal_id, group_id, colors, logo_file, mobile_logo_file, favicon_file)
      select portal_id, id, ${JSON.stringify(colors)}::jsonb, ${canaries[4]}, ${canaries[0]}, ${canaries[4]} from groups where portal_id = ${portal_id}`.execute(
      db,
    );
    await sql`update portals set group_looks = ${JSON.stringify([look])}::jsonb where id = ${portal_id}`.execute(db);
    // Another browser of the same person, with an attack in its user agent (security.md 46).
    await startSession(db, {
      portalId: portal_id,
      userId: person.id,
      userAgent: hostile(300),
      ip: canaries[0],
      requestId: "test",
      maxHours: 1,
      action: "signed_in",
    });
    return startSession(db, {
      portalId: portal_id,
      userId: person.id,
      userAgent: "Mozilla/5.0",
      ip: "127.0.0.1",
      requestId: "test",
      maxHours: 1,
      action: "signed_in",
    });
  });
  // A job with an attack in its title, the reason why it failed, and what its file is called.
  const { id: jobId } = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("jobs")
      .values({
        portal_id,
        owner_id: person.id,
        kind: "bulk",
        input: JSON.stringify({ runId: 1, isUndo: false, kind: hostile(80), about: {}, count: 1 }),
        state: "failed",
        reason: JSON.stringify({ code: "hostile", text: "Undo: {title}", params: { title: hostile(400) } }),
        ended_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const systemToken = await app.openSession(portal_id, app.person("system", "a").id);
  const importId = await seedImport(app, portal_id, person.id);
  const webhookId = await seedWebhook(app, portal_id);
  const messageId = await seedMail(app, portal_id, person.id);
  const code = await seedCode(app, portal_id, person.id);
  const previewToken = await seedPreview(app, { portal_id, course_id: course.id }, person.id);
  return {
    person,
    jobId,
    announcementId,
    webhookId,
    token,
    systemToken,
    courseId: course.id,
    completedCourseId: completed.id,
    scormCourseId: scorm.id,
    categoryId: category.id,
    importId,
    messageId,
    questionId,
    overrideId,
    code,
    previewToken,
  };
}

/** A reusable block of the portal, of which an update is available where the course has it. Gives its id. */
async function seedReusable(app: TestApp, portal_id: number, created_by: number): Promise<number> {
  const block = { id: "reusable", kind: "text", doc: { type: "doc", content: [{ type: "paragraph", content: [text(hostile(400))] }] } };
  const one = { portal_id, title: hostile(200), words: hostile(400), file_ids: [], revision: 2, created_by, updated_by: created_by };
  return app.databases.inSystem("seed canaries", async (db) => {
    const row = { ...one, block: JSON.stringify(block) };
    return (await db.insertInto("reusable_blocks").values(row).returning("id").executeTakeFirstOrThrow()).id;
  });
}

/** Comments on the course, one of them about a page that is gone, and a link to it. Gives the secret of the link. */
async function seedPreview(app: TestApp, of: { portal_id: number; course_id: number }, author_id: number): Promise<string> {
  const token = newToken();
  const place = { ...of, page_title: hostile(200), about: hostile(200), author_id };
  await app.databases.inSystem("seed canaries", async (db) => {
    await db
      .insertInto("course_reviewers")
      .values({ ...of, user_id: author_id, added_by: author_id })
      .execute();
    const { id } = await db
      .insertInto("review_comments")
      .values({ ...place, page_id: "kind-text", words: hostile(4000), assignee_id: author_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("review_comments")
      .values([
        { ...place, page_id: "kind-text", words: hostile(4000), thread_id: id },
        { ...place, page_id: "gone", block_id: "gone", words: hostile(4000) },
      ])
      .execute();
    await db
      .insertInto("preview_links")
      .values({
        ...of,
        name: hostile(100),
        shows: "current",
        key: "canary",
        token_hash: hashToken(token),
        made_by: author_id,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
  });
  return token;
}

/** A code that is called like an attack and puts people into a group that is, too; the person has used it. Gives the code as it is typed. */
async function seedCode(app: TestApp, portal_id: number, user_id: number): Promise<{ id: number; word: string }> {
  const [word] = newWords(app.config.secret, portal_id, 1);
  if (!word) throw new Error("A code has a word.");
  return app.databases.inSystem("seed canaries", async (db) => {
    const group = await db
      .insertInto("groups")
      .values({ portal_id, name: hostile(119) })
      .returning(["id", "name"])
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto("authorization_codes")
      .values({
        portal_id,
        label: hostile(120),
        state: "active",
        effects: JSON.stringify({ groups: { groupIds: [group.id] } }),
        taken: 1,
        per_person: 5,
        time_zone: "UTC",
        given_by: user_id,
        made_by: user_id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: word_id } = await db
      .insertInto("authorization_code_words")
      .values({ portal_id, code_id: id, taken: 1, ...word })
      .returning("id")
      .executeTakeFirstOrThrow();
    const granted = JSON.stringify({ groups: { groups: [group] } });
    const kept = JSON.stringify([hostile(120)]);
    await db
      .insertInto("authorization_code_uses")
      .values({ portal_id, code_id: id, word_id, user_id, is_new: true, granted, kept, undone_at: new Date() })
      .execute();
    return { id, word: openedWord(app.config.secret, portal_id, "", word.sealed)?.code ?? "" };
  });
}

/** A checked import with an attack in each cell, heading and value (security.md 94). */
async function seedImport(app: TestApp, portal_id: number, owner_id: number): Promise<number> {
  const plan = {
    columns: ["email", "given_name", ...canaries.map(() => null)],
    key: "email",
    mode: "both",
    dateOrder: "dmy",
    groupIds: [],
    leavers: true,
  };
  const finding = {
    level: "error",
    column: 1,
    code: "no_role",
    text: "{role} is no role. Roles are Author, Manager and Admin.",
    params: { role: hostile(80) },
  };
  return app.databases.inSystem("seed canaries", async (db) => {
    const head = {
      kind: "workbook",
      encoding: null,
      delimiter: null,
      sheets: [...canaries],
      sheet: canaries[0],
      headerRow: 1,
      headings: ["email", ...canaries],
      samples: [[...canaries], [...canaries]],
      isSmall: true,
    };
    const { id } = await db
      .insertInto("imports")
      .values({
        portal_id,
        owner_id,
        file_name: hostile(200),
        file_bytes: 1,
        reading: JSON.stringify(head),
        plan: JSON.stringify(plan),
        state: "checked",
        is_staged: true,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [number, verdict] of [
      [2, "error"],
      [3, "update"],
      [-1, "leave"],
    ] as const)
      await db
        .insertInto("import_rows")
        .values({
          portal_id,
          import_id: id,
          number,
          cells: [...canaries],
          verdict,
          findings: JSON.stringify(verdict === "error" ? [finding] : []),
          changes: JSON.stringify(verdict === "error" ? [] : [{ meaning: "given_name", before: hostile(80), after: canaries[1] }]),
        })
        .execute();
    return id;
  });
}

/** A webhook with hostile words, which is off. */
const seedWebhook = (app: TestApp, portal_id: number) =>
  app.databases.inPeople(portal_id, "seed canaries", async (db) => {
    const { id } = await db
      .insertInto("webhooks")
      .values({ portal_id, name: hostile(60), address: "https://hooks.test/", format: "json", is_on: false })
      .returning("id")
      .executeTakeFirstOrThrow();
    const one = { portal_id, webhook_id: id, event: "test", occurred_at: new Date(), attempted_at: new Date(), attempts: 1 };
    await db
      .insertInto("webhook_deliveries")
      .values({ ...one, event_id: crypto.randomUUID(), state: "failed", problem: "status", status: 500, detail: hostile(200) })
      .execute();
    return id;
  });

/** Tells the person of something that is called like an attack, by somebody who is, too. Gives the message. */
async function seedMail(app: TestApp, portalId: number, userId: number): Promise<number> {
  await app.databases.inSystem("seed canaries", (db) =>
    notify(db, portalId, enrolled, [
      { subject: "course:1", userId, occurrence: "canary", variables: { ...enrolled.sample(hostile(200)), by: canaries.join(" ") } },
    ]),
  );
  await settleMail(app);
  const { id } = await app.databases.inSystem("seed canaries", (db) =>
    db.selectFrom("messages").select("id").where("user_id", "=", userId).executeTakeFirstOrThrow(),
  );
  return id;
}
