import { expect } from "vitest";
import { startTestApp } from "#app/test/app.ts";
import type { Content } from "#features/courses/content.ts";
import type { Manifest, ManifestItem } from "#features/scorm/contract.ts";
import type { EditorDraft } from "#features/editor/contract.ts";
import type { Move } from "#features/editor/scheduled.ts";
import type { PackageDraft, PackageRules } from "../contract.ts";
import { valuesOf, type EditorValues } from "../web/editor-values.ts";

type Opened = EditorDraft & PackageDraft;
type Change = Partial<EditorValues & PackageRules>;

/** What the editor sends when it saves the settings of an open course. */
export const fieldsOf = (course: Opened) => ({ revision: course.revision, ...valuesOf(course) });
/** What the editor sends when it saves the rules of its package. */
export const rulesOf = ({ revision, policy, newWindow }: Opened) => ({ revision, policy, newWindow });

/** An item of a package's manifest; a SCO by default. */
export const item = (key: string, fields: Partial<ManifestItem> = {}): ManifestItem => ({
  identifier: `item-${key}`,
  title: `Lesson ${key}`,
  isVisible: true,
  scoKey: key,
  href: `${key}.html`,
  isSco: true,
  children: [],
  ...fields,
});
const manifestOf = (items: ManifestItem[]): Manifest => ({
  standard: "1.2",
  edition: "1.2",
  title: "Package",
  organization: { identifier: "org", title: "The package", items },
});

export type Editor = Awaited<ReturnType<typeof startEditor>>;

/** A server with the author's actions in the editor. `author` and `admin` belong to portal A and are signed in. */
export async function startEditor() {
  const app = await startTestApp();
  const author = await app.signIn("author", "a");
  const admin = await app.signIn("admin", "a");
  const create = async (client = author): Promise<number> => {
    const response = await client.post("/rest/course/createCourse", { courseTypeId: 3 });
    expect(response.statusCode).toBe(200);
    return response.json().CourseID as number;
  };
  const detailsOf = (courseId: number) => `/rest/editor/online/${courseId}/details`;
  const rulesAt = (courseId: number) => `/rest/editor/courses/${courseId}/package`;
  const open = async (courseId: number): Promise<Opened> => {
    const [draft, found] = [await author.get(`/rest/editor/online/${courseId}`), await author.get(rulesAt(courseId))];
    expect([draft.statusCode, found.statusCode]).toEqual([200, 200]);
    return { ...(draft.json() as EditorDraft), ...(found.json() as PackageDraft) };
  };
  /** Saves settings, and the rules of the package; the answer is that of the last one. */
  const save = async (courseId: number, change: Change) => {
    const { policy, newWindow, ...details } = change;
    const isRule = policy !== undefined || newWindow !== undefined;
    if (Object.keys(details).length > 0) {
      const saved = await author.put(detailsOf(courseId), { ...fieldsOf(await open(courseId)), ...details });
      if (!isRule || saved.statusCode !== 200) return saved;
    }
    return author.put(rulesAt(courseId), {
      ...rulesOf(await open(courseId)),
      ...(policy && { policy }),
      ...(newWindow !== undefined && { newWindow }),
    });
  };
  /** Publishes; who is in progress finishes what they began, unless a move says otherwise. */
  const publish = async (courseId: number, note = "New", move: Move = { inProgress: "finish", completed: "leave" }) =>
    author.post(`/rest/editor/online/${courseId}/publish`, { revision: (await open(courseId)).revision, note, move });
  const archive = (courseId: number) => author.post(`/rest/editor/courses/${courseId}/archive`);

  let packages = 0;
  /** Records a package as an upload does, but without files. */
  async function aPackage(courseId: number, items: ManifestItem[] = [item("sco-1")]): Promise<number> {
    const portal_id = app.portal("a").id;
    return app.databases.inPortal(portal_id, async (db) => {
      const file = await db
        .insertInto("files")
        .values({
          portal_id,
          storage_key: `zip-${++packages}`,
          name: "package.zip",
          media_type: "application/zip",
          bytes: 5000,
          sha256: "0",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const report = {
        findings: [{ level: "warning", code: "external", text: "It loads a picture from elsewhere.", params: {} }],
        entryCount: 12,
        bytes: 9000,
        standard: "1.2",
        edition: "1.2",
        scoCount: items.length,
      };
      const row = await db
        .insertInto("scorm_packages")
        .values({
          portal_id,
          course_id: courseId,
          standard: "1.2",
          edition: "1.2",
          title: "Package",
          storage_key: `folder-${packages}`,
          entry_count: 12,
          bytes: 9000,
          source_file_id: file.id,
          manifest: JSON.stringify(manifestOf(items)),
          report: JSON.stringify(report),
          uploaded_by: author.userId,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    });
  }
  /** The current version as stored, with the keys of its items in order. */
  const contentOf = (courseId: number) =>
    app.databases.inPortal(app.portal("a").id, async (db) => {
      const row = await db
        .selectFrom("course_versions")
        .innerJoin("courses", "courses.current_version_id", "course_versions.id")
        .select(["course_versions.id", "content", "completion_rule", "item_count", "number"])
        .where("courses.id", "=", courseId)
        .executeTakeFirstOrThrow();
      const items = await db
        .selectFrom("course_version_items")
        .select("item_key")
        .where("version_id", "=", row.id)
        .orderBy("position")
        .execute();
      return { ...row, content: row.content as unknown as Content, items: items.map(({ item_key }) => item_key) };
    });

  /** A published course with one person in progress on version 1. */
  async function courseUnderWay() {
    const courseId = await create();
    await aPackage(courseId);
    await save(courseId, { title: `Under way ${courseId}` });
    await publish(courseId);
    const person = await app.aPerson("a", { givenName: "Mira", familyName: "Onoz" });
    await app.anEnrolment("a", { courseId, userId: person.id });
    const learner = await app.signInAs(person, "a");
    const attemptId = await app.databases.inPortal(app.portal("a").id, async (db) => {
      const portal_id = app.portal("a").id;
      const { version_id, enrolment_id } = await db
        .selectFrom("courses")
        .innerJoin("enrolments", "enrolments.course_id", "courses.id")
        .select(["current_version_id as version_id", "enrolments.id as enrolment_id"])
        .where("courses.id", "=", courseId)
        .executeTakeFirstOrThrow();
      const { id } = await db
        .insertInto("attempts")
        .values({ portal_id, enrolment_id, course_id: courseId, user_id: person.id, version_id: version_id ?? 0, number: 1 })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    });
    return { courseId, learner, attemptId };
  }

  return { app, author, admin, create, open, save, publish, archive, detailsOf, rulesAt, aPackage, contentOf, courseUnderWay };
}
