// Keys in the editor of a course of 300 pages, on a processor four times slower: from a key in a text to the next paint, and from the keys that move a page to the
// outline that shows it moved.
import type { Page } from "playwright-core";
import type { ServerProcess } from "#app/test/server.ts";
import { pages } from "./large-course.ts";
import { signIn, startBrowser, windowOf } from "./view-workloads.ts";

export interface EditorKeys {
  /** Milliseconds from each key in a text to the frame that shows it. */
  readonly typing: readonly number[];
  /** The same for each move of a page. */
  readonly moving: readonly number[];
}

const times = { typing: 40, moving: 10 };

/** Notes when the last key was pressed. */
export const noteKeys = () => {
  const noted = { at: 0 };
  (globalThis as unknown as { stoaKey: typeof noted }).stoaKey = noted;
  addEventListener("keydown", ({ timeStamp }) => (noted.at = timeStamp), { capture: true });
};

/** Waits until a place shows another text than before, and for the frame after that. Gives the milliseconds since the key. */
const untilChanged = ({ place, before }: { place: string; before: string }) =>
  new Promise<number>((done) => {
    const { stoaKey } = globalThis as unknown as { stoaKey: { at: number } };
    const look = () => {
      const isThere = (document.querySelector(place)?.textContent ?? before) !== before;
      // A task of its own after a frame begins when that frame was painted.
      if (isThere) setTimeout(() => done(performance.now() - stoaKey.at));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Presses a key and gives the milliseconds until the place shows what it does. */
async function pressUntil(page: Page, key: string, place: string): Promise<number> {
  const before = (await page.locator(place).first().textContent()) ?? "";
  const changed = page.evaluate(untilChanged, { place, before });
  await page.keyboard.press(key);
  return changed;
}

/** Types in a text of the course's middle page, and moves that page. */
export async function editorKeys(server: ServerProcess, courseId: number): Promise<EditorKeys> {
  const browser = await startBrowser();
  const visitor = await signIn(server, "author@stoa.example");
  try {
    const context = await windowOf(browser, server, visitor);
    const page = await context.newPage();
    await page.addInitScript(noteKeys);
    const middle = pages / 2 + 5;
    await page.goto(`${server.origin}/v/author/courseEditor/${courseId}?page=page-${middle}`);
    await page.locator(".canvas").getByText(`${middle}.1 Bend`).waitFor();
    await page.waitForLoadState("networkidle");
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page
      .getByRole("button", { name: /^Edit Text: / })
      .first()
      .click();
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
    const result: { typing: number[]; moving: number[] } = { typing: [], moving: [] };
    for (let nth = 0; nth < times.typing; nth++) {
      result.typing.push(await pressUntil(page, "abcdefgh"[nth % 8] ?? "a", ".canvas"));
      await page.waitForTimeout(80);
    }
    await page.getByRole("row", { name: `Page ${middle}` }).click();
    for (let nth = 0; nth < times.moving; nth++) {
      result.moving.push(await pressUntil(page, nth % 2 ? "Alt+ArrowDown" : "Alt+ArrowUp", "[role=treegrid]"));
      await page.waitForTimeout(300);
    }
    return result;
  } finally {
    visitor.close();
    await browser.close();
  }
}
