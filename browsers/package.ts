import { files12, files2004, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import type { Served } from "../e2e/support/stoa.ts";
import type { Journey } from "./journey.ts";
import { enrolAndStart, headed, reads, rowSays } from "./pages.ts";
import { until, type FramePath, type Window } from "./window.ts";

const title = "Tents in three engines";
/** Where a package plays: the launcher's frame, and the part's inside it. */
const part: FramePath = [".scorm-frame iframe", "iframe"];
const press = (window: Window, name: string, frames = part) => window.press({ role: "button", name }, frames);

/** The stored element of the course's first part. */
async function stored(stoa: Served, courseId: number, element: string): Promise<string | undefined> {
  const row = await stoa.databases.inPortal(stoa.portalId(), (db) =>
    db
      .selectFrom("scorm_states as s")
      .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
      .select("s.cmi")
      .where("a.course_id", "=", courseId)
      .where("s.sco_key", "=", "sco-1")
      .executeTakeFirst(),
  );
  return (row?.cmi as Record<string, string> | undefined)?.[element];
}

/** A SCORM package of two parts in forced order: begun, left, resumed on another device, completed. */
export const packageCourse: Journey = {
  name: "SCORM package",
  async play({ stoa, step, signedIn }) {
    const author = { portalId: stoa.portalId(), userId: await stoa.userId("author@stoa.example") };
    const course = await aScormCourse(stoa, { ...author, title, zip: await zipOf(files2004()) });
    const first = await signedIn();
    await step("enrol and start", async () => {
      await first.window.open(stoa.url(`/v/course/details/scorm/${course.id}`));
      await enrolAndStart(first.window, title);
      await headed(first.window, "Pitching");
    });
    await step("finds its API, sets a bookmark", async () => {
      await reads(first.window, "Status: unknown", part);
      await press(first.window, "Bookmark page 3");
      await reads(first.window, "Place: page-3", part);
    });
    await step("the bookmark is stored", async () => {
      await until("the bookmark", async () => (await stored(stoa, course.id, "cmi.location")) === "page-3");
      await first.device.close();
    });
    const second = await signedIn();
    await step("resumes on another device", async () => {
      await second.window.open(stoa.url(`/v/student/courseViewer/${course.id}`));
      await reads(second.window, "Place: page-3", part);
    });
    await step("first part: passed, next part", async () => {
      await press(second.window, "Pass with 80");
      await press(second.window, "Finish");
      await reads(second.window, "This part has ended.");
      await second.window.press({ role: "button", name: "Next part" });
      await headed(second.window, "Guy lines & pegs");
    });
    await step("second part: passed, result", async () => {
      await reads(second.window, "Status: unknown", part);
      await press(second.window, "Pass with 80");
      await second.window.press({ role: "button", name: "Exit" });
      await headed(second.window, /^Course (?:complete|finished)/);
    });
    await step("history", async () => {
      await second.window.open(stoa.url("/v/student/history"));
      await rowSays(second.window, new RegExp(title), /Passed/, /80\s?%/);
    });
  },
};

/** A package that its author lets play in a window of its own. */
export const packageInOwnWindow: Journey = {
  name: "SCORM package in a window of its own",
  async play({ stoa, step, signedIn }) {
    const userId = await stoa.userId();
    const course = await aScormCourse(stoa, {
      portalId: stoa.portalId(),
      userId,
      learners: [userId],
      title: "Own window",
      zip: await zipOf(files12([{ title: "Pitching", href: "p.html" }])),
      newWindow: true,
    });
    const { window } = await signedIn();
    let popup: Window | undefined;
    await step("opens by a press", async () => {
      await window.open(stoa.url(`/v/student/courseViewer/${course.id}`));
      await reads(window, "This course opens in a window of its own");
      popup = await window.opened(() => window.press({ role: "button", name: "Open the course" }));
      await reads(popup, "Status: not attempted", ["iframe"]);
    });
    await step("is recorded", async () => {
      if (!popup) return;
      await press(popup, "Pass with 80", ["iframe"]);
      await until("passed", async () => (await stored(stoa, course.id, "cmi.core.lesson_status")) === "passed");
    });
    await step("is closed", async () => {
      await popup?.close();
      await reads(window, "The course window is closed");
    });
  },
};
