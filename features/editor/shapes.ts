import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { Block } from "#features/blocks/kinds.ts";
import { RichNode } from "#features/blocks/text/text.ts";
import { CompletionRule, Page } from "#features/courses/content.ts";
import type { DraftOutline } from "#features/courses/draft.ts";
import { hasStrayPassing } from "#features/courses/passing.ts";
import { words } from "#platform/words.ts";
import { most } from "./policy.ts";
import { rulesIn } from "./required.ts";

// What authors may save: Content's own schemas, checked whole, with limits.

const title = z.string().check(z.maxLength(most.title, words("Use at most {maximum} characters.")));

/** How deeply lists and objects lie in each other; counted without recursion, because the value may be hostile. */
export function depthOf(value: unknown, limit: number): number {
  let level: unknown[] = [value];
  let depth = 0;
  while (level.length > 0 && depth <= limit) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    depth++;
  }
  return depth;
}

/** A value that is not nested too deeply to be looked at any further. */
const shallow = <Shape>(limit: number) =>
  z.custom<Shape>((value) => depthOf(value, limit) <= limit, words("This is nested too deeply to be saved."));

/** Refuses a value that stands twice in a list. */
const once = (ids: readonly string[]) => new Set(ids).size === ids.length;

/** The outline as an author saves it. */
export const SavedOutline: z.ZodMiniType<DraftOutline, DraftOutline> = z
  .object({
    chapters: z
      .array(z.object({ id: Id, title, pageIds: z.array(Id) }))
      .check(z.maxLength(most.chapters, words("A course has at most {maximum} chapters."))),
  })
  .check(
    z.refine(({ chapters }) => once(chapters.map(({ id }) => id)), words("Two chapters have the same id.")),
    z.refine(({ chapters }) => once(chapters.flatMap(({ pageIds }) => pageIds)), words("A page stands in the outline twice.")),
    z.refine(({ chapters }) => chapters.flatMap(({ pageIds }) => pageIds).length <= most.pages, words("A course has at most 1,000 pages.")),
  );
/** A page as an author saves it: Content's schema, the ids of its blocks once each. */
export const SavedPage = z.pipe(
  shallow<z.input<typeof Page>>(most.depth),
  z
    .extend(Page, {
      title,
      minutes: z
        .int(words("Enter a whole number of minutes."))
        .check(z.gte(0, words("Enter {minimum} or more minutes.")), z.lte(100_000, words("Enter at most {maximum, number} minutes."))),
    })
    .check(
      z.refine(({ blocks }) => blocks.length <= most.blocks, words("A page has at most 200 blocks.")),
      z.refine(({ blocks }) => once(blocks.map(({ id }) => id)), words("Two blocks of this page have the same id.")),
    ),
);

/** A block by itself as an author saves it, such as a reusable one. */
export const SavedBlock = z.pipe(shallow<z.input<typeof Block>>(most.depth), Block);

/** Rich text by itself as an author saves it, such as a translation. */
export const SavedRich = z.pipe(shallow<z.input<typeof RichNode>>(most.depth), RichNode);

/** The completion rule as an author saves it. */
export const SavedRule = z.pipe(
  shallow<CompletionRule>(2 * most.ruleDepth),
  (CompletionRule as z.ZodMiniType<CompletionRule, CompletionRule>).check(
    z.refine((rule) => rulesIn(rule) <= most.rules, words("A completion rule has at most 30 conditions.")),
    z.refine((rule) => !hasStrayPassing(rule), words("A score for passing stands beside the conditions, once.")),
    z.refine((rule) => inRange(rule), words("A completion rule has a number that is too small or too large.")),
  ),
);

function inRange(rule: CompletionRule): boolean {
  if ("rules" in rule) return rule.rules.every(inRange) && (rule.kind !== "atLeast" || rule.count >= 0);
  if (rule.kind === "passing") return rule.percent >= 1 && rule.percent <= 100;
  if (rule.kind === "pages" || rule.kind === "score") return rule.percent >= 0 && rule.percent <= 100;
  return rule.kind !== "minutes" || (rule.minutes >= 0 && rule.minutes <= 100_000);
}

/** The id of a page in an address. */
export const PageId = Id;

const number = "A version is named by its number.";
/** The number of a version, in an address. */
export const VersionNumber = z.coerce.number(number).check(z.int(number), z.gte(1, number), z.lte(2 ** 31 - 1, number));
