import { expect, test } from "vitest";
import { aContent, aPage, builders } from "#app/test/builders.ts";
import { pagesOf } from "#features/courses/content.ts";
import { files12, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { heading, readToTheEnd, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { demoCourse } from "./support/demo-course.ts";
import { enrolStudent } from "./support/enrol-student.ts";
import { useStoa } from "./support/use-stoa.ts";

// Kinds of blocks and questions in a real browser: audio, numeric and ordering (in the demo's fire course), and a package block in an online course.
const stoa = useStoa();

test(
  "a recording is heard, things are put in order by keyboard, a number takes a decimal comma; the result shows both",
  { timeout: 90_000 },
  async () => {
    // The page of the demo's fire course, in a new course that nobody has started; the student may load its file through the original course.
    const demo = await demoCourse(stoa, "Fire");
    const signals = pagesOf(demo.content).find(({ page: { id: pageId } }) => pageId === "fs-signals");
    if (!signals) throw new Error("The demo has no page of signals.");
    const { id } = await builders(stoa.databases, () => stoa.portalId(), "").aCourse("a", {
      title: "Signals alone",
      content: aContent([signals.page]),
    });
    await enrolStudent(stoa, id);
    const page = await stoa.signedIn({ viewport: { width: 390, height: 800 } });
    await page.goto(stoa.url(`/v/student/courseViewer/${id}?page=fs-signals`));
    await heading(page, "Two signals, two answers").waitFor();
    await page.getByText("Completes when you listen to 80% of the recording.").waitFor();
    const recording = page.getByRole("region", { name: "Recording: The warning and the evacuation signal" });
    const length = () => recording.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration);
    await expect.poll(length).toBe(17);
    // Our own controls, as a video has them; the letters work all over the page.
    const heard = recording.locator("audio");
    expect(await heard.getAttribute("controls")).toBeNull();
    await recording.getByRole("button", { name: /^Speed/ }).click();
    await page.getByRole("menuitemradio", { name: "2×" }).click();
    await soon(() => heard.evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(2);
    await recording.getByRole("button", { name: "Play" }).click();
    await soon(() => heard.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
    await page.keyboard.press("k");
    await recording.getByRole("button", { name: "Play" }).waitFor();
    await recording.getByRole("slider", { name: "Position" }).fill("9");
    await recording.getByText("0:09 / 0:17").waitFor();
    await recording.getByRole("button", { name: "Transcript" }).click();
    await recording.getByText("The evacuation signal: two tones").waitFor();

    const items = page.locator(".ordering-text");
    const up = page.getByRole("button", { name: "Move up: Stop what you are doing" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await items.allInnerTexts())[0]).toBe("Stop what you are doing");
    // At the end of the list the button stays, and keeps the focus.
    await page.keyboard.press("Enter");
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Move up: Leave by the nearest exit" }).click();
    await page.getByRole("button", { name: "Move up: Leave by the nearest exit" }).click();
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual(["Stop what you are doing", "Leave by the nearest exit", "Report to the floor warden", "Stay at the assembly point"]);
    await page.getByRole("button", { name: "Next question" }).click();
    const number = page.getByRole("textbox", { name: /^For how many seconds/ });
    await page.getByText("A number. Unit: s", { exact: true }).waitFor();
    await number.fill("one");
    await number.blur();
    await page.getByText("Write a number in digits, such as 2.5.").waitFor();
    expect(await axe(page, "kinds: a number with an error")).toEqual([]);
    // What has two meanings in English is asked for once more, and what is written in another way is shown as it is understood.
    await number.fill("1,200");
    await page.getByText("This can mean 1200 or 1.2. Write one of the two.").waitFor();
    await number.fill("1,2");
    await page.getByText("A number. Unit: s Understood as 1.2.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.getByRole("heading", { name: "Passed with 100%" }).waitFor();
    await page.getByText("1.2 s").waitFor();
    expect(await axe(page, "kinds: the result")).toEqual([]);
    expect(await page.locator(".ordering-words li").allInnerTexts()).toHaveLength(4);
  },
);

test("on a phone, the chapters of a video lead to where they begin, and say which one plays", { timeout: 90_000 }, async () => {
  // The page of the demo's lifting course, in a new course; the student may load its files through the original course.
  const demo = await demoCourse(stoa, "Manual handling");
  const film = pagesOf(demo.content).find(({ page }) => page.blocks.some(({ kind }) => kind === "video"));
  if (!film) throw new Error("The demo has no film about lifting.");
  const { id } = await builders(stoa.databases, () => stoa.portalId(), "").aCourse("a", {
    title: "Lifting alone",
    content: aContent([film.page]),
  });
  for (const courseId of [id, demo.id]) await enrolStudent(stoa, courseId);
  const page = await stoa.signedIn({ viewport: { width: 390, height: 800 } });
  await page.goto(stoa.url(`/v/student/courseViewer/${id}`));
  const player = page.getByRole("region", { name: "Video: Lift, carry, turn, put down" });
  const chapters = player.locator(".ui-disclosure").filter({ has: page.getByRole("heading", { name: "Chapters" }) });
  await chapters.getByRole("button", { name: "Go to 0:20 Lift and turn" }).click();
  const second = () => player.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);
  await soon(second).toBeGreaterThan(20);
  expect(await second()).toBeLessThan(27);
  await chapters.locator("[aria-current=true]").getByText("Lift and turn").waitFor();
  await page.keyboard.press("k");
  await player.getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))).toBe(0);
  expect(await axe(page, "a video with chapters")).toEqual([]);
});

test(
  "a part of a package plays between the texts of an online course, completes its page, and the course completes",
  { timeout: 90_000 },
  async () => {
    // What it is still answered when it is removed, and was answered the last time.
    const last = `addEventListener("pagehide", () => sessionStorage.setItem("last", [one.LMSSetValue("cmi.core.lesson_location", "late"), one.LMSGetLastError(), one.LMSFinish("")].join(" ")));
      document.body.append(" Last: " + sessionStorage.getItem("last"));</script>`;
    const zip = await zipOf({
      ...files12([{ title: "Knots", href: "knots.html" }]),
      "knots.html": scoPage("Knots").replace("</script>", last),
    });
    const userId = await stoa.userId("author@stoa.example");
    const { packageId } = await aScormCourse(stoa, { portalId: stoa.portalId(), userId, zip, title: "Knots alone" });
    const words = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Tie one yourself." }] }] };
    const course = await builders(stoa.databases, () => stoa.portalId(), "").aCourse("a", {
      title: "Knots and words",
      content: aContent([
        aPage("read", { title: "Read first" }),
        aPage("tie", {
          title: "Tie a knot",
          rule: { viewed: true, scorm: true },
          blocks: [
            { id: "tie-text", kind: "text", doc: words },
            { id: "tie-part", kind: "scorm", packageId, scoKey: "sco-1" },
          ],
        }),
      ]),
    });
    await enrolStudent(stoa, course.id);
    const page = await stoa.signedIn();
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=read`));
    await heading(page, "Read first").waitFor();
    await page.getByRole("button", { name: "Complete and continue" }).click();
    await heading(page, "Tie a knot").waitFor();
    await page.getByText("Tie one yourself.").waitFor();
    const sco = page.frameLocator(".scorm-frame iframe").frameLocator("iframe");
    await sco.getByText("Last: null").waitFor();
    // Another device goes on with the course: the part here is told before it is removed.
    const other = await stoa.signedIn();
    await other.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=tie`));
    await heading(other, "Tie a knot").waitFor();
    await other.context().close();
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("You went on with this course elsewhere").waitFor();
    await page.getByRole("button", { name: "Continue here" }).click();
    await sco.getByText("Last: false 101 false").waitFor();
    await sco.getByRole("button", { name: "Pass with 80" }).click();
    await sco.getByText("Status: passed").waitFor();
    await readToTheEnd(page);
    await page.getByText("This lesson is complete.").waitFor();
    await page.getByRole("button", { name: /^(Finish|See your result)$/ }).click();
    await heading(page, "Course complete").waitFor();
  },
);
