import { sql } from "kysely";
import type { CourseVersion } from "#features/progress/server/course-version.ts";
import { courseVersion } from "#features/progress/server/course-version.ts";
import { filesOf, pagesOf } from "#features/courses/content.ts";
import type { Content } from "#features/courses/content.ts";
import { outlineOf } from "#features/courses/draft.ts";
import { becomesCurrent, textsOf, textsOfCourse, type Text } from "#features/courses/server/service.ts";
import { slugOf } from "#features/categories/server/slug.ts";
import type { Db } from "#platform/db/connect.ts";
import type { StoredFile } from "#platform/files/store.ts";
import { launchableItems } from "#features/scorm/manifest.ts";
import { contentOf, mediaOf, minutesOf, type DemoCourse, type GermanTexts, type PartOf } from "./courses/build.ts";
import { demoCourses } from "./courses/demo-courses.ts";
import { prose } from "./courses/prose.ts";
import { importPackage, type Stores } from "./insert-package.ts";
import { insertRows } from "./insert-rows.ts";
import { momentsBefore } from "./moments.ts";
import type { DemoPortal } from "./portals.ts";

export interface SeededCourse {
  readonly id: number;
  /** Published versions, oldest first. */
  readonly versions: readonly (CourseVersion & { readonly publishedAt: Date })[];
}

/** A file of one portal in the store, with the name by which courses refer to it. */
export interface PortalFile extends StoredFile {
  readonly name: string;
  readonly mediaType: string;
}

/** Inserts the files, categories and courses of one portal. Returns the courses by slug. */
export async function insertCourses(
  db: Db,
  portal: DemoPortal,
  portalId: number,
  authorId: number,
  files: readonly PortalFile[],
  stores: Stores,
  now: Date,
): Promise<ReadonlyMap<string, SeededCourse>> {
  const storedFiles = await insertRows<{ id: number; name: string }>(
    db,
    "files",
    { portal_id: "bigint", storage_key: "text", name: "text", media_type: "text", bytes: "bigint", sha256: "text" },
    files.map(({ key, name, mediaType, bytes, sha256 }) => ({
      portal_id: portalId,
      storage_key: key,
      name,
      media_type: mediaType,
      bytes,
      sha256,
    })),
    ["id", "name"],
  );
  const fileIds = new Map(storedFiles.map(({ id, name }) => [name, Number(id)]));
  const fileId = (name: string) => {
    const id = fileIds.get(name);
    if (id === undefined) throw new Error(`The demo has no file ${name}.`);
    return id;
  };
  const categoryIds = await insertCategories(db, portal, portalId);

  const at = momentsBefore(now);
  const editions = portal.courses.map((placement) => {
    const course = demoCourses.find(({ slug }) => slug === placement.slug);
    if (!course) throw new Error(`The demo has no course ${placement.slug}.`);
    return { course, placement, publishedAt: at(placement.age), createdAt: at(placement.age + 10) };
  });
  const courses = await insertRows<{ id: number; title: string }>(
    db,
    "courses",
    {
      portal_id: "bigint",
      type: "text",
      title: "text",
      summary: "text",
      outcomes: "text[]",
      tags: "text[]",
      language: "text",
      minutes: "integer",
      cover_file_id: "bigint",
      status: "text",
      self_enrol: "boolean",
      is_template: "boolean",
      created_by: "bigint",
      published_at: "timestamptz",
      created_at: "timestamptz",
      updated_at: "timestamptz",
    },
    editions.map(({ course, placement, publishedAt, createdAt }) => ({
      portal_id: portalId,
      type: "online",
      title: course.title,
      summary: course.summary,
      outcomes: course.outcomes,
      tags: course.tags,
      language: "en",
      minutes: minutesOf(course),
      cover_file_id: course.cover ? fileId(course.cover) : null,
      status: "published",
      self_enrol: placement.selfEnrol ?? true,
      is_template: placement.isTemplate ?? false,
      created_by: authorId,
      published_at: publishedAt,
      created_at: createdAt,
      updated_at: publishedAt,
    })),
    ["id", "title"],
  );
  const courseIds = new Map(courses.map(({ id, title }) => [title, Number(id)]));
  const made = [];
  for (const edition of editions) {
    const { course, placement, publishedAt } = edition;
    const id = courseIds.get(course.title) ?? 0;
    const parts = await insertPackages(db, { portalId, courseId: id, userId: authorId }, course, stores);
    const content = contentOf(course, fileId, (zip) => parts.get(zip) ?? { packageId: 0, scoKey: "" });
    const current = { number: 1, content, publishedAt, note: "" };
    const { earlier } = placement;
    const all = earlier
      ? [
          { ...current, content: without(content, earlier.withoutPage), note: "First edition" },
          { ...current, number: 2, publishedAt: at(earlier.days), note: "A page about people's rights was added." },
        ]
      : [current];
    made.push({ ...edition, id, versions: all });
  }

  const versions = await insertRows<{ id: number; course_id: number; number: number }>(
    db,
    "course_versions",
    {
      portal_id: "bigint",
      course_id: "bigint",
      number: "integer",
      content: "jsonb",
      completion_rule: "jsonb",
      translations: "jsonb",
      item_count: "integer",
      note: "text",
      published_by: "bigint",
      published_at: "timestamptz",
    },
    made.flatMap(({ id, course, versions: all }) =>
      all.map(({ number, content, note, publishedAt }) => ({
        portal_id: portalId,
        course_id: id,
        number,
        content,
        completion_rule: course.rule,
        translations: course.german ? { de: germanOf(course.german, content) } : {},
        item_count: pagesOf(content).length,
        note,
        published_by: authorId,
        published_at: publishedAt,
      })),
    ),
    ["id", "course_id", "number"],
  );
  const versionIds = new Map(versions.map((row) => [`${row.course_id} ${row.number}`, Number(row.id)]));
  const seeded = made.map(({ id, course, placement, versions: all }) => ({
    course,
    placement,
    id,
    versions: all.map(({ number, content, publishedAt }) => ({
      ...courseVersion({
        id: versionIds.get(`${id} ${number}`) ?? 0,
        number,
        content,
        rule: course.rule,
        translations: course.german ? { de: germanOf(course.german, content) } : {},
        itemKeys: pagesOf(content).map(({ page }) => page.id),
      }),
      publishedAt,
    })),
  }));
  await insertRows(
    db,
    "course_version_items",
    { portal_id: "bigint", version_id: "bigint", item_key: "text", position: "integer" },
    seeded.flatMap(({ versions: all }) =>
      all.flatMap((version) =>
        version.pages.map((page, position) => ({ portal_id: portalId, version_id: version.id, item_key: page.id, position })),
      ),
    ),
  );
  await insertRows(
    db,
    "course_files",
    { portal_id: "bigint", course_id: "bigint", file_id: "bigint" },
    seeded.flatMap(({ id, course, versions: all }) =>
      [...new Set([...all.flatMap(({ content }) => filesOf(content)), ...(course.cover ? [fileId(course.cover)] : [])])].map((file) => ({
        portal_id: portalId,
        course_id: id,
        file_id: file,
      })),
    ),
  );
  // As if their authors had uploaded them: their editor lists them under Files.
  await insertRows(
    db,
    "course_media",
    { portal_id: "bigint", course_id: "bigint", file_id: "bigint", uploaded_at: "timestamptz" },
    seeded.flatMap(({ id, versions: all }) =>
      [...new Set(all.flatMap(({ content }) => filesOf(content)))].map((file) => ({
        portal_id: portalId,
        course_id: id,
        file_id: file,
        uploaded_at: all[0]?.publishedAt ?? now,
      })),
    ),
  );
  await insertRows(
    db,
    "course_categories",
    { portal_id: "bigint", course_id: "bigint", category_id: "bigint" },
    seeded.flatMap(({ id, placement }) =>
      placement.categories.map((name) => ({ portal_id: portalId, course_id: id, category_id: categoryIds.get(name) })),
    ),
  );
  await insertDrafts(db, portalId, authorId, seeded);
  await insertGerman(db, portalId, authorId, seeded);
  for (const { id, versions: all } of seeded) {
    const current = all.at(-1);
    if (current)
      await db
        .updateTable("courses")
        .set(becomesCurrent(current.id, current.content, current.translations))
        .where("portal_id", "=", portalId)
        .where("id", "=", id)
        .execute();
  }
  return new Map(seeded.map(({ placement, id, versions: all }) => [placement.slug, { id, versions: all }]));
}

/** Inserts the packages of a course; gives the first part of each. */
async function insertPackages(
  db: Db,
  owner: Parameters<typeof importPackage>[1],
  course: DemoCourse,
  stores: Stores,
): Promise<ReadonlyMap<string, ReturnType<PartOf>>> {
  const parts = new Map<string, ReturnType<PartOf>>();
  for (const zip of mediaOf(course).packages) {
    const { packageId, manifest } = await importPackage(db, owner, zip, stores);
    const scoKey = launchableItems(manifest)[0]?.scoKey;
    if (!scoKey) throw new Error(`The demo's ${zip} has nothing to launch.`);
    parts.set(zip, { packageId, scoKey });
  }
  return parts;
}

/** What of a document is in German, by key. */
const germanOf = ({ titles, texts }: GermanTexts, content: Content): Record<string, Text> =>
  Object.fromEntries(
    textsOf(content).flatMap(({ key, value }) => {
      const source = typeof value === "string" ? undefined : texts[key.split("/")[1] ?? ""];
      const words = typeof value === "string" ? titles[value] : source && prose(source);
      return words ? [[key, words]] : [];
    }),
  );

/** Inserts the German of the courses that have it, as their authors edit it. */
async function insertGerman(
  db: Db,
  portalId: number,
  authorId: number,
  courses: readonly { id: number; course: DemoCourse; versions: readonly CourseVersion[] }[],
) {
  for (const { id, course, versions } of courses) {
    const content = versions.at(-1)?.content;
    const { german, title, summary, outcomes } = course;
    if (!german || !content) continue;
    const mine = { portal_id: portalId, course_id: id, language: "de" };
    await db
      .insertInto("course_languages")
      .values({ ...mine, is_offered: true })
      .execute();
    const document = germanOf(german, content);
    const own = textsOfCourse({ title, summary, outcomes });
    const words = [german.title, german.summary, ...german.outcomes];
    const texts = [
      ...textsOf(content).flatMap(({ key, value }) => (document[key] ? [{ key, source: value, value: document[key] }] : [])),
      ...own.map(({ key, value }, nth) => ({ key, source: value, value: words[nth] ?? "" })),
    ];
    await db
      .insertInto("course_texts")
      .values(
        texts.map(({ key, source, value }) => ({
          ...mine,
          key,
          source: JSON.stringify(source),
          value: JSON.stringify(value),
          updated_by: authorId,
        })),
      )
      .execute();
    const said = {
      title: { of: title, text: german.title },
      summary: { of: summary, text: german.summary },
      outcomes: { of: outcomes, text: german.outcomes },
    };
    await db
      .updateTable("courses")
      .set({ translations: JSON.stringify({ de: said }) })
      .where("portal_id", "=", portalId)
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("course_drafts")
      .set({ in_step: sql`in_step || '{"languages": {"de": 1}}'` })
      .where("portal_id", "=", portalId)
      .where("course_id", "=", id)
      .execute();
  }
}

/** Inserts the drafts that authors edit: the newest version, split into pages. */
async function insertDrafts(
  db: Db,
  portalId: number,
  authorId: number,
  courses: readonly { id: number; versions: readonly CourseVersion[] }[],
) {
  const drafts = courses.flatMap(({ id, versions }) => versions.slice(-1).map(({ content, rule }) => ({ id, content, rule })));
  const base = { portal_id: portalId, updated_by: authorId };
  const columns = { portal_id: "bigint", course_id: "bigint", updated_by: "bigint" };
  await insertRows(
    db,
    "course_drafts",
    { ...columns, outline: "jsonb", completion: "jsonb", in_step: "jsonb" },
    drafts.map(({ id, content, rule }) => ({
      ...base,
      course_id: id,
      outline: outlineOf(content),
      completion: rule,
      // The revisions that a draft begins with: nothing in it differs from the version.
      in_step: { outline: 1, pages: Object.fromEntries(pagesOf(content).map(({ page }) => [page.id, 1])) },
    })),
  );
  await insertRows(
    db,
    "course_draft_pages",
    { ...columns, page_id: "text", page: "jsonb" },
    drafts.flatMap(({ id, content }) => pagesOf(content).map(({ page }) => ({ ...base, course_id: id, page_id: page.id, page }))),
  );
}

async function insertCategories(db: Db, portal: DemoPortal, portalId: number): Promise<ReadonlyMap<string, number>> {
  const columns = {
    portal_id: "bigint",
    parent_id: "bigint",
    name: "text",
    description: "text",
    is_hidden: "boolean",
    is_shown: "boolean",
    position: "integer",
  };
  const rows = (names: readonly string[], parent_id: number | null) =>
    names.map((name, nth) => {
      const is_hidden = portal.hiddenCategories?.includes(name) ?? false;
      const description = portal.categoryTexts?.[name] ?? "";
      return { portal_id: portalId, parent_id, name, description, is_hidden, is_shown: !is_hidden, position: nth + 1 };
    });
  const ids = new Map<string, number>();
  const keep = (made: { id: number; name: string }[]) => made.forEach(({ id, name }) => ids.set(name, Number(id)));
  keep(await insertRows(db, "categories", columns, rows(Object.keys(portal.categories), null), ["id", "name"]));
  const below = Object.entries(portal.categories).flatMap(([parent, names]) => rows(names, ids.get(parent) ?? null));
  keep(await insertRows(db, "categories", columns, below, ["id", "name"]));
  const slugs = [...ids].map(([name, category_id]) => ({ portal_id: portalId, slug: slugOf(name), category_id }));
  await insertRows(db, "category_slugs", { portal_id: "bigint", slug: "text", category_id: "bigint" }, slugs);
  return ids;
}

const without = (content: Content, pageId: string): Content => ({
  chapters: content.chapters.map((chapter) => ({ ...chapter, pages: chapter.pages.filter(({ id }) => id !== pageId) })),
});
