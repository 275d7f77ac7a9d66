// The command palette as an admin of a portal with people and courses uses it: from its keys to the frame with its field, and from the last letter to the frame with what
// the server found.
import type { Page } from "playwright-core";
import type { ServerProcess } from "#app/test/server.ts";
import { noteKeys } from "./editor-keys.ts";
import { signIn, startBrowser, windowOf } from "./view-workloads.ts";

export interface PaletteKeys {
  /** Milliseconds of each opening, but for the first one, which may still load it. */
  readonly opening: readonly number[];
  readonly finding: readonly number[];
}

const times = 20;

/** Waits until a place is there, and for the frame after that. Gives the milliseconds since the key. */
const untilThere = (place: string) =>
  new Promise<number>((done) => {
    const { stoaKey } = globalThis as unknown as { stoaKey: { at: number } };
    const look = () => {
      if (document.querySelector(place)) setTimeout(() => done(performance.now() - stoaKey.at));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Presses a key and gives the milliseconds until the place is there. */
async function pressUntil(page: Page, key: string, place: string): Promise<number> {
  const there = page.evaluate(untilThere, place);
  await page.keyboard.press(key);
  return there;
}

/** Opens the palette again and again, and looks for people in it. */
export async function paletteKeys(server: ServerProcess): Promise<PaletteKeys> {
  const browser = await startBrowser();
  const visitor = await signIn(server, "admin@stoa.example");
  try {
    const context = await windowOf(browser, server, visitor);
    const page = await context.newPage();
    await page.addInitScript(noteKeys);
    await page.goto(`${server.origin}/v/dashboard/admin`);
    await page.locator("#page-title").waitFor();
    await page.waitForLoadState("networkidle");
    const result: { opening: number[]; finding: number[] } = { opening: [], finding: [] };
    for (let nth = 0; nth <= times; nth++) {
      const opened = await pressUntil(page, "Control+k", ".palette input:focus");
      if (nth > 0) result.opening.push(opened);
      // Of the people of the bench, who are numbered; none of these was looked for before.
      const [first = "", last = ""] = String(10 + nth);
      await page.keyboard.type(`pers ${first}`);
      await page.locator(".palette-list:not([aria-busy])").waitFor();
      // Of a search, "busy" comes with the key itself and goes with the answer.
      const found = await pressUntil(page, last, ".palette-list:not([aria-busy]) [role=menuitem]");
      if (nth > 0) result.finding.push(found);
      await page.keyboard.press("Escape");
      await page.locator(".palette").waitFor({ state: "detached" });
    }
    return result;
  } finally {
    visitor.close();
    await browser.close();
  }
}
