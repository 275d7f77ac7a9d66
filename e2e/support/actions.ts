import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import { smallCourse } from "./small-course.ts";

/** Clicks a radio button or checkbox where a person does: on its label. */
export function choose(scope: Page | Locator, role: "radio" | "checkbox", name: string | RegExp) {
  const page = "page" in scope ? scope.page() : scope;
  return scope
    .locator("label")
    .filter({ has: page.getByRole(role, { name, exact: true }) })
    .click();
}

/** Answers the quiz of the small course and submits it. */
export async function answerQuiz(page: Page, [points, chair]: readonly [string, string]): Promise<void> {
  await choose(page, "radio", points);
  for (const name of smallCourse.ticks) await choose(page, "checkbox", name);
  await choose(page, "radio", chair);
  await page.getByRole("button", { name: "Hand in" }).click();
}

/** Scrolls to the end of the lesson, which completes a reading lesson. */
export const readToTheEnd = (page: Page) => page.locator(".lesson-end").scrollIntoViewIfNeeded();

/** The ids of pages whose reading is stored on this device as facts. */
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

/**
 * Aborts a window's requests for an address; returns the function that lets them through again. The route stays in place for that: a request that
 * is under way while a route is removed (`unroute`) may never be answered, whatever its address.
 */
export async function withhold(page: Page, address: string): Promise<() => void> {
  let isWithheld = true;
  await page.route(address, (route) => (isWithheld ? route.abort() : route.continue()));
  return () => void (isWithheld = false);
}

/** The h1 of a lesson or a screen. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });

/** Waits until the document title is exactly this. */
export const titled = (page: Page, title: string) => page.waitForFunction((wanted) => document.title === wanted, title);

/** expect() that retries until the value is right or the time is up. */
export const soon = <T>(value: () => T | Promise<T>, timeout = 30_000) => expect.poll(value, { timeout, interval: 100 });

/** Repeats a check until it finds nothing, because a page may need a moment after its window has changed. Returns what the last one still found. */
export async function stillFound(look: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  await soon(async () => (found = await look()).length, 10_000)
    .toBe(0)
    .catch(() => undefined);
  return found;
}

/** Waits until the viewer says saved. Coming back to the window makes it send at once; otherwise it could take half a minute. */
export async function saved(page: Page): Promise<void> {
  await soon(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return page.locator(".save-status").getAttribute("data-state");
  }, 40_000).toBe("saved");
}

/** Types in a combo box and takes an option of it by the keyboard: a list that still scrolls takes no press of the pointer for a moment. */
export async function pick(box: Locator, typed: string, option: string | RegExp): Promise<void> {
  const wanted = box.page().getByRole("option", { name: option });
  await box.fill(typed);
  await wanted.waitFor();
  const id = await wanted.getAttribute("id");
  await soon(async () => {
    await box.press("ArrowDown");
    return box.getAttribute("aria-activedescendant");
  }).toBe(id);
  await box.press("Enter");
  // While the list is there, the next press only closes it.
  await wanted.waitFor({ state: "detached" });
}
