import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildServer } from "#app/server.ts";
import { problemsOfBlocks } from "#features/blocks/block.ts";
import { obstaclesIn } from "#features/editor/completable.ts";
import { cookieNames } from "#features/auth/server/cookies.ts";
import { issueCsrf } from "#features/auth/server/csrf.ts";
import { startSession } from "#features/auth/server/sessions.ts";
import { courseVersion, type CourseVersion } from "#features/progress/server/course-version.ts";
import { ruleHolds } from "#features/progress/server/evaluate.ts";
import { freshProgress } from "#features/progress/server/progress.ts";
import { CompletionRule, Content, pagesOf } from "#features/courses/content.ts";
import { isRight, keyOf, mistakeOf } from "#features/questions/marking.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { openFileStore, type FileStore } from "#platform/files/store.ts";
import { createLog } from "#platform/log.ts";
import { freshDatabase } from "#platform/test/database.ts";
import { contentOf, mediaOf } from "./courses/build.ts";
import { demoCourses } from "./courses/demo-courses.ts";
import { demoPortals, signIns } from "./portals.ts";
import { seededRandom } from "./random.ts";
import { seedDemo } from "./seed.ts";
import { workThrough } from "./work-through.ts";

const versionOf = (slug: string): CourseVersion => {
  const course = demoCourses.find((one) => one.slug === slug);
  if (!course) throw new Error(slug);
  const content = contentOf(
    course,
    () => 1,
    () => ({ packageId: 1, scoKey: "sco" }),
  );
  return courseVersion({ id: 1, number: 1, content, rule: course.rule, itemKeys: pagesOf(content).map(({ page }) => page.id) });
};
const wholeWork = {
  startedAt: new Date("2026-01-01"),
  endedAt: new Date("2026-01-05"),
  pages: Number.POSITIVE_INFINITY,
  failing: 0,
  signedBy: 1,
};

describe.each(demoCourses.map(({ slug }) => slug))("course %s", (slug) => {
  const version = versionOf(slug);

  test("is a valid document whose ids are unique and whose questions can be answered", () => {
    expect(Content.parse(version.content)).toEqual(version.content);
    expect(CompletionRule.parse(version.rule)).toEqual(version.rule);
    const questions = version.quizzes.flatMap((quiz) => quiz.questions);
    const ids = [
      ...version.content.chapters,
      ...version.pages,
      ...version.pages.flatMap(({ blocks }) => blocks),
      ...questions,
      ...questions.flatMap((question) => ("options" in question ? question.options : "items" in question ? question.items : [])),
    ].map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    for (const question of questions) {
      expect([question.stem, isRight(question, keyOf(question)), isRight(question, mistakeOf(question))]).toEqual([
        question.stem,
        true,
        false,
      ]);
      expect(question.feedback, question.stem).not.toBe("");
    }
  });

  test("can be completed: whoever does every page reaches 100 % and the completion", () => {
    const { progress } = workThrough(version, wholeWork, seededRandom(1));
    expect([...progress.done]).toEqual(version.pages.map(({ id }) => id));
    expect(progress.completion).toMatchObject(version.quizzes.length ? { scorePercent: 100, passed: true } : { scorePercent: null });
  });

  test("stops no publishing: nothing in it is to be mended, keeps anybody out, or makes it impossible to complete", () => {
    const errors = version.pages.flatMap(({ blocks }) => problemsOfBlocks(blocks).filter(({ problem }) => problem.severity === "error"));
    expect(errors.map(({ block, problem }) => `${block.id} ${problem.code}`)).toEqual([]);
    expect(obstaclesIn(version.content, version.rule)).toEqual([]);
  });

  test("is not complete before anything was done", () => {
    expect(ruleHolds(version.rule, version, freshProgress(0))).toBe(false);
  });

  test("shows only media that are there", () => {
    const course = demoCourses.find((one) => one.slug === slug);
    for (const name of course ? mediaOf(course).files : [])
      expect([name, existsSync(join(import.meta.dirname, "media", name))]).toEqual([name, true]);
    for (const { page } of pagesOf(version.content))
      for (const block of page.blocks)
        if (block.kind === "file") expect(block.bytes).toBe(statSync(join(import.meta.dirname, "media", block.name)).size);
  });
});

test("there are twelve courses; one has the 11 sections and 64 items of the benchmark's course page", () => {
  expect(demoCourses.length).toBe(12);
  const { content, pages } = versionOf("onboarding");
  expect([content.chapters.length, pages.length]).toEqual([11, 64]);
});

test("every video's cues are in order, inside the video, and the same in captions and transcript", () => {
  const videos = demoCourses.flatMap(({ slug }) =>
    versionOf(slug).pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "video")),
  );
  expect(videos.length).toBeGreaterThan(2);
  const names = ["hand-hygiene", "spot-phishing", "lift-safely"];
  const vtt = names.map((name) => readFileSync(join(import.meta.dirname, "media", `${name}.en.vtt`), "utf8"));
  for (const { transcript, seconds } of videos) {
    let last = 0;
    for (const { from, to, text } of transcript) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
      expect(vtt.some((captions) => captions.includes(text))).toBe(true);
    }
    expect(last).toBeLessThanOrEqual(seconds);
  }
});

describe("the loaded demo", () => {
  const now = new Date();
  let databases: Databases;
  let files: FileStore;
  let drop: () => Promise<void>;
  let dataDir: string;

  const load = () =>
    seedDemo({
      databases,
      files,
      packages: openPackageStore(join(dataDir, "packages")),
      hashPassword: async (plain) => `hash of ${plain}`,
      now,
      secret: "signing-key-of-the-demo-test-3f61d0c8a927",
    });
  const rows = <R>(query: ReturnType<typeof sql<R>>) =>
    databases.inSystem("look at the demo", async (db) => (await query.execute(db)).rows);

  beforeAll(async () => {
    const database = await freshDatabase(inject("superUrl"));
    drop = database.drop;
    dataDir = mkdtempSync(join(tmpdir(), "stoa-demo-"));
    databases = connectDatabases({ ownerUrl: database.url, appUrl: undefined, config: loadConfig({ STOA_DATA: dataDir }) });
    files = openFileStore(join(dataDir, "files"));
    await load();
  });
  afterAll(async () => {
    await databases.close();
    await drop();
    rmSync(dataDir, { recursive: true });
  });

  test("loading again changes nothing", async () => {
    const count = () =>
      rows(
        sql<{
          people: number;
          enrolments: number;
        }>`select (select count(*) from users) as people, (select count(*) from enrolments) as enrolments`,
      );
    const before = await count();
    expect(await load()).toBeNull();
    expect(await count()).toEqual(before);
  });

  test("has the portals, hosts and sign-ins of decisions.md, and no other password", async () => {
    expect(
      await rows(sql`select p.name, h.host from portals p join portal_hosts h on h.portal_id = p.id and h.is_primary order by p.id`),
    ).toEqual(demoPortals.map(({ name, host }) => ({ name, host })));
    const people = await rows(sql<{ email: string }>`select email from users where password_hash is not null order by email`);
    expect(people.map(({ email }) => email)).toEqual(signIns.map(({ email }) => email).toSorted());
    expect(await rows(sql`select count(*)::int as people from users where kind = 'person'`)).toEqual([{ people: 62 }]);
  });

  test("one manager manages everybody, another only a group that has people in it, a third their reports", async () => {
    const managers = await rows(sql`select u.email, a.scope ->> 'kind' as kind,
        (select count(*)::int from group_members g where g.portal_id = a.portal_id and a.scope -> 'groupIds' @> to_jsonb(g.group_id))
          + (select count(*)::int from field_values v where v.portal_id = a.portal_id and v.field_id = (a.scope ->> 'fieldId')::bigint
              and v.person_id = a.user_id) as members
      from role_assignments a join users u on u.id = a.user_id join memberships m on m.portal_id = a.portal_id and m.user_id = a.user_id and m.is_manager
      where a.role = 'Manager' order by u.email`);
    expect(managers).toEqual([
      { email: "manager@stoa.example", kind: "portal", members: 0 },
      { email: "shift-manager@stoa.example", kind: "groups", members: 10 },
      { email: "team-lead@stoa.example", kind: "reports", members: 6 },
    ]);
  });

  test("the student has every state: to do, overdue, due soon, in progress, done, retaken, expired", async () => {
    const standing = await rows<{
      title: string;
      active: boolean;
      due_at: Date | null;
      attempts: number;
      percent: number;
      done: number;
      place: unknown;
    }>(sql`
      select c.title, s.active, s.due_at, count(p.attempt_id)::int as attempts, coalesce(max(p.percent) filter (where p.completion_id is null), 0) as percent,
        count(p.completion_id)::int as done, (array_agg(t.place order by p.number desc))[1] as place
      from enrolment_standing s join users u on u.id = s.user_id and u.email = 'student@stoa.example'
      join portals o on o.id = s.portal_id and o.slug = 'northwind'
      join courses c on c.portal_id = s.portal_id and c.id = s.course_id
      left join attempt_progress p on p.portal_id = s.portal_id and p.enrolment_id = s.enrolment_id
      left join attempt_states t on t.portal_id = p.portal_id and t.attempt_id = p.attempt_id
      group by c.title, s.active, s.due_at`);
    const days = (due: Date | null) => (due ? (due.getTime() - now.getTime()) / 86_400_000 : null);
    const open = standing.filter(({ done, active }) => active && done === 0);
    expect(open.filter(({ due_at }) => (days(due_at) ?? 1) < 0).length).toBe(1);
    expect(open.filter(({ due_at }) => (days(due_at) ?? 99) > 0 && (days(due_at) ?? 99) < 7).length).toBe(1);
    expect(open.filter(({ attempts }) => attempts === 0).length).toBeGreaterThanOrEqual(3);
    expect(open.find(({ title }) => title.startsWith("Manual handling"))).toMatchObject({
      percent: 33,
      place: { pageId: "mh-watch", blockId: "mh-watch-1", second: 17 },
    });
    expect(standing.filter(({ done }) => done > 0).length).toBeGreaterThanOrEqual(4);
    expect(standing.filter(({ attempts, done }) => attempts === 2 && done === 2).length).toBe(1);
    expect(standing.filter(({ active }) => !active).length).toBe(1);
  });

  test("history is two years long and never in the future or out of order", async () => {
    const [span] = await rows<{ first: Date; last: Date; odd: number }>(sql`
      select min(c.completed_at) as first, max(c.completed_at) as last,
        count(*) filter (where not (e.created_at <= a.started_at and a.started_at <= c.completed_at and v.published_at <= a.started_at and m.joined_at <= e.created_at))::int as odd
      from completions c join attempts a on a.portal_id = c.portal_id and a.id = c.attempt_id
      join enrolments e on e.portal_id = a.portal_id and e.id = a.enrolment_id
      join memberships m on m.portal_id = e.portal_id and m.user_id = e.user_id
      join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id`);
    expect(span?.odd).toBe(0);
    expect(span?.last.getTime()).toBeLessThan(now.getTime());
    expect(now.getTime() - (span?.first.getTime() ?? 0)).toBeGreaterThan(500 * 86_400_000);
    const impossible =
      await rows(sql`select s.attempt_id from attempt_states s join attempts a on a.portal_id = s.portal_id and a.id = s.attempt_id
      where s.credited_seconds > extract(epoch from s.last_activity_at - a.started_at) or s.last_activity_at > ${now}`);
    expect(impossible).toEqual([]);
  });

  test("a load that fails leaves neither rows nor bytes", async () => {
    const database = await freshDatabase(inject("superUrl"));
    const empty = connectDatabases({ ownerUrl: database.url, appUrl: undefined, config: loadConfig({ STOA_DATA: dataDir }) });
    const folder = mkdtempSync(join(dataDir, "failing-"));
    const real = openFileStore(folder);
    let puts = 0;
    const failing: FileStore = { ...real, put: async (data) => (++puts > 31 ? Promise.reject(new Error("disk full")) : real.put(data)) };
    const packages = openPackageStore(join(folder, "packages"));
    let published = 0;
    const counting = { ...packages, publish: (...args: Parameters<typeof packages.publish>) => (published++, packages.publish(...args)) };
    await expect(
      seedDemo({ databases: empty, files: failing, packages: counting, hashPassword: async () => "hash", now, secret: "not used" }),
    ).rejects.toThrow("disk full");
    expect(published).toBe(2);
    expect(await empty.shared.selectFrom("portals").select("id").execute()).toEqual([]);
    expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
    await empty.close();
    await database.drop();
  });

  test("items agree with the documents, and every file has its bytes", async () => {
    expect(
      await rows(sql`select v.id from course_versions v where v.item_count <> (select count(*) from course_version_items i where i.portal_id = v.portal_id and i.version_id = v.id)
        or v.item_count <> jsonb_array_length(jsonb_path_query_array(v.content, '$.chapters[*].pages[*]'))`),
    ).toEqual([]);
    const kept = await rows<{ storage_key: string; bytes: number }>(sql`select storage_key, bytes from files`);
    for (const { storage_key, bytes } of kept) expect((await files.stat(storage_key))?.bytes).toBe(bytes);
  });

  test("the SCORM course is as its author would have published it, and its student opens it", async () => {
    const [course] = await rows<{ id: number; portal_id: number; storage_key: string; entry_count: number }>(
      sql`select c.id, c.portal_id, p.storage_key, p.entry_count from courses c join scorm_packages p on p.portal_id = c.portal_id and p.course_id = c.id where c.type = 'scorm'`,
    );
    if (!course) throw new Error("The demo has no SCORM course.");
    const source = join(import.meta.dirname, "media-source/workstation");
    const names = readdirSync(source);
    expect(course.entry_count).toBe(names.length);
    for (const name of names) {
      const path = await openPackageStore(join(dataDir, "packages")).resolve(course.storage_key, name);
      expect(path && readFileSync(path, "utf8"), "run node db/demo/make-package.ts").toBe(readFileSync(join(source, name), "utf8"));
    }

    const config = loadConfig({
      NODE_ENV: "test",
      STOA_DATA: dataDir,
      PUBLIC_URL: "http://localhost",
      CONTENT_ORIGIN: "http://content.test",
    });
    const log = createLog({ level: "silent" });
    const server = await buildServer({ config, databases, log, page: { html: async () => "", development: false } });
    const as = async (email: string) => {
      const token = await databases.inSystem("prepare a test", async (db) => {
        const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
        return startSession(db, {
          portalId: course.portal_id,
          userId: id,
          userAgent: "test",
          ip: "127.0.0.1",
          requestId: "test",
          maxHours: 1,
          action: "signed_in",
        });
      });
      const csrf = issueCsrf(config.secret, token);
      const cookie = `${cookieNames(false).session}=${token}; ${cookieNames(false).csrf}=${csrf}`;
      const headers = { host: "localhost", origin: "http://localhost", "sec-fetch-site": "same-origin", "x-csrf-token": csrf, cookie };
      return async (url: string, payload?: object) =>
        (await server.inject({ method: payload ? "POST" : "GET", url, headers, ...(payload && { payload }) })).json();
    };
    try {
      const author = await as("author@stoa.example");
      const editor = await author(`/rest/editor/online/${course.id}`);
      expect(editor).toMatchObject({ type: "scorm", status: "published", hasChanges: false, learners: { enrolled: 1, notStarted: 1 } });
      expect(editor.checks.filter(({ met }: { met: boolean }) => !met)).toEqual([]);
      const { package: found } = await author(`/rest/editor/courses/${course.id}/package`);
      expect([found.standard, found.items.length, found.findings]).toEqual(["2004", 3, []]);

      const student = await as("student@stoa.example");
      const launched = await student("/rest/progress/launch", { courseId: course.id });
      const opened = await student("/rest/scorm/open", { attemptId: launched.state.attemptId, epoch: launched.epoch });
      for (const [path, shows] of [
        ["~launcher", "Set up your workstation"],
        [opened.organization.items[0].href, "<h1>Chair, desk and screen</h1>"],
      ]) {
        const page = await server.inject({ url: `/c/${opened.token}/${path}`, headers: { host: new URL(opened.contentOrigin).host } });
        expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(shows)]);
      }

      // A part of the same package stands in an online course, whose author could publish it again.
      const [mixed] = await rows<{ id: number; parts: number }>(
        sql`select c.id, (select count(*) from jsonb_path_query(v.content, '$.chapters[*].pages[*].blocks[*] ? (@.kind == "scorm")') b
            join scorm_packages p on p.portal_id = c.portal_id and p.course_id = c.id and p.id = (b->>'packageId')::bigint) as parts
          from courses c join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
          where c.title = 'Records management' and c.portal_id = ${course.portal_id}`,
      );
      expect(mixed?.parts).toBe(1);
      const { checks } = await author(`/rest/editor/online/${mixed?.id}`);
      expect(checks.filter(({ met }: { met: boolean }) => !met)).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
