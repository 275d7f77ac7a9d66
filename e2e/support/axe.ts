import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Exception {
  readonly rule: string;
  /** A part of the state's name; everywhere when left out. */
  readonly where?: string;
  /** A part of the selector that axe gives for the element; any when left out. */
  readonly target?: string;
  readonly reason: string;
}
const exceptions = JSON.parse(readFileSync(new URL("../axe-exceptions.json", import.meta.url), "utf8")) as Exception[];

/** Runs axe on what the window shows, all of WCAG's rules or those named; one line for each violation, without those that axe-exceptions.json explains. */
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
