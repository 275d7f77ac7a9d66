import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { useStoa } from "./support/use-stoa.ts";

// An author gives the address of a video, and the server copies it into the course (EDT-2).
const film = readFileSync(join(import.meta.dirname, "../db/demo/media/hand-hygiene.webm"));
let server: Server;
let origin = "";
let release = () => {};
const stoa = useStoa(async () => {
  server = createServer(({ url }, response) => {
    const head = { "content-type": "video/webm", "content-length": film.length };
    if (url === "/walk.webm") response.writeHead(200, head).end(film);
    else if (url === "/slow.webm") {
      response.writeHead(200, head).write(film.subarray(0, 5000));
      release = () => void response.end(film.subarray(5000));
    } else if (url === "/walk") response.writeHead(200, { "content-type": "text/html" }).end("<html>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  return { settings: { MEDIA_INNER: `127.0.0.1:${port}` } };
});
afterAll(() => void server.close());

test("a video comes from an address; a wrong one is told; who leaves meanwhile finds it again", { timeout: 120_000 }, async () => {
  const worker = await stoa.startWorker();
  try {
    const page = await stoa.signedIn({ email: "author@stoa.example" });
    const elsewhere: string[] = [];
    page.on("request", (request) => request.url().startsWith(origin) && elsewhere.push(request.url()));
    await page.goto(stoa.url("/v/dashboard/author?create=course"));
    const create = page.getByRole("dialog", { name: "Create New Course" });
    await create.getByText("Online course", { exact: true }).click();
    await create.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("textbox", { name: "Title of the page" }).fill("Walks");
    const add = async () => {
      await page.getByRole("button", { name: "Add a block" }).last().click();
      await page.getByRole("dialog", { name: "Add a block" }).getByRole("menuitem", { name: "Video", exact: true }).click();
    };
    await add();

    // By keyboard: the button, the address, Enter.
    const opener = page.getByRole("button", { name: "From an address: Video" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const address = page.getByRole("textbox", { name: "Address of the file" });
    await soon(() => address.evaluate((element) => element === document.activeElement)).toBe(true);
    const refused = async (written: string, words: RegExp) => {
      await address.fill(written);
      await page.keyboard.press("Enter");
      await page.locator(".media-address .ui-error").getByText(words).waitFor();
      await soon(() => page.locator("[data-live-announcer]").textContent()).toMatch(words);
      await soon(() => address.evaluate((element) => element === document.activeElement)).toBe(true);
    };
    await refused("", /Give the address of a file/);
    await refused("walk.webm", /begins with https:/);
    await refused("https://youtu.be/dQw4w9WgXcQ", /What YouTube has is not fetched/);
    await refused(`${origin}/none.webm`, /There is nothing at this address \(404\)/);
    await refused(`${origin}/walk`, /There is a page at this address/);
    expect(await axe(page, "the address of a video, refused")).toEqual([]);

    await address.fill(`${origin}/walk.webm`);
    await page.getByRole("button", { name: "Fetch", exact: true }).click();
    const preview = page.locator("video.media-preview");
    await preview.waitFor();
    await soon(() => preview.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(1);
    await soon(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.locator(".saved-state[data-state=saved]").waitFor();

    // Stopped, nothing comes of it; begun again and left, the job goes on.
    await add();
    await opener.click();
    await address.fill(`${origin}/slow.webm`);
    await page.getByRole("button", { name: "Fetch", exact: true }).click();
    await page.getByRole("progressbar", { name: "Fetching the file" }).waitFor();
    expect(await axe(page, "a video on its way")).toEqual([]);
    await page.locator(".media-address").getByRole("button", { name: "Stop" }).click();
    await soon(() => page.locator("[data-live-announcer]").textContent()).toBe("Fetching was stopped.");
    await page.getByRole("button", { name: "Fetch", exact: true }).click();
    await page.getByRole("progressbar", { name: "Fetching the file" }).waitFor();
    await page.locator(".saved-state[data-state=saved]").waitFor();
    const editor = page.url();
    // What was seen beside the field is not said once more; of what is left, the tray tells.
    expect(await page.locator(".ui-toast").count()).toBe(0);
    await page.getByRole("link", { name: "Help" }).first().click();
    // The field is gone: until then it is what would tell of the end.
    await opener.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Jobs: 1 is running/ }).click();
    release();
    await page.getByRole("dialog", { name: "Jobs" }).getByText("Done", { exact: true }).waitFor();
    await page.locator(".ui-toast").getByText("Fetch slow.webm from 127.0.0.1: Done").waitFor();
    await page.getByRole("dialog", { name: "Jobs" }).getByRole("link", { name: "Open the editor" }).first().click();
    await page.waitForURL(`${new URL(editor).origin}${new URL(editor).pathname}*`);
    await page
      .getByRole("button", { name: /^Edit Video/ })
      .last()
      .click();
    await opener.click();
    await address.fill(`${origin}/slow.webm`);
    await page.getByRole("button", { name: "Fetch", exact: true }).click();
    await preview.waitFor();
    expect(elsewhere).toEqual([]);
  } finally {
    await worker.stop();
  }
});
