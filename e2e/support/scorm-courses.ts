import type { FrameLocator, Page } from "playwright-core";
import { aScormCourse, type ScormCourse, type ScormCourseFields } from "#features/scorm/test/scorm-course.ts";
import type { Stoa } from "./stoa.ts";
import { useStoa } from "./use-stoa.ts";

/** The frame in which a part of a package plays in the page. */
export const sco = (page: Page): FrameLocator => page.frameLocator(".scorm-frame iframe").frameLocator("iframe");
/** Presses a button of the part. */
export const press = (page: Page, name: string) => sco(page).getByRole("button", { name }).click();

/** The application of a test file, with courses of our own packages: made, opened by the student of the demo, and what the server has of them. */
export function useScormCourses() {
  const stoa = useStoa();

  const aCourse = async (fields: Pick<ScormCourseFields, "zip"> & Partial<ScormCourseFields>) =>
    aScormCourse(stoa, {
      portalId: stoa.portalId(),
      userId: await stoa.userId("author@stoa.example"),
      learners: [await stoa.userId()],
      ...fields,
    });
  const openCourse = async (course: ScormCourse, options: Parameters<Stoa["signedIn"]>[0] = {}) => {
    const page = await stoa.signedIn(options);
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
    return page;
  };
  const states = (course: ScormCourse) =>
    stoa.databases.inPortal(stoa.portalId(), async (db) => {
      const rows = await db
        .selectFrom("scorm_states as s")
        .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
        .select(["sco_key", "cmi", "completed", "passed", "best_percent", "reported_seconds", "sessions"])
        .where("a.course_id", "=", course.id)
        .orderBy("sco_key")
        .execute();
      return Object.fromEntries(rows.map(({ sco_key, ...row }) => [sco_key, { ...row, cmi: row.cmi as Record<string, string> }]));
    });
  return { stoa, aCourse, openCourse, states };
}
