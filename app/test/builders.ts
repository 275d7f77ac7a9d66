import { pagesOf, type CompletionRule, type Content, type Page } from "#features/courses/content.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { becomesCurrent } from "#features/courses/server/current-version.ts";
import { noteCatalogChange } from "#features/courses/server/service.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { PortalKey } from "./app.ts";

/** Builders of test data, with defaults for what a test leaves out. All write as the system role, so they test no rights. */
export interface Builders {
  aPerson(
    key: PortalKey,
    fields?: {
      email?: string;
      givenName?: string;
      familyName?: string;
      isAuthor?: boolean;
      isManager?: boolean;
      isAdmin?: boolean;
      status?: "active" | "suspended";
    },
  ): Promise<{ id: number; email: string }>;
  aCourse(key: PortalKey, fields?: CourseFields): Promise<{ id: number; versionId: number; content: Content }>;
  aCategory(key: PortalKey, fields?: { name?: string; parentId?: number }): Promise<{ id: number }>;
  anEnrolment(
    key: PortalKey,
    fields: { courseId: number; userId: number; kind?: string; dueAt?: Date; expiresAt?: Date },
  ): Promise<{ id: number; causeId: number }>;
}

export interface CourseFields {
  title?: string;
  summary?: string;
  tags?: string[];
  type?: CourseType;
  status?: "draft" | "published" | "archived";
  minutes?: number;
  language?: string;
  selfEnrol?: boolean;
  isListed?: boolean;
  enrolFrom?: Date;
  enrolUntil?: Date;
  /** In hundredths of a euro. */
  priceCents?: number;
  /** Courses to complete first, and how many of them; all by default. */
  requires?: number[];
  requiredCount?: number;
  coAuthors?: number[];
  /** The number of who made it; nobody by default. */
  createdBy?: number;
  categoryIds?: number[];
  content?: Content;
  rule?: CompletionRule;
}

/** A page with one text block, completed by viewing it. */
export const aPage = (id: string, fields: Partial<Page> = {}): Page => ({
  id,
  title: `Page ${id}`,
  minutes: 5,
  rule: { viewed: true },
  blocks: [
    {
      id: `${id}-text`,
      kind: "text",
      doc: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: `Text of ${id}.` }] }] },
    },
  ],
  ...fields,
});

/** A course document: one chapter with two plain pages by default. */
export const aContent = (pages: Page[] = [aPage("p1"), aPage("p2")]): Content => ({
  chapters: [{ id: "c1", title: "Chapter one", pages }],
});

let counter = 0;

interface Flags {
  readonly is_author: boolean;
  readonly is_manager: boolean;
  readonly is_admin: boolean;
}
/** The assignments that the flags of memberships stand for: each for the whole portal and without an end. */
export const assignmentsOf = (memberships: readonly (Flags & { portal_id: number; user_id: number })[]) =>
  memberships.flatMap(({ portal_id, user_id, is_author, is_manager, is_admin }) =>
    [is_author && "Author", is_manager && "Manager", is_admin && "Admin"].flatMap((role) => (role ? [{ portal_id, user_id, role }] : [])),
  );

/** People, courses and enrolments for tests, written straight to the database. Each builder takes the portal and the fields that differ from the default. */
export function builders(databases: Databases, portalId: (key: PortalKey) => number, passwordHash: string): Builders {
  return {
    aPerson: (
      key,
      {
        email = `person${++counter}@example.test`,
        givenName = "Ana",
        familyName = "Ruiz",
        status = "active",
        isAuthor = false,
        isManager = false,
        isAdmin = false,
      } = {},
    ) =>
      databases.inSystem("prepare a test", async (db) => {
        const user = await db
          .insertInto("users")
          .values({ email, given_name: givenName, family_name: familyName, password_hash: passwordHash })
          .returning(["id", "email"])
          .executeTakeFirstOrThrow();
        const membership = {
          portal_id: portalId(key),
          user_id: user.id,
          status,
          is_author: isAuthor,
          is_manager: isManager,
          is_admin: isAdmin,
        };
        await db.insertInto("memberships").values(membership).execute();
        const held = assignmentsOf([membership]);
        if (held.length > 0) await db.insertInto("role_assignments").values(held).execute();
        return user;
      }),

    aCourse: (key, fields = {}) =>
      databases.inSystem("prepare a test", async (db) => {
        const portal_id = portalId(key);
        const content = fields.content ?? aContent();
        const status = fields.status ?? "published";
        const course = await db
          .insertInto("courses")
          .values({
            portal_id,
            type: fields.type ?? "online",
            title: fields.title ?? `Course ${++counter}`,
            summary: fields.summary ?? "",
            tags: fields.tags ?? [],
            minutes: fields.minutes ?? 10,
            language: fields.language ?? "en",
            self_enrol: fields.selfEnrol ?? true,
            created_by: fields.createdBy ?? null,
            listed: fields.isListed ?? true,
            enrol_from: fields.enrolFrom ?? null,
            enrol_until: fields.enrolUntil ?? null,
            enrol_zone: fields.enrolFrom || fields.enrolUntil ? "Europe/Berlin" : null,
            price_cents: fields.priceCents ?? null,
            price_currency: fields.priceCents ? "EUR" : null,
            prerequisites_asked: fields.requiredCount ?? fields.requires?.length ?? null,
            status,
            published_at: status === "draft" ? null : new Date(),
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        const pages = pagesOf(content);
        const version = await db
          .insertInto("course_versions")
          .values({
            portal_id,
            course_id: course.id,
            number: 1,
            content: JSON.stringify(content),
            completion_rule: JSON.stringify(fields.rule ?? { kind: "pages", percent: 100 }),
            item_count: pages.length,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        if (pages.length)
          await db
            .insertInto("course_version_items")
            .values(pages.map(({ page }, position) => ({ portal_id, version_id: version.id, item_key: page.id, position })))
            .execute();
        await db
          .updateTable("courses")
          .set(becomesCurrent(version.id, content))
          .where("portal_id", "=", portal_id)
          .where("id", "=", course.id)
          .execute();
        if (fields.categoryIds?.length)
          await db
            .insertInto("course_categories")
            .values(fields.categoryIds.map((category_id) => ({ portal_id, course_id: course.id, category_id })))
            .execute();
        if (fields.requires?.length)
          await db
            .insertInto("course_prerequisites")
            .values(fields.requires.map((required_id, nth) => ({ portal_id, course_id: course.id, required_id, nth })))
            .execute();
        if (fields.coAuthors?.length)
          await db
            .insertInto("course_authors")
            .values(fields.coAuthors.map((user_id) => ({ portal_id, course_id: course.id, user_id })))
            .execute();
        await noteCatalogChange(db, portal_id, course.id);
        return { id: course.id, versionId: version.id, content };
      }),

    aCategory: (key, { name = `Category ${++counter}`, parentId } = {}) =>
      databases.inSystem("prepare a test", async (db) => {
        const category = await db
          .insertInto("categories")
          .values({ portal_id: portalId(key), name, parent_id: parentId ?? null })
          .returning("id")
          .executeTakeFirstOrThrow();
        await noteCatalogChange(db, portalId(key), null);
        return category;
      }),

    anEnrolment: (key, { courseId, userId, kind = "self", dueAt, expiresAt }) =>
      databases.inSystem("prepare a test", async (db) => {
        const portal_id = portalId(key);
        const enrolment = await db
          .insertInto("enrolments")
          .values({ portal_id, course_id: courseId, user_id: userId })
          .returning("id")
          .executeTakeFirstOrThrow();
        const cause = await db
          .insertInto("enrolment_causes")
          .values({ portal_id, enrolment_id: enrolment.id, kind, due_at: dueAt ?? null, expires_at: expiresAt ?? null })
          .returning("id")
          .executeTakeFirstOrThrow();
        return { id: enrolment.id, causeId: cause.id };
      }),
  };
}
