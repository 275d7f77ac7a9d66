import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { screens } from "#app/screens.ts";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { modes, type Mode } from "#features/preview/policy.ts";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { enrolStudent } from "./support/enrol-student.ts";
import { holderOf } from "./support/holder-of.ts";
import { press, sco, useScormCourses } from "./support/scorm-courses.ts";
import { addSmallCourseOf, smallCourse } from "./support/small-course.ts";

// Courses shown before they are learnt (issue 13 §5): a reviewer's round, and a link in a browser of somebody without an account.
const { stoa, aCourse, states } = useScormCourses();
const author = "author@stoa.example";
let courseId: number;

beforeAll(async () => {
  courseId = await addSmallCourseOf(stoa, author);
}, 120_000);

test("the author's tools of a preview stay in the window of a phone", { timeout: 60_000 }, async () => {
  const { id } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select("id")
      .where("portal_id", "=", stoa.portalId())
      .where("title", "=", "Accessible documents")
      .executeTakeFirstOrThrow(),
  );
  const page = await stoa.signedIn({ email: author });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const mode of ["coursePreview", "courseReview"]) {
      await page.goto(stoa.url(`/v/student/${mode}/${id}`));
      await page.getByText(/of the draft/).waitFor();
      if (mode === "coursePreview") await page.getByRole("button", { name: "Share" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${mode} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("a reviewer's round: named in the editor, comments on a part, the author resolves it", { timeout: 60_000 }, async () => {
  const page = await stoa.signedIn({ email: author });
  await page.goto(stoa.url(`/v/student/coursePreview/${courseId}`));
  await page.getByText(/Nothing is recorded/).waitFor();
  await page.getByRole("heading", { name: smallCourse.pages.read, level: 1 }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const person = await stoa.databases.inSystem("look at a test", (db) =>
    db.selectFrom("users").select(["given_name", "family_name"]).where("email", "=", "student@stoa.example").executeTakeFirstOrThrow(),
  );
  const name = `${person.given_name} ${person.family_name}`;
  await page.getByRole("combobox", { name: "Add a reviewer" }).fill(name);
  await page.getByRole("option", { name }).click();
  await page.getByRole("list", { name: "Reviewers" }).getByText(name).waitFor();

  const reviewing = await stoa.signedIn();
  await reviewing.goto(stoa.url(`/v/student/courseReview/${courseId}`));
  await reviewing
    .getByRole("button", { name: /^Comment on this part/ })
    .first()
    .click();
  await reviewing.getByLabel("Your comment").fill("Forty rungs are too many.");
  await reviewing.getByRole("button", { name: "Comment", exact: true }).last().click();
  await reviewing.getByText("Forty rungs are too many.").waitFor();

  await page.goto(stoa.url(`/v/student/courseReview/${courseId}`));
  await page.getByText("Forty rungs are too many.").waitFor();
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("No comments yet").or(page.getByText("There are comments of the other kinds.")).waitFor();
  await page.getByRole("link", { name: /^Resolved/ }).click();
  await page.getByText(/Resolved by/).waitFor();
});

/** Waits for the course in a list of what waits, with who asked, in a wide window and on a phone. */
async function waitsFor(page: Page, where: string) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: smallCourse.title }) });
    await row.getByText("Jonas Lindqvist").first().waitFor();
    expect(await axe(page, `${where}, ${width}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${where}, ${width}`).toBeLessThanOrEqual(0);
  }
}

test(
  "an admin finds what waits, follows the message, gives a course back with a comment, and approves it when asked again",
  { timeout: 180_000 },
  async () => {
    const page = await stoa.signedIn({ email: author, viewport: { width: 390, height: 844 } });
    await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?tab=settings`));
    const review = page.getByRole("region", { name: "Review" });
    await review.getByRole("textbox", { name: "Comment" }).fill("Ready for May.");
    await review.getByRole("button", { name: "Ask for a review" }).dblclick();
    await review.getByText("In review", { exact: true }).waitFor();
    // Pressed twice, asked once: nothing was refused.
    await review.getByRole("button", { name: "Take it back" }).waitFor();
    expect(await review.getByRole("alert").count()).toBe(0);
    expect(await review.locator("[aria-invalid=true]").count()).toBe(0);

    const admin = await stoa.signedIn({ email: "admin@stoa.example", viewport: { width: 390, height: 844 } });
    // What waits is a figure of the dashboard and a list of the portal's courses, whose titles lead to the answer.
    await admin.goto(stoa.url("/v/dashboard/admin"));
    await admin.getByRole("link", { name: /Courses waiting for approval/ }).click();
    await waitsFor(admin, "the portal's courses that wait for an approval");
    await admin.getByRole("link", { name: smallCourse.title }).click();
    await admin.getByRole("button", { name: "Approve or give back" }).waitFor();
    // An admin who is no author has no editor to go back to.
    await admin.getByRole("button", { name: "Course outline" }).click();
    await admin.getByRole("dialog").getByRole("link", { name: "Dashboard" }).click();
    await admin.getByRole("link", { name: /Courses waiting for approval/ }).waitFor();
    // Whoever sees no other course has the list on the dashboard.
    const approver = await stoa.signedIn({ email: await holderOf(stoa, ["see-people", "approve-courses"]) });
    await approver.goto(stoa.url("/v/dashboard/admin"));
    await approver.getByRole("heading", { name: "Waiting for approval" }).waitFor();
    await waitsFor(approver, "the dashboard of whoever only approves");
    await approver.getByRole("link", { name: smallCourse.title }).click();
    await approver.getByRole("button", { name: "Approve or give back" }).waitFor();
    await approver.getByRole("button", { name: "Course outline" }).click();
    await approver.getByRole("dialog").getByRole("link", { name: "Dashboard" }).click();
    await approver.getByRole("heading", { name: "Waiting for approval" }).waitFor();
    await approver.close();
    await admin.goto(stoa.url("/v/student/dashboard"));
    await admin
      .getByRole("banner")
      .getByRole("button", { name: /^Notifications/ })
      .click();
    await admin
      .getByRole("dialog", { name: "Notifications" })
      .getByRole("link", { name: /Ladders/ })
      .first()
      .click();
    const open = admin.getByRole("button", { name: "Approve or give back" });
    await open.click();
    const dialog = admin.getByRole("dialog", { name: "Approve or give back" });
    await dialog.getByText("Ready for May.").waitFor();
    expect(await axe(admin, "the dialog of whoever approves")).toEqual([]);
    await dialog.getByRole("textbox", { name: "Comment" }).fill("The second page has no heading.");
    await dialog.getByRole("button", { name: "Give it back" }).click();
    await dialog.getByText("Back with comments").waitFor();
    await admin.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.reload();
    await review.getByText("The second page has no heading.").waitFor();
    await review.getByRole("button", { name: "Ask for a review" }).click();
    await review.getByText("In review", { exact: true }).waitFor();
    await admin.reload();
    await open.click();
    await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    await dialog.getByText("Approved", { exact: true }).waitFor();
    // There is nothing to add until somebody asks again.
    expect(await dialog.getByRole("textbox").count()).toBe(0);
    await page.reload();
    await review.getByText("Approved", { exact: true }).waitFor();

    // A page is renamed in place: Escape keeps its name, Enter gives it another. The approval was about the draft as it was.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(stoa.url(`/v/author/courseEditor/${courseId}`));
    const outline = page.locator(".content-outline");
    const rename = async (from: string, to: string, end: "Enter" | "Escape") => {
      await outline.getByRole("row", { name: from }).press("F2");
      await outline.getByRole("textbox", { name: "Title" }).fill(to);
      await page.keyboard.press(end);
      await outline.getByRole("textbox", { name: "Title" }).waitFor({ state: "detached" });
    };
    await rename(smallCourse.pages.read, "Not this", "Escape");
    await rename(smallCourse.pages.read, "Standing safely", "Enter");
    await outline.getByRole("row", { name: "Standing safely" }).waitFor();
    await page.locator(".saved-state[data-state=saved]").waitFor();
    const publish = page.getByRole("dialog", { name: "Publish" });
    const asked = page.getByRole("button", { name: "Publish", exact: true });
    await asked.click();
    await publish.getByText("The draft was changed since it was approved.").waitFor();
    await publish.getByRole("textbox", { name: "What changed" }).fill("A clearer name");
    await publish.getByRole("button", { name: "Publish", exact: true }).click();
    await publish.getByText("Confirm this, or wait for the approval.").waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axe(page, `publishing what is not approved, ${width}`)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Escape");
    await publish.waitFor({ state: "detached" });
    // Taken back, the draft is the approved one again, and the published one.
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await outline.getByRole("row", { name: smallCourse.pages.read }).waitFor();
    await page.locator(".saved-state[data-state=saved]").waitFor();
    await asked.click();
    await soon(() => publish.getByRole("button", { name: "Publish", exact: true }).isDisabled()).toBe(true);
    expect(await publish.getByText("The draft was changed since it was approved.").count()).toBe(0);
  },
);

test(
  "a link opens the course in a browser without an account, and ends at the next page once it is revoked",
  { timeout: 60_000 },
  async () => {
    const page = await stoa.signedIn({ email: author });
    await page.goto(stoa.url(`/v/student/coursePreview/${courseId}`));
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Make a link" }).click();
    await page.getByLabel("Who it is for").fill("Acme");
    await page.getByLabel("Passcode").fill("open sesame");
    await page.getByRole("button", { name: "Make the link" }).click();
    await page.getByRole("list", { name: "Links" }).getByText("Acme").waitFor();
    const path = await page.evaluate(async (id) => {
      const answer = await fetch(`/rest/preview/courses/${id}/sharing`);
      return ((await answer.json()) as { links: { path: string }[] }).links[0]?.path ?? "";
    }, courseId);

    const outside = await stoa.visitor();
    await outside.goto(stoa.url(path));
    await outside.getByLabel("Passcode").fill("open sesame");
    await outside.getByRole("button", { name: "Open the preview" }).click();
    await outside.getByRole("heading", { name: smallCourse.pages.read, level: 1 }).waitFor();
    expect(outside.url()).not.toContain("token");
    await outside.getByText(/Nothing is recorded/).waitFor();
    await outside.getByRole("button", { name: `Continue to ${smallCourse.pages.watch}` }).click();
    await outside.getByRole("heading", { name: smallCourse.pages.watch, level: 1 }).waitFor();

    await page.getByRole("button", { name: "Revoke Acme" }).click();
    await page.getByRole("button", { name: "Revoke for everybody" }).click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    await outside.getByRole("button", { name: `Continue to ${smallCourse.pages.quiz}` }).click();
    await outside.getByText("This link no longer works").waitFor();
  },
);

test("each mode says whether anything is recorded, and shows comments where the table of modes says so", { timeout: 120_000 }, async () => {
  const said = "Is it really two minutes?";
  const page = await stoa.signedIn({ email: author });
  await page.goto(stoa.url(`/v/student/coursePreview/${courseId}`));
  await heading(page, smallCourse.pages.read).waitFor();
  const path = await page.evaluate(
    async ([id, comment]) => {
      const post = async (what: string, body: object) => {
        const csrf = /(?:^|;\s*)stoa_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
        const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
        const answer = await fetch(`/rest/preview/courses/${id}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
        return (await answer.json()) as { path?: string };
      };
      await post("comments", { on: "page", pageId: "read", blockId: null, words: comment });
      return (await post("links", { name: "For modes", shows: "draft", days: 7, passcode: null })).path ?? "";
    },
    [courseId, said] as const,
  );
  await enrolStudent(stoa, courseId);
  const learner = await stoa.signedIn();
  const visitor = await stoa.visitor();
  const opened: Record<Mode, { in: Page; at: string }> = {
    learn: { in: learner, at: `/v/student/courseViewer/${courseId}?page=read` },
    preview: { in: page, at: `/v/student/coursePreview/${courseId}` },
    review: { in: page, at: `/v/student/courseReview/${courseId}` },
    external: { in: visitor, at: path },
  };
  for (const [mode, { in: window, at }] of Object.entries(opened) as [Mode, { in: Page; at: string }][]) {
    await window.goto(stoa.url(at));
    await heading(window, smallCourse.pages.read).waitFor();
    // Learning is all that is recorded; each other mode says in words that it is not.
    const notice = window.getByText(/nothing is recorded/i).first();
    if (modes[mode].writesAttempt) expect([mode, await notice.count()]).toEqual([mode, 0]);
    else await notice.waitFor();
    await window.waitForLoadState("networkidle");
    if (modes[mode].showsComments) await window.getByText(said).first().waitFor();
    else expect([mode, (await window.content()).includes(said)]).toEqual([mode, false]);
    const screen = screens.find(({ viewerMode }) => viewerMode === modes[mode].number);
    expect([mode, new URL(window.url()).pathname]).toEqual([mode, `/v${screen?.path.replace(":courseId", String(courseId))}`]);
  }
});

test("a package plays in a preview and behind a link, on a phone too, and nothing of it is recorded", { timeout: 120_000 }, async () => {
  const parts = [
    { title: "Pitching", href: "pitching.html" },
    { title: "Guy lines", href: "lines.html" },
  ];
  const course = await aCourse({ zip: await zipOf(files12(parts)), title: "Ridge tents", learners: [] });
  const page = await stoa.signedIn({ email: author });
  await page.goto(stoa.url(`/v/author/courseEditor/${course.id}`));
  await page.getByRole("button", { name: "Share" }).waitFor();
  await page.getByRole("link", { name: "Preview" }).click();
  await page.getByText("Preview. Nothing is recorded.").waitFor();
  await sco(page).getByRole("heading", { name: "Pitching" }).waitFor();
  await page.getByRole("button", { name: "Next part" }).click();
  await sco(page).getByRole("heading", { name: "Guy lines" }).waitFor();
  await press(page, "Finish");
  expect(await axe(page, "a package in a preview")).toEqual([]);
  const path = await page.evaluate(async (id) => {
    const csrf = /(?:^|;\s*)stoa_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
    const body = JSON.stringify({ name: "For Acme", shows: "current", days: 7, passcode: null });
    const answer = await fetch(`/rest/preview/courses/${id}/links`, { method: "POST", headers, body });
    return ((await answer.json()) as { path: string }).path;
  }, course.id);
  const outside = await stoa.visitor();
  await outside.setViewportSize({ width: 390, height: 844 });
  await outside.goto(stoa.url(path));
  await sco(outside).getByRole("heading", { name: "Pitching" }).waitFor();
  expect(await axe(outside, "a package behind a link, on a phone")).toEqual([]);
  expect(await outside.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await states(course)).toEqual({});
});
