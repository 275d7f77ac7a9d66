import { addSmallCourse, smallCourse } from "../e2e/support/small-course.ts";
import type { Journey } from "./journey.ts";
import { choose, enrolAndStart, headed, reads, readToTheEnd, rowSays, signInOnPage } from "./pages.ts";
import { until, type Window } from "./window.ts";

const secondOf = (window: Window) => window.run(() => document.querySelector("video")?.currentTime ?? -1);
const plays = (window: Window, from: number) => until(`the video after second ${from}`, async () => (await secondOf(window)) > from);

/** Coming back to the window makes the page send what it has. */
const saved = (window: Window) =>
  until("saved", async () => {
    await window.run(() => void document.dispatchEvent(new Event("visibilitychange")));
    return window.run(() => document.querySelector(".save-status")?.getAttribute("data-state") === "saved");
  });

async function answer(window: Window, [points, chair]: readonly [string, string]) {
  await choose(window, points, ...smallCourse.ticks, chair);
  await window.press({ role: "button", name: "Hand in" });
}

/** An online course from sign-in to the history: a text, a video, a quiz. */
export const onlineCourse: Journey = {
  name: "Online course",
  async play({ stoa, device, step }) {
    await addSmallCourse(stoa);
    const first = await device();
    const window = await first.window();
    await step("sign in", async () => {
      await window.open(stoa.url("/"));
      await signInOnPage(window);
      await headed(window, "Dashboard");
    });
    await step("find it in the catalog", async () => {
      await window.press({ role: "link", name: "Course Catalog" });
      await window.type({ role: "field", name: "Search courses" }, "ladders fall");
      await reads(window, /^1 course$/m);
      // Also while the search is still typed: it does not come after the press.
      await window.press({ role: "link", name: smallCourse.title });
      await headed(window, smallCourse.title);
    });
    await step("enrol and start", async () => {
      await enrolAndStart(window, smallCourse.title);
      await headed(window, smallCourse.pages.read);
    });
    await step("read a lesson", async () => {
      await readToTheEnd(window);
      await window.press({ role: "button", name: "Continue" });
      await headed(window, smallCourse.pages.watch);
    });
    let left = 0;
    await step("video: play, captions, pause", async () => {
      await window.press({ role: "button", name: "Captions" });
      await window.press({ role: "button", name: /^Play video/ });
      await plays(window, 3);
      await until("captions", () =>
        window.run(() =>
          [...(document.querySelector("video")?.textTracks ?? [])].some(({ mode, cues }) => mode === "showing" && cues?.length),
        ),
      );
      await window.press({ role: "button", name: "Pause" });
      left = await secondOf(window);
    });
    await step("video: goes on where it was", async () => {
      await saved(window);
      await window.reload();
      await headed(window, smallCourse.pages.watch);
      await until(`second ${left.toFixed(1)}`, async () => Math.abs((await secondOf(window)) - left) < 1.5);
      await readToTheEnd(window);
      await window.press({ role: "button", name: "Continue" });
      await headed(window, smallCourse.pages.quiz);
    });
    await step("quiz: failed, then passed", async () => {
      await answer(window, smallCourse.wrong);
      await reads(window, "Not passed yet");
      await window.press({ role: "button", name: "Try again" });
      await answer(window, smallCourse.right);
      await reads(window, "Passed with 100%");
    });
    await step("result", async () => {
      await window.press({ role: "button", name: "See your result" });
      await reads(window, "Course complete");
    });
    await step("history", async () => {
      await window.press({ role: "link", name: "My History" });
      await rowSays(window, new RegExp(smallCourse.title), /Passed/, /100\s?%/);
    });
    await step("sign out", async () => {
      await window.open(stoa.url("/onlinetraining/auth/logout"));
      await until("the sign-in page", async () => (await window.address()).includes("/v/auth/login"));
    });
  },
};
