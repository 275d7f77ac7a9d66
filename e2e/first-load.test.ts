import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { aContent, aPage, builders } from "#app/test/builders.ts";
import { blockKinds, type Block } from "#features/blocks/kinds.ts";
import { pagesOf, type Content, type Page as Lesson } from "#features/courses/content.ts";
import { questionKinds } from "#features/questions/kinds.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { soon } from "./support/actions.ts";
import { openScreen, screenStates, windowFor, type ScreenState } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// How many requests a learner's screen takes until it is complete, with nothing cached: page, scripts, style sheet, font, logo, calls and the pictures
// in the window. Counted, not timed.
const stoa = useStoa();

const most = 12;
/** The learner's screens in their main states. */
const counted = [
  "login",
  "password-change",
  "dashboard",
  "catalog",
  "search",
  "my-courses",
  "details",
  "details-outline",
  "details-attempts",
  "history",
  "account",
  "viewer-text",
  "viewer-result",
  "viewer-not-done",
  "viewer-done",
  "about",
];

/** The kinds of blocks in a page, and of questions in its quizzes. */
const kindsIn = ({ blocks }: Lesson): string[] =>
  blocks.flatMap((block) => [block.kind, ...(block.kind === "quiz" ? block.questions.map(({ kind }) => kind) : [])]);

/** Lessons of the demo with all kinds of blocks and questions, and one with a part of a package, each in a new course of the demo's student. */
async function lessonsOfAllKinds(): Promise<ScreenState[]> {
  const documents = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses as c")
      .innerJoin("course_versions as v", "v.id", "c.current_version_id")
      .select("v.content")
      .where("c.portal_id", "=", stoa.portalId())
      .where("c.type", "=", "online")
      .orderBy("c.id")
      .execute(),
  );
  const zip = await zipOf(files12([{ title: "Knots", href: "knots.html" }]));
  const [userId, authorId] = [await stoa.userId(), await stoa.userId("author@stoa.example")];
  const { packageId } = await aScormCourse(stoa, { portalId: stoa.portalId(), userId: authorId, zip, title: "Knots alone" });
  const part: Block = { id: "tie-part", kind: "scorm", packageId, scoKey: "sco-1" };
  const pages = [
    ...documents.flatMap(({ content }) => pagesOf(content as unknown as Content).map(({ page }) => page)),
    aPage("tie", { blocks: [part] }),
  ];
  const missing = new Set([...Object.keys(blockKinds), ...Object.keys(questionKinds)]);
  const chosen = pages.filter((page) => {
    const found = kindsIn(page).filter((kind) => missing.delete(kind));
    return found.length > 0;
  });
  expect([...missing]).toEqual([]);
  const { aCourse, anEnrolment } = builders(stoa.databases, () => stoa.portalId(), "");
  return Promise.all(
    chosen.map(async (page): Promise<ScreenState> => {
      const course = await aCourse("a", { content: aContent([page]) });
      await anEnrolment("a", { courseId: course.id, userId });
      const name = `lesson of ${[...new Set(kindsIn(page))].join(", ")}`;
      return { name, screen: "viewer", visitor: "student", path: `/v/student/courseViewer/${course.id}?page=${page.id}`, shows: ".lesson" };
    }),
  );
}

/** Keeps the browser from ever being idle: what a screen fetches ahead at rest (ui/at-rest.ts) is not part of its view. */
const neverIdle = () => void (globalThis.requestIdleCallback = () => 0);

/** The requests of a page; a file that is fetched and then imported from the cache counts once. */
function requestsOf(page: Page): { asked: Set<string>; pending: Set<Request> } {
  const [asked, pending] = [new Set<string>(), new Set<Request>()];
  let calls = 0;
  page.on("request", (request) => {
    const url = request.url();
    // What the page says about the learner's progress is no part of the view, and neither is what a package's own host serves.
    if (!url.startsWith(stoa.url("/")) || /\/rest\/progress\/attempts\/\d+\/commits$/.test(url)) return;
    pending.add(request);
    asked.add(/\/v\/(?:assets|brand)\//.test(url) ? url : `${url} (${request.method()} ${++calls})`);
  });
  page.on("requestfinished", (request) => void pending.delete(request));
  page.on("requestfailed", (request) => void pending.delete(request));
  return { asked, pending };
}

test(`the learner's screens take at most ${most} requests each`, { timeout: 300_000 }, async () => {
  const states = (await screenStates(stoa, "northwind")).filter(({ name }) => counted.includes(name));
  expect(states.map(({ name }) => name).toSorted()).toEqual(counted.toSorted());
  states.push(...(await lessonsOfAllKinds()));
  const over: string[] = [];
  for (const { name, path, visitor, shows } of states) {
    const page = await windowFor(stoa, visitor, "northwind");
    await page.addInitScript(neverIdle);
    const { asked, pending } = requestsOf(page);
    await openScreen(page, stoa.url(path), shows);
    // Pictures in the window are requested in the frame after they are drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await soon(() => pending.size).toBe(0);
    expect(asked.size, name).toBeGreaterThan(5);
    if (asked.size > most) over.push(`${name}: ${asked.size}`, ...asked);
    await page.context().close();
  }
  expect(over).toEqual([]);
});
