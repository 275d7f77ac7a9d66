import type { BrowserContext } from "playwright-core";
import type { Asked } from "./visitor.ts";

/** Everything that a browser requested until a view was complete. */
export interface Recorded {
  /** The page itself and the API calls, in order; these are replayed. */
  readonly calls: readonly Asked[];
  /** Scripts, styles, fonts and pictures of a visit with an empty cache. */
  readonly files: readonly string[];
  /** Not part of opening the page: progress that the viewer sends while somebody learns, and what only a browser asks in which nobody has read the announcement yet. */
  readonly later: readonly string[];
}

/** Whether the path is a picture or a video of a course: a file and not a call, although its address starts with /rest/. */
const isFile = (path: string) =>
  /^\/(?:v\/(?:assets|brand)|rest\/files)\//.test(path) || /\.(?:ico|svg|png|webmanifest)(?:\?|$)/.test(path);
const isApart = (path: string) =>
  /^\/rest\/(?:progress\/attempts\/\d+\/commits|scorm\/commit|environment\/announcements$|jobs\/tray$)/.test(path);

/** Opens a view once in a new window of a real browser and records its requests. `complete` is a CSS selector that matches once the view is complete. */
export async function recordView(context: BrowserContext, origin: string, path: string, complete: string): Promise<Recorded> {
  const page = await context.newPage();
  const calls: Asked[] = [];
  const files: string[] = [];
  const later: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`)) return;
    const asked = url.slice(origin.length);
    const body = request.postData();
    if (isFile(asked)) files.push(asked);
    else if (isApart(asked)) later.push(asked);
    else
      calls.push({
        method: request.method(),
        path: asked,
        ...(body !== null && { body }),
        ...(request.headers()["if-none-match"] && { unlessChanged: true }),
      });
  });
  await page.goto(`${origin}${path}`);
  await page.locator(complete).first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.close();
  if (calls[0]?.path !== path) throw new Error(`${path} led to ${calls[0]?.path ?? "nothing"}.`);
  return { calls, files, later };
}
