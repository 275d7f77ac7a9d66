import type { Content } from "#features/courses/content.ts";
import { builders } from "#app/test/builders.ts";
import { enrolStudent } from "./enrol-student.ts";
import type { PortalSlug, Served } from "./stoa.ts";

const words = (text: string) => ({ type: "doc" as const, content: [{ type: "paragraph", content: [{ type: "text", text }] }] });
const long = Array.from({ length: 40 }, (_, i) => `Rung ${i + 1}: keep three points of contact and face the ladder.`);

/** Title, pages and right answers of the course that tests take from start to end: reading, a video, a quiz. */
export const smallCourse = {
  title: "Ladders without falls",
  pages: { read: "Before you climb", watch: "Lift it safely", quiz: "Ladder check" },
  right: ["Three", "False"],
  wrong: ["One", "True"],
  ticks: ["Feet", "Rungs"],
} as const;

/** Publishes the small course in a portal, with a video of the demo. It takes seconds to complete instead of the minutes of a real course. */
export async function addSmallCourse(stoa: Served, portal: PortalSlug = "northwind"): Promise<{ id: number; versionId: number }> {
  const portalId = stoa.portalId(portal);
  const found = await stoa.databases.inSystem("prepare a test", async (db) => ({
    files: await db
      .selectFrom("files")
      .select(["id", "name"])
      .where("portal_id", "=", portalId)
      .where("name", "like", "lift-safely%")
      .execute(),
    category: await db
      .selectFrom("categories")
      .select("id")
      .where("portal_id", "=", portalId)
      .where("name", "=", "Premises")
      .executeTakeFirstOrThrow(),
  }));
  const file = (end: string) => found.files.find(({ name }) => name.endsWith(end))?.id ?? 0;
  const content: Content = {
    chapters: [
      {
        id: "c1",
        title: "Ladders",
        pages: [
          {
            id: "read",
            title: smallCourse.pages.read,
            minutes: 2,
            rule: { viewed: true },
            blocks: [
              {
                id: "read-1",
                kind: "text",
                doc: { type: "doc", content: long.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })) },
              },
            ],
          },
          {
            id: "watch",
            title: smallCourse.pages.watch,
            minutes: 1,
            rule: { viewed: true, videoPercent: 5 },
            blocks: [
              {
                id: "watch-1",
                kind: "video",
                title: "Lift safely",
                sources: [
                  { fileId: file(".webm"), mediaType: "video/webm" },
                  { fileId: file(".mp4"), mediaType: "video/mp4" },
                ],
                posterFileId: file(".webp"),
                seconds: 40,
                captions: [{ fileId: file(".vtt"), language: "en", label: "English" }],
                transcript: [{ from: 0, to: 5, text: "Look at the load first." }],
              },
              { id: "watch-2", kind: "text", doc: words("Bend your knees.") },
            ],
          },
        ],
      },
      {
        id: "c2",
        title: "Check yourself",
        pages: [
          {
            id: "quiz",
            title: smallCourse.pages.quiz,
            minutes: 2,
            rule: { viewed: true, quiz: "passed" },
            blocks: [
              {
                id: "quiz-1",
                kind: "quiz",
                title: "Ladder check",
                passPercent: 80,
                submissions: null,
                questions: [
                  {
                    ...question("q1", "How many points of contact?"),
                    kind: "single",
                    options: options("q1", "One", "Three"),
                    correct: "q1-1",
                  },
                  {
                    ...question("q2", "What do you look at before climbing?"),
                    kind: "multiple",
                    options: options("q2", "Feet", "Rungs", "The weather of last week"),
                    correct: ["q2-0", "q2-1"],
                  },
                  { ...question("q3", "A chair is a ladder."), kind: "trueFalse", correct: false },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
  return builders(stoa.databases, () => portalId, "").aCourse("a", {
    title: smallCourse.title,
    summary: "Three lessons about ladders.",
    minutes: 5,
    categoryIds: [found.category.id],
    content,
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "score", blockId: "quiz-1", percent: 80 },
      ],
    },
  });
}

const question = (id: string, stem: string) => ({ id, stem, feedback: "Remember it on the next rung.", points: 1 });
const options = (id: string, ...texts: string[]) => texts.map((text, at) => ({ id: `${id}-${at}`, text }));

/** The small course, with the demo's student enrolled in it. */
export async function addEnrolledCourse(stoa: Served): Promise<{ id: number; versionId: number }> {
  const course = await addSmallCourse(stoa);
  await enrolStudent(stoa, course.id);
  return course;
}

/** The same course in Northwind, as one that an author made: they edit it. Gives its id. */
export async function addSmallCourseOf(stoa: Served, email: string): Promise<number> {
  const { id } = await addSmallCourse(stoa);
  const userId = await stoa.userId(email);
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ created_by: userId }).where("id", "=", id).execute(),
  );
  return id;
}
