import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { aContent, aPage, builders } from "#app/test/builders.ts";
import type { Content } from "#features/courses/content.ts";
import { choose, heading, saved, soon, withhold } from "./support/actions.ts";
import { addEnrolledCourse, smallCourse } from "./support/small-course.ts";
import { useStoa } from "./support/use-stoa.ts";

// What the learner does next is always at hand (issue 8, section 4): keys, focus, what is missing, what is left, where it goes on.
const stoa = useStoa();
let course: { id: number };

beforeEach(async () => {
  course = await addEnrolledCourse(stoa);
});

const viewer = (id: number, page?: string) => stoa.url(`/v/student/courseViewer/${id}${page === undefined ? "" : `?page=${page}`}`);
/** Id and text of what has the focus. */
const focused = (page: Page) => page.evaluate(() => [document.activeElement?.id, document.activeElement?.textContent]);
const inOutline = (page: Page, title: string) =>
  page.getByRole("navigation", { name: "Course outline" }).getByRole("link", { name: title });

test("all of my courses come first, what is overdue on top; details have the focus on their name; a line of the outline starts its lesson", async () => {
  const page = await stoa.signedIn();
  await page.goto(stoa.url("/v/course/catalog/myonlinecourses"));
  const tabs = page.getByRole("navigation", { name: "My Courses by standing" }).getByRole("link");
  await tabs.first().waitFor();
  expect(await tabs.first().innerText()).toMatch(/^All/);
  expect(await tabs.first().getAttribute("aria-current")).not.toBeNull();
  await page.getByRole("link", { name: smallCourse.title, exact: true }).first().click();
  await heading(page, smallCourse.title).waitFor();
  await soon(() => focused(page)).toEqual(["page-title", smallCourse.title]);
  await page.getByRole("link", { name: "Outline" }).click();
  await page.getByRole("link", { name: smallCourse.pages.watch }).click();
  await heading(page, smallCourse.pages.watch).waitFor();
  expect(page.url()).toMatch(/courseViewer\/\d+\?page=watch$/);
});

test("from the moment a lesson or a screen is shown it has the focus, and the keys are its own", async () => {
  const page = await stoa.signedIn();
  await page.goto(viewer(course.id, "read"));
  await heading(page, smallCourse.pages.read).waitFor();
  // Looks and presses in the very turn in which the document changes, before anything that React leaves for later.
  await page.evaluate(() => {
    const shown: [title: string, focus: string | undefined][] = [];
    const onChange = () => {
      const title = document.getElementById("page-title")?.textContent ?? "";
      if (title === "" || title === shown.at(-1)?.[0]) return;
      shown.push([title, document.activeElement?.id]);
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key: "]", bubbles: true }));
    };
    new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { shown });
    onChange();
  });
  await heading(page, smallCourse.pages.quiz).waitFor();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await heading(page, "Dashboard").waitFor();
  const [, ...later] = await page.evaluate(() => (window as unknown as { shown: [string, string][] }).shown);
  expect(later).toEqual([smallCourse.pages.watch, smallCourse.pages.quiz, "Dashboard"].map((title) => [title, "page-title"]));
});

test(
  "after Play the player's letters work wherever the focus is; the button says how much is still to be watched",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn();
    await page.goto(viewer(course.id, "watch"));
    await heading(page, smallCourse.pages.watch).waitFor();
    const left = page.getByText("Watch 5% first");
    await left.waitFor();
    expect(await page.getByRole("button", { name: "Continue" }).getAttribute("aria-describedby")).toBe(
      await page.locator(".viewer-left").getAttribute("id"),
    );
    const video = page.locator("video");
    const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
    const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await page.getByRole("button", { name: /^Play video/ }).click();
    await soon(isPaused).toBe(false);
    // The button is gone; the focus stays with the player.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("player-frame");
    await page.getByText("Bend your knees.").click();
    await soon(at).toBeGreaterThan(2.5);
    await page.keyboard.press("k");
    await soon(isPaused).toBe(true);
    await page.keyboard.press("c");
    await soon(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.mode)).toBe("showing");
    const before = await at();
    await page.keyboard.press("l");
    await soon(at).toBeGreaterThan(before + 9);
    await page.keyboard.press("j");
    await soon(at).toBeLessThan(before + 2);
    // Space and arrows scroll the page, as everywhere.
    await page.keyboard.press("Space");
    expect(await isPaused()).toBe(true);
    await left.waitFor({ state: "detached" });
  },
);

test(
  "what fails to load says so, is asked for again and keeps the focus; a video that breaks off goes on with its next file",
  { timeout: 60_000 },
  async () => {
    const portalId = stoa.portalId();
    const fileOf = async (name: string) => {
      const { id } = await stoa.databases.inSystem("look at a test", (db) =>
        db.selectFrom("files").select("id").where("portal_id", "=", portalId).where("name", "=", name).executeTakeFirstOrThrow(),
      );
      return id;
    };
    const [picture, sound, first, second, captions] = [
      await fileOf("lift-steps.webp"),
      await fileOf("alarm-signals.wav"),
      await fileOf("lift-safely.webm"),
      await fileOf("hand-hygiene.webm"),
      await fileOf("lift-safely.en.vtt"),
    ];
    const sources = [first, second].map((fileId) => ({ fileId, mediaType: "video/webm" }));
    const { aCourse, anEnrolment } = builders(stoa.databases, () => portalId, "");
    const { id } = await aCourse("a", {
      title: "Media",
      content: aContent([
        aPage("media", {
          title: "Media alone",
          blocks: [
            { id: "p", kind: "image", fileId: picture, width: 2000, height: 1125, alt: "Three steps", caption: "" },
            {
              id: "v",
              kind: "video",
              title: "Lift",
              sources,
              posterFileId: null,
              seconds: 40,
              captions: [{ fileId: captions, language: "en", label: "English" }],
              transcript: [],
            },
            {
              id: "s",
              kind: "audio",
              title: "Alarm",
              sources: [{ fileId: sound, mediaType: "audio/wav" }],
              seconds: 17,
              transcript: [{ from: 0, to: 5, text: "A horn." }],
            },
          ],
        }),
      ]),
    });
    // The files belong to courses of the demo that the student has, and to this one of infection control.
    const infection = await stoa.databases.inSystem("look at a test", (db) =>
      db
        .selectFrom("courses")
        .select("id")
        .where("portal_id", "=", portalId)
        .where("title", "like", "Infection%")
        .executeTakeFirstOrThrow(),
    );
    for (const courseId of [id, infection.id]) await anEnrolment("a", { courseId, userId: await stoa.userId() });
    const page = await stoa.signedIn();
    const allow = await withhold(page, `**/rest/files/${picture}/**`);
    await page.goto(viewer(id));
    await heading(page, "Media alone").waitFor();
    const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);

    const figure = page.locator(".lesson-image");
    await figure.getByText("The image could not be loaded.").waitFor();
    allow();
    await figure.getByRole("button", { name: "Try again" }).click();
    expect(await isFocused(figure)).toBe(true);
    await soon(() => figure.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // No more pixels than are shown.
    expect(await figure.locator("img").evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\?w=960$/);

    // What a broken connection or file does to the element: an error after its start.
    const fail = (media: Locator) => media.evaluate((element) => void element.dispatchEvent(new Event("error")));
    const played = page.getByRole("region", { name: "Video: Lift" });
    const video = played.locator("video");
    const plays = (fileId: number) =>
      soon(() => video.evaluate((element: HTMLVideoElement) => element.currentSrc)).toContain(`/rest/files/${fileId}/`);
    const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await played.getByRole("button", { name: /^Play video/ }).click();
    await soon(at).toBeGreaterThan(1);
    await plays(first);
    const before = await at();
    await fail(video);
    await plays(second);
    await soon(at).toBeGreaterThan(before);
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
    await fail(video);
    await played.getByText("The video could not be played.").waitFor();
    await played.getByRole("button", { name: "Try again" }).click();
    expect(await isFocused(played.locator("[data-player]"))).toBe(true);
    await plays(first);
    expect(await played.getByRole("alert").count()).toBe(0);

    const heard = page.getByRole("region", { name: "Recording: Alarm" });
    await fail(heard.locator("audio"));
    await heard.getByText("The recording could not be played.").waitFor();
    await heard.getByRole("button", { name: "Try again" }).click();
    expect(await isFocused(heard.locator("[data-player]"))).toBe(true);
    await heard.getByRole("button", { name: "Play", exact: true }).waitFor();
  },
);

test(
  "a lesson that was opened reads so after a reload; the last one lists what is left, with the way there",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn();
    await page.goto(viewer(course.id, "read"));
    await heading(page, smallCourse.pages.read).waitFor();
    await inOutline(page, smallCourse.pages.quiz).click();
    await heading(page, smallCourse.pages.quiz).waitFor();
    await saved(page);
    await page.reload();
    await heading(page, smallCourse.pages.quiz).waitFor();
    await inOutline(page, `${smallCourse.pages.read} (in progress)`).waitFor();
    await inOutline(page, `${smallCourse.pages.watch} (not started)`).waitFor();
    await page.getByText("Pass the quiz first").waitFor();
    await page.getByRole("heading", { name: "Lessons left" }).waitFor();
    await page.locator(".lessons-left").getByRole("link", { name: smallCourse.pages.watch }).click();
    await heading(page, smallCourse.pages.watch).waitFor();
    expect(await page.getByRole("heading", { name: "Lessons left" }).count()).toBe(0);
  },
);

const question = (id: string, stem: string, points: number) => ({ id, stem, feedback: "", points });
const options = (...texts: string[]) => texts.map((text) => ({ id: text.toLowerCase(), text }));
const weighted: Content = {
  chapters: [
    {
      id: "c1",
      title: "Weights",
      pages: [
        {
          id: "stay",
          title: "Stay a while",
          minutes: 1,
          rule: { viewed: false, minSeconds: 4 },
          blocks: [
            { id: "t", kind: "text", doc: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Short." }] }] } },
          ],
        },
        {
          id: "quiz",
          title: "Weighed",
          minutes: 1,
          rule: { viewed: false, quiz: "passed" },
          blocks: [
            {
              id: "q",
              kind: "quiz",
              title: "Weighed check",
              passPercent: 60,
              submissions: null,
              questions: [
                { ...question("q1", "One?", 1), kind: "single", options: options("Yes", "No"), correct: "yes" },
                { ...question("q2", "Which?", 2), kind: "multiple", options: options("Red", "Green", "Blue"), correct: ["red", "green"] },
              ],
            },
          ],
        },
      ],
    },
  ],
};

test(
  "time left is counted down; points are said; half right is told; another try begins at its first question; the result leads on",
  { timeout: 90_000 },
  async () => {
    const { aCourse, anEnrolment } = builders(stoa.databases, () => stoa.portalId(), "");
    const { id } = await aCourse("a", { title: "Weighed course", content: weighted, rule: { kind: "pages", percent: 100 } });
    await anEnrolment("a", { courseId: id, userId: await stoa.userId() });
    const page = await stoa.signedIn();
    // It counts for four seconds only: whoever looks once the page is there may be too late.
    const counted = page.getByText(/^[1-4] sec left$/).waitFor();
    await Promise.all([page.goto(viewer(id)), heading(page, "Stay a while").waitFor(), counted]);
    // Without waiting for the regular flush.
    await page.getByText("This lesson is complete.").waitFor({ timeout: 9_000 });
    await page.getByRole("button", { name: "Continue" }).click();

    await heading(page, "Weighed").waitFor();
    await page.getByText("2 questions, 3 points").waitFor();
    await page.getByText(/Question 2 of 2\s·\s2 points/i).waitFor();
    await choose(page, "radio", "No");
    await choose(page, "checkbox", "Red");
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.getByRole("heading", { name: "Not passed yet: 0%" }).waitFor();
    const second = page.locator(".quiz-review > li", { hasText: "Which?" });
    await soon(() => second.innerText()).toMatch(/0 of 2 points\s+Partly right/);
    await page.getByRole("button", { name: "Try again" }).click();
    await soon(() => page.evaluate(() => document.activeElement?.closest("[data-question]")?.getAttribute("data-question"))).toBe("0");
    expect(await page.locator(".quiz-form input:checked").count()).toBe(0);
    await choose(page, "radio", "Yes");
    for (const name of ["Red", "Green"]) await choose(page, "checkbox", name);
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();
    await page.getByRole("button", { name: "See your result" }).click();
    await heading(page, "Course complete").waitFor();
    const first = page.locator(".done-links a").first();
    await first.waitFor();
    expect(await first.innerText()).toMatch(/^Next: /);
    await first.click();
    await page.waitForURL((url) => url.pathname.includes("/courseViewer/") && !url.pathname.endsWith(`/${id}`));
  },
);
