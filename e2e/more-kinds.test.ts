import { expect, test } from "vitest";
import { aContent, aPage, builders } from "#app/test/builders.ts";
import { pagesOf, type Content } from "#features/courses/content.ts";
import { axe } from "./support/axe.ts";
import { heading, soon } from "./support/actions.ts";
import { enrolStudent } from "./support/enrol-student.ts";
import { useStoa } from "./support/use-stoa.ts";

// The kinds of blocks with which a text is arranged, as the demo has them, on a phone and by keyboard.
const stoa = useStoa();

/** A page of the demo's course on accessible documents, in a new course that nobody has started. */
async function alone(pageId: string, ...others: string[]): Promise<number> {
  const demo = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses as c")
      .innerJoin("course_versions as v", "v.id", "c.current_version_id")
      .select("v.content")
      .where("c.portal_id", "=", stoa.portalId())
      .where("c.title", "=", "Accessible documents")
      .executeTakeFirstOrThrow(),
  );
  const found = pagesOf(demo.content as unknown as Content).filter(({ page }) => [pageId, ...others].includes(page.id));
  const [first] = found;
  if (!first || found.length !== 1 + others.length) throw new Error(`The demo has not all of ${[pageId, ...others].join(", ")}.`);
  const content = aContent([aPage(pageId, { ...first.page, blocks: found.flatMap(({ page }) => page.blocks) })]);
  const { id } = await builders(stoa.databases, () => stoa.portalId(), "").aCourse("a", { title: "Alone", content });
  await enrolStudent(stoa, id);
  return id;
}

test("a table moves inside itself, titles open, tabs change, steps are counted, code is copied", { timeout: 90_000 }, async () => {
  const id = await alone("ad-shapes");
  const page = await stoa.signedIn({ viewport: { width: 320, height: 700 } });
  await page.goto(stoa.url(`/v/student/courseViewer/${id}?page=ad-shapes`));
  await heading(page, "Which shape fits").waitFor();

  const table = page.getByRole("group", { name: "Which shape for which question" });
  await table.getByRole("columnheader", { name: "Shape" }).waitFor();
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await soon(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  expect(await page.locator(".lesson-steps > li").count()).toBe(3);

  const title = page.getByRole("button", { name: "It has to be printed" });
  await title.press("Enter");
  await page.getByText("Titles that open are all open on paper.").waitFor();
  expect(await title.getAttribute("aria-expanded")).toBe("true");

  const [writer, spreadsheet, slides] = ["Writer", "Spreadsheet", "Slides"].map((name) => page.getByRole("tab", { name }));
  await writer?.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tabpanel", { name: "Spreadsheet" }).waitFor();
  expect(await spreadsheet?.evaluate((tab) => tab === document.activeElement)).toBe(true);
  await page.keyboard.press("End");
  await page.getByRole("tabpanel", { name: "Slides" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tabpanel", { name: "Writer" }).waitFor();
  expect(await slides?.getAttribute("tabindex")).toBe("-1");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<span lang="de">Gemeinde</span>');
  expect(await axe(page, "kinds that arrange a text")).toEqual([]);
  await page.context().close();
});

test(
  "a card turns, a picture opens large, a point tells, a statement is confirmed, a formula is read, and nothing of others loads before it is wanted",
  { timeout: 120_000 },
  async () => {
    const id = await alone("ad-more", "ad-formula");
    const page = await stoa.signedIn({ viewport: { width: 320, height: 700 } });
    const elsewhere: string[] = [];
    await page.route(
      (url) => url.host !== new URL(stoa.url("/")).host,
      (route) => {
        elsewhere.push(route.request().url());
        return route.fulfill({ contentType: "text/html", body: "<p>A film</p>" });
      },
    );
    await page.goto(stoa.url(`/v/student/courseViewer/${id}?page=ad-more`));
    await heading(page, "Shapes to touch").waitFor();
    await page.getByText("Completes when you confirm the statement.").waitFor();

    const card = page.getByRole("button", { name: /^Screen reader/ });
    await card.press("Enter");
    await page.getByRole("button", { name: /^A program that reads the screen aloud/ }).waitFor();

    await page.getByRole("list", { name: "Pictures" }).getByRole("button").first().press("Enter");
    const large = page.getByRole("dialog", { name: "Picture 1 of 2" });
    await large.getByRole("button", { name: "Next picture" }).press("Enter");
    await page.getByRole("dialog", { name: "Picture 2 of 2" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "2: Its size", exact: true }).press("Enter");
    await soon(() => page.getByRole("button", { name: "2. Its size" }).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.getByRole("button", { name: "2. Its size" }).getAttribute("aria-expanded")).toBe("true");

    expect(await page.locator(".maths math").count()).toBe(1);
    await soon(() => page.locator(".maths .katex-html").evaluate((one) => getComputedStyle(one).fontFamily)).toContain("KaTeX");

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(elsewhere).toEqual([]);
    expect(await axe(page, "kinds to touch")).toEqual([]);
    await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
    await page.frameLocator("iframe").getByText("A film").waitFor();
    expect(elsewhere.map((address) => new URL(address).origin)).toEqual(["https://www.openstreetmap.org"]);

    await page.getByRole("button", { name: "I confirm this" }).press("Enter");
    await page.getByText(/^You confirmed this/).waitFor();
    await page.locator(".lesson-end").scrollIntoViewIfNeeded();
    await page.getByText("This lesson is complete.").waitFor();
    await page.reload();
    await page.getByText(/^You confirmed this on/).waitFor();
    await page.context().close();
  },
);
