import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import { smallCourse } from "./small-course.ts";

/** Presses a radio button or a tick where a person presses it: on its label. */
export function choose(scope: Page | Locator, role: "radio" | "checkbox", name: string | RegExp) {
  const page = "page" in scope ? scope.page() : scope;
  return scope
    .locator("label")
    .filter({ has: page.getByRole(role, { name, exact: true }) })
    .click();
}

/** Fills in the quiz of the small course and hands it in. */
export async function answerQuiz(page: Page, [points, chair]: readonly [string, string]): Promise<void> {
  await choose(page, "radio", points);
  for (const name of smallCourse.ticks) await choose(page, "checkbox", name);
  await choose(page, "radio", chair);
  await page.getByRole("button", { name: "Hand in" }).click();
}

/** Scrolls to the end of the lesson, which is what completes a reading lesson. */
export const readToTheEnd = (page: Page) => page.locator(".lesson-end").scrollIntoViewIfNeeded();

/** The pages whose reading waits on this device as facts. */
export const readOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<(string | undefined)[]>((resolve, reject) => {
        const opening = indexedDB.open("stoa-outbox");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const all = opening.result.transaction("entries").objectStore("entries").getAll();
          all.addEventListener("success", () => {
            opening.result.close();
            const facts = (all.result as { fact: { kind: string; pageId?: string } }[]).map(({ fact }) => fact);
            resolve(facts.filter(({ kind }) => kind === "view").map(({ pageId }) => pageId));
          });
        });
      }),
  );

/** The lesson's or screen's h1. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });

/** Waits until the document title is exactly this. */
export const titled = (page: Page, title: string) => page.waitForFunction((wanted) => document.title === wanted, title);

/** expect() on a value that comes to be right within some seconds. */
export const soon = <T>(value: () => T | Promise<T>, timeout = 30_000) => expect.poll(value, { timeout, interval: 100 });

/** Looks again until nothing is found, for what is at rest only a moment after the window has changed; gives what is still found then. */
export async function stillFound(look: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  await soon(async () => (found = await look()).length, 10_000)
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/** Waits until the viewer says saved. Coming back to the window is what makes it send at once; it would by itself within half a minute. */
export async function saved(page: Page): Promise<void> {
  await soon(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return page.locator(".save-status").getAttribute("data-state");
  }, 40_000).toBe("saved");
}
