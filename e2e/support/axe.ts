import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { violationsOn, type AxeOptions } from "#platform/test/axe.ts";

interface Exception {
  readonly rule: string;
  /** Applies to states whose name contains this; to all when left out. */
  readonly where?: string;
  /** Applies to elements whose axe selector contains this; to all when left out. */
  readonly target?: string;
  readonly reason: string;
}
const exceptions = JSON.parse(readFileSync(new URL("../axe-exceptions.json", import.meta.url), "utf8")) as Exception[];

/** Runs axe on the window: with all WCAG rules or the named ones, on all of it or a part. One line for each violation that axe-exceptions.json does not explain. */
export async function axe(page: Page, where: string, options: AxeOptions = {}): Promise<string[]> {
  const found = await violationsOn(page, options).catch((cause: unknown) => {
    throw new Error(`axe could not look at ${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  return found
    .filter(
      ({ rule, target }) =>
        !exceptions.some((one) => one.rule === rule && target.includes(one.target ?? "") && where.includes(one.where ?? "")),
    )
    .map(({ rule, target, why }) => `${where}: ${rule} at ${target} (${why})`);
}
