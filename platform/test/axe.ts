import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { CDPSession, Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** WCAG 2.2 A and AA. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export interface Violation {
  readonly rule: string;
  /** The element, as axe's selector. */
  readonly target: string;
  readonly why: string;
}

export interface AxeOptions {
  /** Runs these rules only; all of WCAG 2.2 A and AA by default. */
  readonly rules?: readonly string[] | undefined;
  /** Leaves out this rule. */
  readonly not?: string | undefined;
  /** CSS selector of the part of the page to check; the whole page by default. */
  readonly within?: string | undefined;
}

/** Waits until no animation or transition runs, and nothing on the page is what the CSS selector `busy` finds. */
export const atRest = (page: Page, busy?: string) =>
  page.waitForFunction(
    (selector) =>
      (selector === undefined || !document.querySelector(selector)) &&
      !document
        .getAnimations()
        // What moves with scrolling is "running" for as long as it can be scrolled.
        .some(
          (one) =>
            one.timeline === document.timeline && one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity,
        ),
    busy,
  );

const sessions = new WeakMap<Page, Promise<CDPSession>>();
/** Puts axe into the page. The browser's own protocol takes half of what evaluate() takes for a script of this size. */
async function addAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send("Runtime.evaluate", { expression: `${source};0` });
}

/** Runs axe on what the window shows once nothing moves: what fades in has other colours on its way. Frames of other origins are not checked. */
export async function violationsOn(page: Page, { rules, not, within }: AxeOptions = {}): Promise<Violation[]> {
  await atRest(page);
  const options: RunOptions = {
    runOnly: rules ? { type: "rule", values: [...rules] } : { type: "tag", values: tags },
    // The many elements that passed are not described: that takes as long as checking them.
    resultTypes: ["violations"],
    // No frame has an axe of its own, and half a second would go by until that is known.
    iframes: false,
    ...(not !== undefined && { rules: { [not]: { enabled: false } } }),
  };
  const run = () =>
    page.evaluate(
      ([part, how]) => {
        const { axe } = window as unknown as { axe?: { run(part: ElementContext, how: RunOptions): Promise<AxeResults> } };
        return axe?.run(part ?? document, how);
      },
      [within ?? null, options] as const,
    );
  let results = await run();
  if (!results) {
    await addAxe(page);
    results = await run();
  }
  if (!results) throw new Error("axe is not in the page.");
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => ({
      rule: id,
      target: node.target.join(" "),
      why: node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? "",
    })),
  );
}
