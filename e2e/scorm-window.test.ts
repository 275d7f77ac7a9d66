import { expect, test } from "vitest";
import { files12, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { saved, soon, withhold } from "./support/actions.ts";
import { press, sco, useScormCourses } from "./support/scorm-courses.ts";

// Packages in windows of their own (SCO-9).
const { stoa, aCourse, openCourse, states } = useScormCourses();

test("a blocked new window is said, and the course opens in the page instead", { timeout: 90_000 }, async () => {
  const course = await aCourse({ zip: await zipOf(files12([{ title: "Pitching", href: "p.html" }])), title: "Blocked", newWindow: true });
  const page = await stoa.signedIn();
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
  await page.getByRole("button", { name: "Open the course" }).click();
  await page.getByText("Your browser blocked the new window").waitFor();
  await page.getByRole("button", { name: "Open in this page" }).click();
  await press(page, "Pass with 80");
  await soon(async () => (await states(course))["sco-1"]).toMatchObject({ passed: true });
  await page.context().close();
});

test("in a window of its own: opened by a press, recorded, closed", { timeout: 90_000 }, async () => {
  const course = await aCourse({
    zip: await zipOf(files12([{ title: "Pitching", href: "p.html" }])),
    title: "Own window",
    newWindow: true,
  });
  const page = await openCourse(course);
  await page.getByText("This course opens in a window of its own").waitFor();
  const [popup] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("button", { name: "Open the course" }).click()]);
  await popup.frameLocator("iframe").getByText("Status: not attempted").waitFor();
  await page.getByText("Opened in a new window").waitFor();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await popup.frameLocator("iframe").getByRole("button", { name: "Pass with 80" }).click();
  await popup.close();
  await page.getByText("The course window is closed").waitFor();
  await soon(async () => (await states(course))["sco-1"]).toMatchObject({ passed: true });
  // The same run opens its window once more: it knows what the first one reported, and what it reports itself is stored beside it.
  const again = page.getByRole("button", { name: "Open again" });
  const [second] = await Promise.all([page.context().waitForEvent("page"), again.click()]);
  await second.frameLocator("iframe").getByText("Status: passed").waitFor();
  await second.frameLocator("iframe").getByRole("button", { name: "Bookmark page 3" }).click();
  await soon(async () => (await states(course))["sco-1"]).toMatchObject({ passed: true, cmi: { "cmi.core.lesson_location": "page-3" } });
  await second.reload();
  await second.getByText("This window has lost the page that opened it.").waitFor();
});

test(
  "another window begins with what the package says as it is closed, and opens only once the course can be opened",
  { timeout: 90_000 },
  async () => {
    const last = `</script><script>addEventListener("unload", () => { one.LMSSetValue("cmi.core.lesson_location", "the end"); one.LMSSetValue("cmi.core.exit", "suspend"); one.LMSFinish(""); });</script>`;
    const course = await aCourse({
      zip: await zipOf({ ...files12([{ title: "Pitching", href: "p.html" }]), "p.html": scoPage("Pitching").replace("</script>", last) }),
      title: "Moves out",
    });
    const page = await openCourse(course);
    await sco(page).getByText("Status: not attempted").waitFor();
    const letThrough = await withhold(page, "**/rest/scorm/open");
    await page.getByRole("button", { name: "Open in a new window" }).click();
    await page.getByText("The course could not be opened").waitFor();
    await sco(page).getByText("Status: not attempted").waitFor();
    letThrough();
    await page.getByRole("button", { name: "Open in a new window" }).click();
    const open = page.getByRole("button", { name: "Open the course" });
    const [popup] = await Promise.all([page.context().waitForEvent("page"), open.click()]);
    await popup.frameLocator("iframe").getByText("Place: the end").waitFor();
    await page.context().close();
  },
);

test(
  "time in a window of its own is study time while that window is in front, also when it covers the page",
  { timeout: 120_000 },
  async () => {
    const course = await aCourse({ zip: await zipOf(files12([{ title: "Pitching", href: "p.html" }])), title: "Covered", newWindow: true });
    const page = await stoa.signedIn();
    // Of the page, of its frames and of the window that it opens.
    const clock = page.context().clock;
    await clock.install();
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
    const open = page.getByRole("button", { name: "Open the course" });
    const [popup] = await Promise.all([page.context().waitForEvent("page"), open.click()]);
    await popup.frameLocator("iframe").getByText("Status: not attempted").waitFor();
    /** Seconds that the page has told the server once everything it knows of is there. How much of them counts is the server's to say, by its own clock. */
    const told = async () => {
      await saved(page);
      const rows = await stoa.databases.inPortal(stoa.portalId(), (db) =>
        db
          .selectFrom("commit_log as l")
          .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "l.portal_id").onRef("a.id", "=", "l.attempt_id"))
          .select("l.claimed_seconds")
          .where("a.course_id", "=", course.id)
          .execute(),
      );
      return rows.reduce((sum, row) => sum + row.claimed_seconds, 0);
    };
    // What a browser does to a page that another window covers.
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const before = await told();
    await clock.runFor(20_000);
    await soon(told).toBeGreaterThanOrEqual(before + 15);
    // Nobody is at work any more, neither here nor there: once the window's last word is too old, it stands still.
    await popup.close();
    await page.getByText("The course window is closed").waitFor();
    await clock.runFor(15_000);
    const after = await told();
    await clock.runFor(60_000);
    expect(await told()).toBe(after);
  },
);
