import { expect, test } from "vitest";
import { addSmallCourseOf } from "./support/small-course.ts";
import { heading, pick } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// A course that only some begin (capabilities CAT-4): its author says by a condition who, and a learner finds out why not and when.
const stoa = useStoa();

test(
  "at a desk, an author lets members of a group begin; on a phone, a learner reads that and begins once in it",
  { timeout: 120_000 },
  async () => {
    const portalId = stoa.portalId();
    const courseId = await addSmallCourseOf(stoa, "author@stoa.example");
    const group = await stoa.databases.inSystem("prepare a test", (db) =>
      db.insertInto("groups").values({ portal_id: portalId, name: "Crane crew" }).returning("id").executeTakeFirstOrThrow(),
    );
    const page = await stoa.signedIn({ email: "author@stoa.example", viewport: { width: 1280, height: 900 } });
    await page.goto(stoa.url(`/v/author/courseEditor/${courseId}?tab=settings`));
    const field = page.getByRole("group", { name: "Who may begin" });
    await field.getByText("Everybody who has the course.").waitFor();
    await field.getByRole("button", { name: "Set a condition" }).click();
    const dialog = page.getByRole("dialog", { name: "Who may begin" });
    await dialog.getByRole("button", { name: "Add condition", exact: true }).click();
    await dialog.getByRole("button", { name: /^(?:.* )?About$/ }).click();
    await page.getByRole("option", { name: "In a group", exact: true }).click();
    await pick(dialog.getByRole("combobox", { name: "Group" }), "Crane", "Crane crew");
    await dialog.getByText("Everybody who is in Crane crew.").waitFor();
    expect(await axe(page, "the dialog of who may begin")).toEqual([]);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await field.getByText("Everybody who is in Crane crew.").waitFor();
    const unsaved = page.getByRole("region", { name: "Unsaved changes" });
    await unsaved.getByRole("button", { name: "Save" }).click();
    await unsaved.waitFor({ state: "detached" });
    expect(await axe(page, "settings with who may begin")).toEqual([]);
    await page.reload();
    await field.getByText("Everybody who is in Crane crew.").waitFor();

    const learner = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
    const start = learner.getByRole("listitem").filter({ hasText: "is in Crane crew" }).last();
    await learner.goto(stoa.url(`/v/course/details/online/${courseId}/requirements`));
    await start.getByText("not met yet").waitFor();
    await learner.getByText("This course asks for something first: see its requirements.").first().waitFor();
    expect(await axe(learner, "a course that asks for a condition")).toEqual([]);
    expect(await learner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const userId = await stoa.userId();
    await stoa.databases.inPeople(portalId, "prepare a test", (db) =>
      db.insertInto("group_members").values({ portal_id: portalId, group_id: group.id, user_id: userId, cause: "hand" }).execute(),
    );
    await learner.reload();
    await learner.getByText("You fit all of this. It counts in a few seconds.").waitFor();
    const worker = await stoa.startWorker();
    await learner.getByRole("button", { name: "Enrol" }).first().click();
    await learner.getByRole("button", { name: "Start" }).first().waitFor();
    await worker.stop();
    await learner.goto(stoa.url(`/v/student/courseViewer/${courseId}`));
    await heading(learner, /./).waitFor();

    // The author takes it away again.
    await field.getByRole("button", { name: "Remove the condition" }).click();
    await field.getByText("Everybody who has the course.").waitFor();
    await unsaved.getByRole("button", { name: "Save" }).click();
    await unsaved.waitFor({ state: "detached" });
  },
);
