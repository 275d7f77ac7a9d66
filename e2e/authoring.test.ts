import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { uploadLimitBytes } from "#features/scorm/contract.ts";
import type { PackageDraft } from "#features/authoring/contract.ts";
import type { EditorDraft } from "#features/editor/contract.ts";
import { choose, heading, soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// From the author dashboard to a course that people find (specification §4; capabilities SCO-6).
const stoa = useStoa();

const silent = { "pages/pitching.html": "<p>Read this.", "pages/lines.html": "<p>And this." };

test("create, upload, fill in with what is wrong named, save, publish", { timeout: 120_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/author?create=course"));
  const dialog = page.getByRole("dialog", { name: "Create New Course" });
  // The type is required, and none is preselected.
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Choose a course type.").waitFor();
  await dialog.getByText("Online SCORM course").click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  // Larger than any package may be: refused at once, before a course is created or a byte is sent.
  const large = join(mkdtempSync(join(tmpdir(), "stoa-large-")), "large.zip");
  writeFileSync(large, "");
  truncateSync(large, uploadLimitBytes + 1);
  await dialog.getByLabel("SCORM package (.zip)").setInputFiles(large);
  await dialog.getByText("large.zip is larger than 2 GB.").waitFor();
  rmSync(dirname(large), { recursive: true });
  await dialog
    .getByLabel("SCORM package (.zip)")
    .setInputFiles({ name: "tents.zip", mimeType: "application/zip", buffer: await zipOf({ ...files12(), ...silent }) });
  await dialog.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL("**/author/courseEditor/*");
  await heading(page, "Tents").waitFor();
  const stored = () =>
    page.evaluate(async () => {
      const id = location.pathname.split("/").at(-1);
      const [draft, found] = await Promise.all([fetch(`/rest/editor/online/${id}`), fetch(`/rest/editor/courses/${id}/package`)]);
      return { ...((await draft.json()) as EditorDraft), ...((await found.json()) as PackageDraft) };
    });

  // Pages that report nothing cannot be completed by their reports: the check says so, and its proposal takes one press.
  await page.getByText("The package never looks for the place where results are reported.").waitFor();
  await page.getByRole("button", { name: "Count parts as complete when they are opened" }).click();
  await page.getByText("In this course a part counts as complete when it was opened.").waitFor();
  expect((await stored()).policy).toMatchObject({ complete: "launched", pass: "none" });

  const passing = page.getByLabel("Score that passes, in percent");
  const changes = page.getByRole("region", { name: "Unsaved changes" });
  await choose(page, "radio", /^After some time in it/);
  await page.getByLabel("Minutes in each part").fill("");
  await choose(page, "radio", /^From a score you set/);
  await passing.fill("150");
  await choose(page, "radio", "The last counts");
  await changes.getByRole("button", { name: "Save" }).click();
  const summary = page.getByRole("group", { name: "There is a problem" });
  await soon(() => summary.getByRole("link").allInnerTexts()).toEqual([expect.stringContaining("minutes"), "Use at most 100 %."]);
  await soon(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect((await stored()).policy.score).toBe("best");

  // A field that is hidden again does not block saving.
  await choose(page, "radio", /^When it was opened/);
  await passing.fill("80");
  // What is not saved would not be published, so it is asked for first.
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Save your changes first").waitFor();
  await changes.getByRole("button", { name: "Save" }).click();
  await changes.waitFor({ state: "detached" });
  expect(await stored()).toMatchObject({
    title: "Tents",
    policy: { complete: "launched", pass: "score", passPercent: 80, score: "last" },
  });

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Duration in minutes").fill("12");
  await changes.getByRole("button", { name: "Save" }).click();
  await soon(async () => (await stored()).minutes).toBe(12);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await soon(async () => (await stored()).status).toBe("published");

  // The list names the type of each course: the standard of a package, or online course.
  await page.goto(stoa.url("/v/author/myCourses"));
  const row = (title: string) => page.getByRole("row").filter({ hasText: title });
  await row("Tents").getByRole("cell", { name: "SCORM 1.2" }).waitFor();
  await row("Forklift basics").getByRole("cell", { name: "Online" }).waitFor();
  await page.getByRole("columnheader", { name: "Type" }).waitFor();
});

test("signing in over the editor fetches the course again; what another author saved meanwhile is not overwritten unseen", async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  const course = await stoa.databases.inSystem("look at a test", (db) =>
    db.selectFrom("courses").select("id").where("title", "=", "Set up your workstation").executeTakeFirstOrThrow(),
  );
  await page.goto(stoa.url(`/v/author/courseEditor/${course.id}?tab=settings`));
  await page.getByLabel("Title", { exact: true }).fill("Mine");
  const userId = await stoa.userId("author@stoa.example");
  await stoa.databases.inSystem("another author saves, and the session ends", async (db) => {
    await db
      .updateTable("courses")
      .set((eb) => ({ summary: "Theirs", revision: eb("revision", "+", 1) }))
      .where("id", "=", course.id)
      .execute();
    await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  });
  const save = page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" });
  await save.click();
  const signIn = page.getByRole("dialog", { name: "Sign in again" });
  await signIn.getByLabel("Password", { exact: true }).fill("stoa-demo-2026");
  const fetched = page.waitForResponse((answer) => answer.url().endsWith(`/rest/editor/online/${course.id}`) && answer.ok());
  await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
  await signIn.waitFor({ state: "detached" });
  await fetched;
  await save.click();
  const conflict = page.getByRole("dialog", { name: "Somebody else changed this course" });
  await conflict.getByText("Theirs", { exact: true }).last().waitFor();
  const kept = await stoa.databases.inSystem("look at a test", (db) =>
    db.selectFrom("courses").select(["title", "summary"]).where("id", "=", course.id).executeTakeFirstOrThrow(),
  );
  expect(kept).toEqual({ title: "Set up your workstation", summary: "Theirs" });
});

test("older calls of a package's log are fetched when they are asked for, and the newer ones no second time", async () => {
  const portal_id = stoa.portalId();
  const authorId = await stoa.userId("author@stoa.example");
  const { id, course_id } = await stoa.databases.inSystem("prepare a test", async (db) => {
    const course = await db.selectFrom("courses").select("id").where("title", "=", "Set up your workstation").executeTakeFirstOrThrow();
    const attempt = await db
      .selectFrom("attempts as a")
      .innerJoin("courses as c", (both) => both.onRef("c.portal_id", "=", "a.portal_id").onRef("c.id", "=", "a.course_id"))
      .select("a.id")
      .where("a.portal_id", "=", portal_id)
      .where("c.created_by", "=", authorId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const batches = Array.from({ length: 60 }, (_, at) => ({
      portal_id,
      attempt_id: attempt.id,
      sco_key: "sco-1",
      session: "one",
      calls: JSON.stringify([{ at, call: "SetValue", element: "cmi.location", value: `page-${at}`, result: "true", error: "0" }]),
    }));
    await db.insertInto("scorm_calls").values(batches).execute();
    return { id: attempt.id, course_id: course.id };
  });
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  const asked: string[] = [];
  page.on("request", (request) => /\/attempts\/\d+\/calls/.test(request.url()) && asked.push(new URL(request.url()).search));
  await page.goto(stoa.url(`/v/author/courseEditor/${course_id}?tab=learners&attempt=${id}`));
  const log = page.getByRole("dialog", { name: "Log" });
  await log.getByText("50 calls").waitFor();
  await log.getByRole("button", { name: "Show older calls" }).click();
  await log.getByText("60 calls").waitFor();
  expect(await log.getByRole("button", { name: "Show older calls" }).count()).toBe(0);
  expect(asked).toEqual(["", expect.stringMatching(/^\?before=\d+$/)]);
});

test("an author copies a course from the dashboard, takes one out of the catalog and deletes the copy", { timeout: 120_000 }, async () => {
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url("/v/dashboard/author"));
  const actionsOf = (title: string) => page.getByRole("button", { name: `Actions for ${title}`, exact: true });
  const title = await page
    .getByRole("row")
    .filter({ hasText: "Online" })
    .filter({ hasText: "Published" })
    .first()
    .getByRole("link")
    .innerText();
  await actionsOf(title).click();
  await page.getByRole("menuitem", { name: "Make a copy" }).click();
  await page.getByText("A copy was made").waitFor();
  const copy = `Copy of ${title}`;
  const row = page.getByRole("row").filter({ hasText: copy });
  await row.getByText("Draft").waitFor();
  // The same in the list of all, where a draft that nobody has touched goes for good.
  await page.getByRole("link", { name: /^All my courses/ }).click();
  await heading(page, "My Courses").waitFor();
  await actionsOf(copy).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByText("This can't be undone.").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await page.getByText("The course was deleted").waitFor();
  await row.waitFor({ state: "detached" });
  await actionsOf(title).click();
  await page.getByRole("menuitem", { name: "Take out of the catalog" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await page.getByText("Taken out of the catalog").waitFor();
  await soon(() =>
    stoa.databases.inSystem(
      "look at a test",
      async (db) =>
        (
          await db
            .selectFrom("courses")
            .select("status")
            .where("portal_id", "=", stoa.portalId())
            .where("title", "=", title)
            .executeTakeFirstOrThrow()
        ).status,
    ),
  ).not.toBe("published");
});
