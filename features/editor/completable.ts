import { canBeDone, isPackagePart, isScored } from "#features/blocks/block.ts";
import { canBeHandedIn } from "#features/blocks/quiz/quiz.ts";
import { pagesOf, type CompletionRule, type Content, type Page } from "#features/courses/content.ts";

/** What makes a course impossible to complete, with the part at fault. */
export interface Obstacle {
  readonly code:
    | "no_pages"
    /** A block can never meet what its page asks of it, so the page can't be done. */
    | "page_unreachable"
    /** A page is locked until those before it are complete, and one of them can't be done. */
    | "page_stays_locked"
    /** A block stands on two pages, as after two authors moved it: what somebody does in the one would count for the other. */
    | "block_twice"
    /** The rule asks for more of the pages than can be done. */
    | "pages_unreachable"
    /** The rule asks for a page that is not in the course, or for one that can't be done. */
    | "rule_page_missing"
    | "rule_page_unreachable"
    /** The rule asks for a quiz that is not in the course, or for more than it can give. */
    | "quiz_missing"
    | "score_unreachable"
    /** It is passed by a score, and nothing in the course gives one. */
    | "passing_unreachable"
    | "packages_missing"
    /** A list of conditions without any, or one that asks for more of them than can be met. */
    | "no_conditions"
    | "too_many_conditions"
    /** Time alone never completes a course. */
    | "time_alone";
  readonly pageId: string | null;
  readonly blockId: string | null;
}

const obstacle = (code: Obstacle["code"], pageId: string | null = null, blockId: string | null = null): Obstacle => ({
  code,
  pageId,
  blockId,
});

/**
 * Proves that a course can be completed (EDT-14): every condition only asks for more, so it is enough that the rule holds once everything was done that
 * can be. Gives what stands in the way; empty when at least one way leads to 100 %.
 */
export function obstaclesIn(content: Content, completion: CompletionRule): Obstacle[] {
  const pages = pagesOf(content).map(({ page }) => page);
  if (pages.length === 0) return [obstacle("no_pages")];
  const blocked = pages.flatMap((page) =>
    page.blocks.filter((block) => !canBeDone(block, page.rule)).map((block) => obstacle("page_unreachable", page.id, block.id)),
  );
  const owner = new Map<string, string>();
  const twice = pages.flatMap((page) =>
    page.blocks.flatMap(({ id }) => {
      const isTaken = owner.has(id) && owner.get(id) !== page.id;
      if (!isTaken) owner.set(id, page.id);
      return isTaken ? [obstacle("block_twice", page.id, id)] : [];
    }),
  );
  const undoable = new Set(blocked.map(({ pageId }) => pageId));
  const firstUndoable = pages.findIndex(({ id }) => undoable.has(id));
  const locked = pages.filter(({ rule }, at) => rule.locked && firstUndoable >= 0 && at > firstUndoable);
  const unreachable = new Set([...undoable, ...locked.map(({ id }) => id)]);
  const reached = pages.filter(({ id }) => !unreachable.has(id));
  const blocks = pages.flatMap((page) => page.blocks);

  /** What stands in the way of a rule; empty when it can hold. */
  const inTheWay = (rule: CompletionRule): Obstacle[] => {
    switch (rule.kind) {
      case "pages":
        return (100 * reached.length) / pages.length >= rule.percent - 1e-9 ? [] : [obstacle("pages_unreachable")];
      case "page":
        if (!pages.some(({ id }) => id === rule.pageId)) return [obstacle("rule_page_missing")];
        return unreachable.has(rule.pageId) ? [obstacle("rule_page_unreachable", rule.pageId)] : [];
      case "score": {
        const quiz = blocks.find((block) => block.id === rule.blockId);
        if (!quiz || !isScored(quiz)) return [obstacle("quiz_missing", null, rule.blockId)];
        const canBeOpened = !locked.some((page) => page.blocks.includes(quiz));
        return rule.percent <= 100 && canBeOpened && canBeHandedIn(quiz) ? [] : [obstacle("score_unreachable", null, rule.blockId)];
      }
      case "minutes":
        return [];
      case "passing":
        return blocks.some((block) => isPackagePart(block) || (isScored(block) && canBeHandedIn(block)))
          ? []
          : [obstacle("passing_unreachable")];
      case "scorm":
        if (rule.policy.complete === "minutes") return [];
        if (!reached.some((page) => page.rule.scorm && page.blocks.some(isPackagePart))) return [obstacle("packages_missing")];
        // Every page that counts packages has to be done.
        return pages
          .filter((page) => page.rule.scorm && unreachable.has(page.id))
          .map((page) => obstacle("rule_page_unreachable", page.id));
      case "all":
      case "any":
      case "atLeast": {
        if (rule.rules.length === 0) return [obstacle("no_conditions")];
        const each = rule.rules.map(inTheWay);
        const asked = askedBy(rule);
        if (asked > each.length) return [obstacle("too_many_conditions")];
        return each.filter((one) => one.length === 0).length >= asked ? [] : each.flat();
      }
    }
  };
  const stayLocked = locked.filter(({ id }) => !undoable.has(id)).map(({ id }) => obstacle("page_stays_locked", id));
  return [
    ...blocked,
    ...twice,
    ...stayLocked,
    ...inTheWay(completion),
    ...(canBeTimeAlone(completion, pages) ? [obstacle("time_alone")] : []),
  ];
}

/** Whether the pages are the parts of a package and nothing else: then time in it may be all that anybody knows (SCO-6). */
const isPackage = (pages: readonly Page[]) =>
  pages.every(({ id, blocks }) => blocks.length > 0 && blocks.every((block) => isPackagePart(block) && block.scoKey === id));

/** Whether time alone is enough for a rule. */
function canBeTimeAlone(rule: CompletionRule, pages: readonly Page[]): boolean {
  // A score for passing asks nothing.
  if (rule.kind === "minutes" || rule.kind === "passing") return true;
  if (rule.kind === "scorm") return rule.policy.complete === "minutes" && !isPackage(pages);
  if (rule.kind === "pages") return rule.percent <= 0;
  if (!("rules" in rule) || rule.rules.length === 0) return false;
  const timed = rule.rules.filter((one) => canBeTimeAlone(one, pages)).length;
  return timed >= askedBy(rule);
}

/** How many of its conditions a list asks for. */
const askedBy = (list: CompletionRule & { rules: CompletionRule[] }) =>
  list.kind === "atLeast" ? list.count : list.kind === "all" ? list.rules.length : 1;
