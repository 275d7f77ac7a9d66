import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Exception {
  readonly rule: string;
  /** Applies to states whose name contains this; to all when left out. */
  readonly where?: string;
  /** Applies to elements whose axe selector contains this; to all when left out. */
  readonly target?: string;
  readonly reason: string;
}
const exceptions = JSON.parse(readFileSync(new URL("../axe-exceptions.json", import.meta.url), "utf8")) as Exception[];

/** Runs axe on the window, with all WCAG rules or the named ones. One line for each violation that axe-exceptions.json does not explain. */
export async function axe(page: Page, where: string, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } }).axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
      }),
    rules ? { type: "rule", values: rules } : { type: "tag", values: tags },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map((node) => ({ target: node.target.join(" "), why: node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? "" }))
      .filter(
        ({ target }) => !exceptions.some((one) => one.rule === id && target.includes(one.target ?? "") && where.includes(one.where ?? "")),
      )
      .map(({ target, why }) => `${where}: ${id} at ${target} (${why})`),
  );
}
