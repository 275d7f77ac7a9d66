import type { Page } from "playwright-core";
import type { PortalSlug, Stoa } from "./stoa.ts";

/** A screen at rest: its address, and what shows that it has come. */
export interface StudentScreen {
  readonly name: string;
  readonly path: string;
  readonly shows: string;
}

/** The person of each demo portal who has something on every screen. */
export const studentOf: Record<PortalSlug, string> = {
  northwind: "student@stoa.example",
  harbor: "nurse@stoa.example",
  civic: "clerk@stoa.example",
};

/** Every screen a signed-in student reaches, with the demo's courses in it. */
export async function studentScreens(stoa: Stoa, portal: PortalSlug): Promise<StudentScreen[]> {
  const courses = await coursesOf(stoa, portal);
  const { started, done, fresh } = courses;
  const title = "#page-title";
  return [
    { name: "dashboard", path: "/v/student/dashboard", shows: ".dash-facts" },
    { name: "no-access", path: "/v/student/dashboard/no-access", shows: ".dash-banner" },
    { name: "catalog", path: "/v/course/catalog/categories", shows: ".course-card, .course-item" },
    { name: "search", path: "/v/course/catalog/search?q=da", shows: ".catalog-bar h2" },
    { name: "search-nothing", path: "/v/course/catalog/search?q=zzzz", shows: ".ui-state, .catalog-bar h2" },
    { name: "my-courses", path: "/v/course/catalog/myonlinecourses", shows: title },
    { name: "my-courses-table", path: "/v/course/catalog/myonlinecourses?view=table&tab=done", shows: "table" },
    { name: "details", path: `/v/course/details/online/${fresh}`, shows: ".details-tab" },
    { name: "details-outline", path: `/v/course/details/online/${started}/outline`, shows: ".details-tab" },
    { name: "details-attempts", path: `/v/course/details/online/${done}/attempts`, shows: "table" },
    { name: "details-missing", path: "/v/course/details/online/999999", shows: title },
    { name: "history", path: "/v/student/history", shows: "table" },
    { name: "account", path: "/v/student/myAccount", shows: "form" },
    { name: "password", path: "/v/auth/passwordChange", shows: "form" },
    { name: "viewer-text", path: `/v/student/courseViewer/${started}?page=${courses.textPage}`, shows: ".lesson" },
    { name: "viewer-video", path: `/v/student/courseViewer/${started}?page=${courses.videoPage}`, shows: ".player" },
    { name: "viewer-quiz", path: `/v/student/courseViewer/${started}?page=${courses.quizPage}`, shows: ".quiz" },
    { name: "viewer-not-done", path: `/v/student/courseViewer/${started}?page=done`, shows: ".done" },
    { name: "viewer-done", path: `/v/student/courseViewer/${done}?page=done`, shows: ".done-facts" },
    { name: "contact", path: "/v/about/contact", shows: ".prose" },
    { name: "privacy", path: "/v/about/privacy", shows: ".prose" },
    { name: "not-found", path: "/v/no/such/page", shows: title },
  ];
}

interface CoursePage {
  id: string;
  blocks: { kind: string }[];
}

/** Courses of the portal's student: one with a text, a video and a quiz page that is under way, a completed one, and one not enrolled in. */
async function coursesOf(stoa: Stoa, portal: PortalSlug) {
  const userId = await stoa.userId(studentOf[portal]);
  const portalId = stoa.portalId(portal);
  return stoa.databases.inSystem("look at a test", async (db) => {
    const attempts = await db
      .selectFrom("attempt_progress")
      .select(["course_id", "version_id", "completed_at"])
      .where("portal_id", "=", portalId)
      .where("user_id", "=", userId)
      .orderBy("started_at", "desc")
      .execute();
    const done = attempts.find(({ completed_at }) => completed_at !== null);
    const all = await db
      .selectFrom("courses as c")
      .innerJoin("course_versions as v", "v.id", "c.current_version_id")
      .select(["c.id", "v.id as version_id", "v.content"])
      .where("c.portal_id", "=", portalId)
      .execute();
    const pagesOf = (content: unknown) => (content as { chapters: { pages: CoursePage[] }[] }).chapters.flatMap(({ pages }) => pages);
    const withKind = (content: unknown, kind: string) =>
      pagesOf(content).find(({ blocks }) => blocks.some((block) => block.kind === kind))?.id;
    const rich = all.find(({ content }) => withKind(content, "video") && withKind(content, "quiz"));
    const fresh = all.find(({ id }) => !attempts.some(({ course_id }) => course_id === id));
    const enrolled = await db
      .selectFrom("enrolments")
      .select("id")
      .where("course_id", "=", rich?.id ?? 0)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (rich && !enrolled) {
      const { id } = await db
        .insertInto("enrolments")
        .values({ portal_id: portalId, course_id: rich.id, user_id: userId })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("enrolment_causes").values({ portal_id: portalId, enrolment_id: id, kind: "self" }).execute();
    }
    return {
      started: rich?.id ?? 0,
      done: done?.course_id ?? 0,
      fresh: fresh?.id ?? 0,
      textPage: withKind(rich?.content, "text"),
      videoPage: withKind(rich?.content, "video"),
      quizPage: withKind(rich?.content, "quiz"),
    };
  });
}

/** Opens a screen and waits until it has come to rest: its content there, nothing busy. */
export async function openScreen(page: Page, address: string, shows: string): Promise<void> {
  await page.goto(address);
  await page.locator(shows).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .ui-skeleton'));
  await atRest(page);
}

/** Waits until nothing moves or fades any more. */
export const atRest = (page: Page) =>
  page.waitForFunction(
    () => !document.getAnimations().some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity),
  );
