import { sql } from "kysely";
import type { Page } from "playwright-core";
import { screens, type ScreenName } from "#app/screens.ts";
import { sampleAddress, visitorOf, type ScreenVisitor } from "#app/test/screen-visits.ts";
import { atRest } from "#platform/test/axe.ts";
import type { PortalSlug, Stoa } from "./stoa.ts";

/** A screen in one of its states: its address, who opens it, and a selector for what shows that it has loaded. */
export interface ScreenState {
  readonly name: string;
  /** Null for an address without a screen. */
  readonly screen: ScreenName | null;
  readonly visitor: ScreenVisitor;
  readonly path: string;
  /** CSS selector. */
  readonly shows: string;
}

/** People of each demo portal who have content on every screen. In a portal without an author or a manager, the admin is one. */
const people: Record<PortalSlug, Record<Exclude<ScreenVisitor, "visitor">, string>> = {
  northwind: {
    student: "student@stoa.example",
    author: "author@stoa.example",
    manager: "manager@stoa.example",
    admin: "admin@stoa.example",
    system: "system@stoa.example",
  },
  harbor: {
    student: "nurse@stoa.example",
    author: "harbor-admin@stoa.example",
    manager: "harbor-admin@stoa.example",
    admin: "harbor-admin@stoa.example",
    system: "system@stoa.example",
  },
  civic: {
    student: "clerk@stoa.example",
    author: "civic-admin@stoa.example",
    manager: "civic-admin@stoa.example",
    admin: "civic-admin@stoa.example",
    system: "system@stoa.example",
  },
};

/** A window of somebody who may see a state: signed in with the needed role, or a visitor. */
export async function windowFor(
  stoa: Stoa,
  visitor: ScreenVisitor,
  portal: PortalSlug,
  options: Parameters<Stoa["visitor"]>[0] = {},
): Promise<Page> {
  if (visitor === "visitor") return stoa.visitor(options);
  const email = people[portal][visitor];
  const userId = await stoa.userId(email);
  if (visitor === "author" || visitor === "manager")
    await stoa.databases.inSystem("prepare a test", (db) =>
      db
        .updateTable("memberships")
        .set(visitor === "author" ? { is_author: true } : { is_manager: true })
        .where("user_id", "=", userId)
        .where("portal_id", "=", stoa.portalId(portal))
        .execute(),
    );
  return stoa.signedIn({ ...options, email, portal });
}

/** Makes the admin of Northwind Academy one of Harbor Health too, so that they can move people there. */
export async function withTwoPortals(stoa: Stoa): Promise<void> {
  const [portal_id, user_id] = [stoa.portalId("harbor"), await stoa.userId(people.northwind.admin)];
  await stoa.databases.inPeople(portal_id, "prepare a test", async (db) => {
    await db.insertInto("memberships").values({ portal_id, user_id }).execute();
    await db
      .insertInto("role_assignments")
      .values({ portal_id, user_id, role: "Admin", scope: JSON.stringify({ kind: "portal" }) })
      .execute();
    await sql`select apply_roles(${portal_id}, ${user_id})`.execute(db);
  });
}

/** A bulk action of somebody, done and still to be undone. */
async function aJob(stoa: Stoa, portal: PortalSlug, ownerId: number): Promise<number> {
  const { id } = await stoa.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("jobs")
      .values({
        portal_id: stoa.portalId(portal),
        owner_id: ownerId,
        kind: "bulk",
        input: JSON.stringify({ runId: 1, isUndo: false, kind: "deactivate", about: {}, count: 12 }),
        state: "done",
        done: 12,
        total: 12,
        result: JSON.stringify({ done: 11, notDone: 1 }),
        started_at: new Date(),
        ended_at: new Date(),
        undo_until: new Date(Date.now() + 86_400_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** A group of the demo that people are in. */
const aGroupOf = async (stoa: Stoa, portal: PortalSlug) =>
  (
    await stoa.databases.inPortal(stoa.portalId(portal), (db) =>
      db.selectFrom("group_members").select("group_id").orderBy("group_id").limit(1).executeTakeFirst(),
    )
  )?.group_id;

/** The first code of the demo, which people have used. */
const aCodeOf = async (stoa: Stoa, portal: PortalSlug) =>
  (
    await stoa.databases.inPortal(stoa.portalId(portal), (db) =>
      db.selectFrom("authorization_codes").select("id").orderBy("id").limit(1).executeTakeFirst(),
    )
  )?.id;

/** The announcement of the demo that says most: one whose report has answers, where there is one. */
const anAnnouncementOf = async (stoa: Stoa, portal: PortalSlug) =>
  (
    await stoa.databases.inPortal(stoa.portalId(portal), (db) =>
      db.selectFrom("announcements").select("id").orderBy("must_read", "desc").orderBy("id").limit(1).executeTakeFirst(),
    )
  )?.id;

const aPublicCourseOf = async (stoa: Stoa, portal: PortalSlug) =>
  (
    await stoa.databases.inPortal(stoa.portalId(portal), (db) =>
      db
        .selectFrom("catalogue_courses as k")
        .innerJoin("catalogues as l", (join) => join.onRef("l.portal_id", "=", "k.portal_id").onRef("l.id", "=", "k.catalogue_id"))
        .select("k.course_id as id")
        .where("l.is_public", "=", true)
        .orderBy("k.course_id")
        .limit(1)
        .executeTakeFirst(),
    )
  )?.id;

const aQuestionOf = async (stoa: Stoa, portal: PortalSlug) =>
  (
    await stoa.databases.inPortal(stoa.portalId(portal), (db) =>
      db.selectFrom("help_questions").select("id").orderBy("state", "asc").orderBy("id").limit(1).executeTakeFirst(),
    )
  )?.id;

/** A webhook of the portal with what became of its deliveries; the demo has none, so that nothing leaves it. It is off. */
const aWebhookOf = (stoa: Stoa, portal: PortalSlug) =>
  stoa.databases.inPeople(stoa.portalId(portal), "prepare a test", async (db) => {
    const portal_id = stoa.portalId(portal);
    const known = await db.selectFrom("webhooks").select("id").where("name", "=", "Staff system of the harbour").executeTakeFirst();
    if (known) return known.id;
    const { id } = await db
      .insertInto("webhooks")
      .values({
        portal_id,
        name: "Staff system of the harbour",
        address: "https://hooks.example/stoa",
        format: "json",
        is_on: false,
        off_reason: "failing",
        failures: 9,
        failing_since: new Date("2026-11-28T08:00:00Z"),
        last_at: new Date("2026-11-29T08:30:00Z"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const one = {
      portal_id,
      webhook_id: id,
      occurred_at: new Date("2026-11-28T08:00:00Z"),
      attempted_at: new Date("2026-11-29T08:30:00Z"),
    };
    const eventId = () => crypto.randomUUID();
    await db
      .insertInto("webhook_deliveries")
      .values([
        { ...one, event: "completed", event_id: eventId(), state: "sent", attempts: 1, status: 204, milliseconds: 84 },
        {
          ...one,
          event: "registration_asked",
          event_id: eventId(),
          state: "failed",
          attempts: 8,
          status: 503,
          milliseconds: 412,
          problem: "status",
          detail: "The service is closed for maintenance",
        },
        { ...one, event: "test", event_id: eventId(), state: "withheld", problem: "off" },
      ])
      .execute();
    return id;
  });

/** Every screen of app/screens.ts by its sample address, and other states of some screens, with the demo's courses. */
export async function screenStates(stoa: Stoa, portal: PortalSlug): Promise<ScreenState[]> {
  const courses = await coursesOf(stoa, portal);
  const { started, done, authored, fresh } = courses;
  const person = await stoa.userId(people[portal].student);
  const job = await aJob(stoa, portal, await stoa.userId(people[portal].author));
  const group = await aGroupOf(stoa, portal);
  const code = await aCodeOf(stoa, portal);
  const announcement = await anAnnouncementOf(stoa, portal);
  const question = await aQuestionOf(stoa, portal);
  const publicCourse = await aPublicCourseOf(stoa, portal);
  const webhook = await aWebhookOf(stoa, portal);
  const things = {
    startedCourse: started,
    course: fresh,
    person,
    job,
    webhook,
    ...(group !== undefined && { group }),
    ...(code !== undefined && { code }),
    ...(announcement !== undefined && { announcement }),
    ...(question !== undefined && { question }),
    ...(publicCourse !== undefined && { publicCourse }),
    ...(authored !== undefined && { authoredCourse: authored }),
  };
  const samples = screens.flatMap((screen): ScreenState[] => {
    const path = screen.isBeforeSetUp ? null : sampleAddress(screen, things);
    return path === null ? [] : [{ name: screen.name, screen: screen.name, visitor: visitorOf(screen), path, shows: screen.shows }];
  });
  const title = "#page-title";
  const also = (screen: ScreenName | null, name: string, path: string, shows: string): ScreenState => ({
    name,
    screen,
    visitor: screens.filter((one) => one.name === screen).map(visitorOf)[0] ?? "student",
    path: `/v${path}`,
    shows,
  });
  const viewer = (page: string | undefined, course = started) => `/student/courseViewer/${course}?page=${page}`;
  const others = [
    also("login", "login-return", "/auth/login?ReturnUrl=%2Fv%2Fstudent%2Fhistory", "form"),
    also("dashboard", "no-access", "/student/dashboard/no-access", ".dash-banner"),
    also("help", "help-article", "/users/helpcenter?article=viewer", ".help-article"),
    also("help", "help-check", "/users/helpcenter?check=computer", title),
    also("help", "help-ask", "/users/helpcenter?ask=new&from=%2Fstudent%2Fdashboard", ".support-ask"),
    also("help", "help-mine", "/users/helpcenter?ask=mine", "table, .ui-state"),
    ...(question === undefined ? [] : [also("help", "help-question", `/users/helpcenter?question=${question}`, ".support-thread")]),
    also("help", "help-nothing", "/users/helpcenter?q=zzzz", ".ui-state"),
    also("catalog", "search", "/course/catalog/search?q=da", ".ui-listing-head h2"),
    also("catalog", "search-nothing", "/course/catalog/search?q=zzzz", ".ui-state, .ui-listing-head h2"),
    also("catalog", "my-courses", "/course/catalog/myonlinecourses", title),
    also("catalog", "my-courses-table", "/course/catalog/myonlinecourses?view=table&tab=done", "table"),
    also("details", "details-outline", `/course/details/online/${started}/outline`, ".details-tab"),
    also("details", "details-attempts", `/course/details/online/${done}/attempts`, "table"),
    also("details", "details-missing", "/course/details/online/999999", title),
    also("viewer", "viewer-text", viewer(courses.textPage), ".lesson"),
    also("viewer", "viewer-video", viewer(courses.videoPage), ".player"),
    ...(courses.shapesPage ? [also("viewer", "viewer-shapes", viewer(courses.shapesPage, courses.shapes), ".lesson-table")] : []),
    ...(courses.touchPage ? [also("viewer", "viewer-touch", viewer(courses.touchPage, courses.shapes), ".flip-cards")] : []),
    also("viewer", "viewer-quiz", viewer(courses.quizPage), ".quiz"),
    ...(courses.markedPage ? [also("viewer", "viewer-result", viewer(courses.markedPage, courses.marked), ".quiz-review")] : []),
    also("viewer", "viewer-not-done", viewer("done"), ".done"),
    also("viewer", "viewer-done", viewer("done", done), ".done-facts"),
    also("user-details", "user-details-enrolments", `/users/details/${person}?tab=enrolments`, "table"),
    also("user-details", "user-details-consents", `/users/details/${person}?tab=consents`, "table"),
    also("user-details", "user-details-attempts", `/users/details/${person}?tab=attempts`, "table"),
    also("author-courses", "author-courses-nothing", "/author/myCourses?q=zzzz", ".ui-state"),
    also("author-dashboard", "create-course", "/dashboard/author?create=course", "[role=dialog]"),
    ...(courses.translated === undefined
      ? []
      : [
          also(
            "course-editor",
            "course-editor-languages",
            `/author/courseEditor/${courses.translated}?tab=translations&page=de-phases`,
            ".translation-text",
          ),
        ]),
    also(
      "course-editor",
      "course-editor-online",
      `/author/courseEditor/${started}?page=${courses.quizPage}`,
      ".content-canvas .canvas-title",
    ),
    ...(["files", "settings", "versions", "learners"] as const).map((tab) =>
      also("course-editor", `course-editor-${tab}`, `/author/courseEditor/${started}?tab=${tab}`, ".course-editor-tab h2"),
    ),
    also("course-editor", "course-editor-missing", "/author/courseEditor/999999", ".ui-state"),
    also("find-users", "find-users-nothing", "/users/find?q=zzzz", ".ui-state"),
    also("codes", "code-editor", "/users/authorizationCode?add=code", "[role=dialog] input"),
    ...(code === undefined
      ? []
      : [
          also("code", "code-uses", `/users/authorizationCode/${code}?tab=uses`, "table"),
          also("code", "code-batch", `/users/authorizationCode/${code + 2}`, "table"),
        ]),
    also("about", "copyright", "/about/copyright", ".prose"),
    also("about", "privacy", "/about/privacy", ".prose"),
    also(null, "not-found", "/no/such/page", title),
  ];
  return [...samples, ...others];
}

interface CoursePage {
  id: string;
  blocks: { kind: string }[];
}

/**
 * Courses of the portal's student: one in progress that has a text, a video and a quiz page; a completed one; one without an enrolment; and one that the
 * portal's author edits.
 */
async function coursesOf(stoa: Stoa, portal: PortalSlug) {
  const userId = await stoa.userId(people[portal].student);
  const portalId = stoa.portalId(portal);
  return stoa.databases.inSystem("look at a test", async (db) => {
    const attempts = await db
      .selectFrom("attempt_progress")
      .select(["course_id", "version_id", "completed_at"])
      .where("portal_id", "=", portalId)
      .where("user_id", "=", userId)
      .orderBy("started_at", "desc")
      .orderBy("course_id")
      .execute();
    const done = attempts.find(({ completed_at }) => completed_at !== null);
    const all = await db
      .selectFrom("courses as c")
      .innerJoin("course_versions as v", "v.id", "c.current_version_id")
      .select(["c.id", "c.type", "v.id as version_id", "v.content"])
      .where("c.portal_id", "=", portalId)
      .where("c.status", "=", "published")
      .orderBy("c.id")
      .execute();
    const pagesOf = (content: unknown) => (content as { chapters: { pages: CoursePage[] }[] }).chapters.flatMap(({ pages }) => pages);
    const withKind = (content: unknown, kind: string) =>
      pagesOf(content).find(({ blocks }) => blocks.some((block) => block.kind === kind))?.id;
    const isDone = (id: number) => attempts.some(({ course_id, completed_at }) => course_id === id && completed_at !== null);
    const rich = all.find(({ id, content }) => withKind(content, "video") && withKind(content, "quiz") && !isDone(id));
    // A quiz page that shows its result.
    const marked = all.find(({ id, content }) => withKind(content, "quiz") && isDone(id));
    // A page with kinds of blocks that few courses have.
    const shapes = all.find(({ content }) => withKind(content, "table"));
    const fresh = all.find(({ id }) => id !== rich?.id && !attempts.some(({ course_id }) => course_id === id));
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
    // So that the student sees the previews and the review of that course.
    if (rich)
      await db
        .insertInto("course_reviewers")
        .values({ portal_id: portalId, course_id: rich.id, user_id: userId, added_by: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const other = await db.selectFrom("course_languages").select("course_id").where("portal_id", "=", portalId).limit(1).executeTakeFirst();
    return {
      translated: other?.course_id,
      authored: all.find(({ type }) => type === "scorm")?.id,
      started: rich?.id ?? 0,
      done: done?.course_id ?? 0,
      marked: marked?.id ?? 0,
      markedPage: withKind(marked?.content, "quiz"),
      fresh: fresh?.id ?? 0,
      shapes: shapes?.id ?? 0,
      shapesPage: shapes && withKind(shapes.content, "table"),
      touchPage: shapes && withKind(shapes.content, "gallery"),
      textPage: withKind(rich?.content, "text"),
      videoPage: withKind(rich?.content, "video"),
      quizPage: withKind(rich?.content, "quiz"),
    };
  });
}

/** Opens a screen and waits until it is complete: its content is there and nothing is busy. */
export async function openScreen(page: Page, address: string, shows: string): Promise<void> {
  await page.goto(address);
  await page.locator(shows).first().waitFor();
  await atRest(page, '[aria-busy="true"], .ui-skeleton');
}

/** Changes the address as a link does; the title that is shown keeps a mark, until it is gone. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    document.querySelector("#page-title")?.setAttribute("data-before", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, address);

/**
 * Goes to a screen of the portal that the window is in, without loading the page anew: half the work of `openScreen`. It goes by way of an address without
 * a screen, so that nothing of the screen before can be taken for the new one.
 */
export async function goToScreen(page: Page, path: string, shows: string): Promise<void> {
  await follow(page, "/v/nowhere");
  await page.locator("#page-title:not([data-before])").waitFor();
  await follow(page, path);
  await page.locator("[data-before]").waitFor({ state: "detached" });
  await page.locator(shows).first().waitFor();
  await atRest(page, '[aria-busy="true"], .ui-skeleton');
}
