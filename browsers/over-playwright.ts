import { chromium, type ElementHandle, type Frame, type Page } from "playwright-core";
import { findChromium } from "#platform/test/chromium.ts";
import { findVisible, soughtOf, titleOf } from "./find.ts";
import { patienceMs, until, type Engine, type FramePath, type Target, type Window } from "./window.ts";

/** The Chromium that the tests drive. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch(await findChromium());
  return {
    name: "Chromium",
    version: `Chromium ${browser.version()}`,
    async device() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB" });
      context.setDefaultTimeout(patienceMs);
      return { window: async () => windowOf(await context.newPage()), close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

function windowOf(page: Page): Window {
  async function frameOf(path: FramePath): Promise<Frame> {
    let frame = page.mainFrame();
    for (const css of path) {
      const inner = await (await frame.$(css))?.contentFrame();
      if (!inner) throw new Error(`There is no frame ${css}.`);
      frame = inner;
    }
    return frame;
  }
  const found = (target: Target, frames: FramePath): Promise<ElementHandle> =>
    until(titleOf(target), async () => (await (await frameOf(frames)).evaluateHandle(findVisible, soughtOf(target))).asElement());
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    address: async () => page.url(),
    run: async (look: (arg: never) => unknown, frames: FramePath = [], arg?: unknown) =>
      (await frameOf(frames)).evaluate(look as (arg: unknown) => never, arg),
    press: async (target, frames = []) => (await found(target, frames)).click(),
    type: async (target, text, frames = []) => (await found(target, frames)).fill(text),
    async opened(doing) {
      const [popup] = await Promise.all([page.context().waitForEvent("page"), doing()]);
      return windowOf(popup);
    },
    picture: () => page.screenshot(),
    close: () => page.close({ runBeforeUnload: false }),
  };
}
