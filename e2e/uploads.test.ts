import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zipOf } from "#features/scorm/test/sample-packages.ts";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// The dialog for files in a real browser (specification §4, §5, §8), and a PDF and web pages in a lesson of the demo.
const stoa = useStoa();

test("the dialog asks before it replaces, says what is wrong as text (security.md 40), and starts anew", { timeout: 90_000 }, async () => {
  const author = await stoa.userId("author@stoa.example");
  const { id } = await stoa.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("courses")
      .values({ portal_id: stoa.portalId(), type: "online", title: "Files", created_by: author })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const page = await stoa.signedIn({ email: "author@stoa.example" });
  await page.goto(stoa.url(`/v/author/courseEditor/${id}?tab=files`));
  const open = () => page.getByRole("button", { name: "Upload a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload a file" });
  const upload = dialog.getByRole("button", { name: "Upload" });
  const choose = (name: string, data: string | Buffer) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(data as string) });
  await open();
  expect(await upload.isDisabled()).toBe(true);
  const width = await dialog.evaluate((element) => (element.parentElement as HTMLElement).getBoundingClientRect().width / innerWidth);
  expect(width).toBeCloseTo(0.3, 1);
  await choose("Plan: A.txt", "one");
  await dialog.getByLabel("Title").waitFor();
  expect(await dialog.getByLabel("Title").inputValue()).toMatch(/^Plan.? A$/);
  await dialog.getByLabel("Title").fill("Plan");
  await upload.click();
  await page.getByRole("link", { name: "Plan.txt" }).waitFor();
  const plan = () => page.getByRole("link", { name: "Plan.txt" }).getAttribute("href");
  const first = await plan();
  // Opened again it has nothing of the last time.
  await open();
  expect(await upload.isDisabled()).toBe(true);
  await choose("Plan.txt", "two");
  await upload.click();
  const asked = page.getByRole("alertdialog", { name: "Confirmation" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  await upload.click();
  await asked.getByRole("button", { name: "OK" }).click();
  await dialog.waitFor({ state: "detached" });
  await soon(plan).not.toBe(first);
  expect(await page.getByRole("link", { name: "Plan.txt" }).count()).toBe(1);
  // Replacing it can be undone, and so can taking it out.
  await page.getByRole("button", { name: "Undo" }).click();
  await soon(plan).toBe(first);
  await page.getByRole("button", { name: "Remove Plan.txt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
  await page.getByRole("link", { name: "Plan.txt" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Plan.txt" }).waitFor();
  // Specification §5: a video of more than 500 MB is refused before a byte of it is sent.
  const folder = await mkdtemp(join(tmpdir(), "uploads"));
  const long = join(folder, "long.mp4");
  await writeFile(long, "");
  await truncate(long, 501 * 1024 ** 2);
  let sent = 0;
  page.on("request", (request) => void (sent += Number(request.method() === "POST" && request.url().includes("/rest/"))));
  await open();
  await dialog.locator("input[type=file]").setInputFiles(long);
  await dialog.getByText("Video exceeds max size of 500mb", { exact: true }).waitFor();
  await upload.click();
  await dialog.getByText("Video exceeds max size of 500mb", { exact: true }).waitFor();
  expect([sent, await dialog.getByLabel("Title").inputValue()]).toEqual([0, "long"]);
  await rm(folder, { recursive: true });
  await choose("film.mp4", "no film");
  await dialog.getByLabel("Title").fill("a.b");
  await upload.click();
  await dialog.getByText("Invalid characters in the video title.").waitFor();
  await dialog.getByLabel("Title").fill("film");
  await upload.click();
  await page.getByText("Error Message").waitFor();
  expect(sent).toBeGreaterThan(0);
  await dialog.waitFor({ state: "detached" });
  // A connection that is lost meanwhile is said, and nothing of the file is there.
  await open();
  await choose("Rules.txt", "three");
  await page.route(/\/online\/\d+\/files/, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await upload.click();
  await page.getByText("The connection broke before the file had arrived.").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByRole("link", { name: "Rules.txt" }).count()).toBe(0);
  await page.unrouteAll();
  await open();
  const hostile = "<img src=x onerror=window.hit=1>.exe";
  await choose("Tools.zip", await zipOf({ [hostile]: "no program" }));
  await upload.click();
  await page.getByText(hostile.replaceAll(/[<>]/g, encodeURIComponent)).waitFor();
  expect(await page.evaluate(() => [document.querySelectorAll("img[src=x]").length, "hit" in window])).toEqual([0, false]);
  await dialog.waitFor({ state: "detached" });
  await open();
  await choose("My site.v2.zip", await zipOf({ "index.html": "<p>Hello" }));
  expect(await dialog.getByLabel("Folder name").inputValue()).toBe("My site v2");
  await dialog.getByRole("button", { name: "Extract" }).click();
  await page.getByText("Web pages, 1 file").waitFor();
  expect(await axe(page, "files of a course")).toEqual([]);
});

test("a PDF is drawn with its text, and web pages play, at 320 px", { timeout: 90_000 }, async () => {
  const { id } = await stoa.databases.inSystem("look at a test", (db) =>
    db
      .selectFrom("courses")
      .select("id")
      .where("portal_id", "=", stoa.portalId())
      .where("title", "=", "Accessible documents")
      .executeTakeFirstOrThrow(),
  );
  const page = await stoa.signedIn({ viewport: { width: 320, height: 700 } });
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await page.goto(stoa.url(`/v/student/courseViewer/${id}?page=ad-links`));
  const sheet = page.getByRole("region", { name: "A sheet that was exported with its structure" });
  await sheet.scrollIntoViewIfNeeded();
  await sheet.getByText(/Page 1 of \d/).waitFor();
  await expect.poll(() => sheet.locator(".pdf-words span").count()).toBeGreaterThan(5);
  const drawn = await sheet.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return data.filter((value, at) => at % 4 === 0 && value < 128).length;
  });
  expect(drawn).toBeGreaterThan(100);
  await sheet.getByRole("button", { name: "Larger" }).click();
  await sheet.getByText("125%").waitFor();
  await page.goto(stoa.url(`/v/student/courseViewer/${id}?page=ad-contrast`));
  const pages = page.getByRole("region", { name: "Contrast trainer" });
  await pages.scrollIntoViewIfNeeded();
  const pass = "4.5 to 1: enough for text";
  await pages.frameLocator("iframe").getByText(pass).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(wrong).toEqual([]);

  // Whoever made it sees them in the preview and in the review.
  const author = await stoa.signedIn({ email: "author@stoa.example" });
  for (const screen of ["coursePreview", "courseReview"]) {
    await author.goto(stoa.url(`/v/student/${screen}/${id}?page=ad-contrast`));
    await author.getByRole("region", { name: "Contrast trainer" }).frameLocator("iframe").getByText(pass).waitFor();
  }
});
