import { expect, test } from "vitest";
import { builders, aContent, aPage } from "#app/test/builders.ts";
import { pagesOf } from "#features/courses/content.ts";
import { heading, saved, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// A lesson that opens when those before it are complete (capabilities EDT-1): its author locks it, and a learner finds out why and what opens it.
const stoa = useStoa();

const words = (text: string) => ({ type: "doc" as const, content: [{ type: "paragraph", content: [{ type: "text", text }] }] });
const content = aContent([
  aPage("read", { title: "Read the rules", blocks: [{ id: "r", kind: "text", doc: words("Keep to the left.") }] }),
  aPage("sign", {
    title: "Sign them",
    rule: { viewed: true, attested: true },
    blocks: [{ id: "s", kind: "attestation", statement: "I keep to the rules." }],
  }),
  aPage("last", {
    title: "Into the yard",
    rule: { viewed: true, locked: true },
    blocks: [{ id: "l", kind: "text", doc: words("Mind the cranes.") }],
  }),
]);
/** The same with nothing between the first page and the locked one. */
const withoutStatement = aContent(pagesOf(content).flatMap(({ page }) => (page.id === "sign" ? [] : [page])));

test("on a phone, a locked lesson says what opens it, and opens with the last of them", { timeout: 90_000 }, async () => {
  const portalId = stoa.portalId();
  const { aCourse, anEnrolment } = builders(stoa.databases, () => portalId, "");
  const course = await aCourse("a", { title: "Yard rules", content });
  await anEnrolment("a", { courseId: course.id, userId: await stoa.userId() });
  const page = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
  await page.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=last`));
  await heading(page, "Into the yard").waitFor();
  await page.getByText("Opens when the lessons before it are complete.").waitFor();
  expect(await page.getByText("Mind the cranes.").count()).toBe(0);
  expect(await page.getByRole("button", { name: /Complete|Continue|Finish/ }).count()).toBe(0);
  expect(await axe(page, "a locked lesson")).toEqual([]);
  await page.getByRole("button", { name: "Course outline" }).click();
  await page.getByRole("link", { name: "Into the yard (locked)" }).waitFor();
  await page.keyboard.press("Escape");

  // From its list of what is left to each of them.
  const left = page.locator(".lessons-left");
  expect(await left.getByRole("listitem").allTextContents()).toEqual(["Read the rules", "Sign them"]);
  await left.getByRole("link", { name: "Read the rules" }).click();
  await heading(page, "Read the rules").waitFor();
  await page.getByRole("button", { name: "Complete and continue" }).click();
  await heading(page, "Sign them").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await heading(page, "Into the yard").waitFor();
  expect(await left.getByRole("listitem").allTextContents()).toEqual(["Sign them"]);
  await left.getByRole("link", { name: "Sign them" }).click();
  await page.getByRole("button", { name: "I confirm this" }).click();
  await page.getByText("This lesson is complete.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Mind the cranes.").waitFor();
  await page.getByRole("button", { name: "Complete and finish" }).click();
  await heading(page, "Course complete").waitFor();
  await saved(page);
});

test(
  "without a connection, a locked lesson opens once those before it were read, and what was read arrives",
  { timeout: 90_000 },
  async () => {
    const portalId = stoa.portalId();
    const { aCourse, anEnrolment } = builders(stoa.databases, () => portalId, "");
    const course = await aCourse("a", { title: "Yard rules on the way", content: withoutStatement });
    await anEnrolment("a", { courseId: course.id, userId: await stoa.userId() });
    const page = await stoa.signedIn();
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}?page=read`));
    await heading(page, "Read the rules").waitFor();
    await saved(page);
    await page.context().setOffline(true);
    const outline = page.getByRole("navigation", { name: "Course outline" });
    await outline.getByRole("link", { name: "Into the yard (locked)" }).click();
    await page.getByText("Opens when the lessons before it are complete.").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Complete and continue" }).click();
    await page.getByText("Mind the cranes.").waitFor();
    await page.context().setOffline(false);
    await saved(page);
    await page.reload();
    await page.getByText("Mind the cranes.").waitFor();
    await outline.getByRole("link", { name: "Read the rules (complete)" }).waitFor();
  },
);

test("an author locks several pages at once, undoes it", { timeout: 90_000 }, async () => {
  const portalId = stoa.portalId();
  const { aCourse } = builders(stoa.databases, () => portalId, "");
  const email = "author@stoa.example";
  const course = await aCourse("a", { title: "Yard rules to lock", content });
  const userId = await stoa.userId(email);
  await stoa.databases.inSystem("prepare a test", (db) =>
    db.updateTable("courses").set({ created_by: userId }).where("id", "=", course.id).execute(),
  );
  const page = await stoa.signedIn({ email });
  await page.goto(stoa.url(`/v/author/courseEditor/${course.id}`));
  const row = (name: string) => page.getByRole("row", { name, exact: true });
  const locks = page.locator(".editor-outline").getByRole("img", { name: "locked" });
  await row("Into the yard").waitFor();
  expect(await locks.count()).toBe(1);

  // The pages from one to the other, by keyboard.
  await row("Read the rules").click();
  await page.keyboard.press("Shift+ArrowDown");
  const properties = page.getByRole("complementary", { name: "Properties" });
  const lock = properties.getByText("Locked until every page before it is complete");
  await properties.getByRole("heading", { name: "2 pages" }).waitFor();
  await lock.click();
  await soon(() => locks.count()).toBe(3);
  expect(await axe(page, "several pages, locked")).toEqual([]);
  await page.locator(".saved-state[data-state=saved]").waitFor();
  await row("Sign them").focus();
  await page.keyboard.press("ControlOrMeta+z");
  await soon(() => locks.count()).toBe(1);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await soon(() => locks.count()).toBe(3);
  await page.locator(".saved-state[data-state=saved]").waitFor();
  await page.reload();
  await soon(() => locks.count()).toBe(3);
});
