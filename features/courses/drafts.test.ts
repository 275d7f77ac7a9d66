import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import type { Page } from "./content.ts";
import { draftContent, outlineOf } from "./draft.ts";
import { findDraft, saveDraftPage, updateDraft } from "./server/service.ts";

// A draft document for every type of course; two authors on two pages do not block each other (EDT).

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const page = (id: string, title = id): Page => ({ id, title, minutes: 1, rule: { viewed: true }, blocks: [] });

test("each page has a revision of its own, and the outline another", async () => {
  const { id: courseId } = await app.aCourse("a", { status: "draft" });
  const portalId = app.portal("a").id;
  const [one, other] = [app.person("author", "a").id, app.person("admin", "a").id];
  await app.databases.inPortal(portalId, async (db) => {
    const by = (userId: number) => ({ portalId, courseId, userId });
    await updateDraft(db, by(one), "online", {});
    expect(await saveDraftPage(db, by(one), page("p1"), 0)).toBe(1);
    expect(await saveDraftPage(db, by(one), page("p2"), 0)).toBe(1);
    // Both have opened the draft; each saves a different page.
    expect(await saveDraftPage(db, by(one), page("p1", "Ladders"), 1)).toBe(2);
    expect(await saveDraftPage(db, by(other), page("p2", "Ropes"), 1)).toBe(2);
    await updateDraft(db, by(other), "online", { outline: { chapters: [{ id: "c", title: "C", pageIds: ["p2", "p1"] }] } });
    // The same page again, based on the old revision: refused, and nothing is overwritten.
    expect(await saveDraftPage(db, by(other), page("p1", "Stairs"), 1)).toBeNull();
    expect(await saveDraftPage(db, by(other), page("p1", "Stairs"), 0)).toBeNull();
    expect(await saveDraftPage(db, by(other), page("p3"), 4)).toBeNull();

    const found = await findDraft(db, { portalId, courseId });
    expect(found?.draft).toMatchObject({ completion: { kind: "pages", percent: 100 }, presentation: {}, revision: 2 });
    const content = found && draftContent(found.draft, found.pages);
    expect(content?.chapters[0]?.pages.map(({ title }) => title)).toEqual(["Ropes", "Ladders"]);
    expect(content && outlineOf(content)).toEqual(found?.draft.outline);
  });
  // Portals are isolated.
  await app.databases.inPortal(app.portal("b").id, async (db) => {
    expect(await findDraft(db, { portalId: app.portal("b").id, courseId })).toBeNull();
  });
});

test("a SCORM course has a draft from the beginning, and its editor keeps the policy there", async () => {
  const author = await app.signIn("author", "a");
  const { CourseID: courseId } = (await author.post("/rest/course/createCourse", { courseTypeId: 3 })).json();
  const draft = () =>
    app.databases.inPortal(app.portal("a").id, async (db) => (await findDraft(db, { portalId: app.portal("a").id, courseId }))?.draft);
  expect(await draft()).toMatchObject({ completion: { kind: "scorm", policy: { complete: "reported", pass: "reported", score: "best" } } });
  const at = `/rest/editor/courses/${courseId}/package`;
  const { revision } = (await author.get(at)).json();
  const policy = { complete: "launched", pass: "none", score: "last" };
  const saved = await author.put(at, { policy, newWindow: true, revision });
  expect(saved.json()).toMatchObject({ policy, newWindow: true, revision: revision + 1 });
  expect(await draft()).toMatchObject({ completion: { kind: "scorm", policy }, presentation: { newWindow: true } });
  expect((await author.post(`/rest/editor/courses/${courseId}/discard`, {})).json()).toEqual({ removed: true });
  expect(await draft()).toBeUndefined();
});
