import { randomUUID } from "node:crypto";
import type { CompletionRule, Page } from "../content.ts";
import type { DraftOutline } from "../draft.ts";

interface Document {
  readonly outline: DraftOutline;
  readonly completion: CompletionRule;
  readonly pages: readonly Page[];
}

/** The same document with new ids for chapters, pages and blocks, so that nothing about the one is ever taken for the other. */
export function withFreshIds({ outline, completion, pages }: Document): Document {
  const made = new Map<string, string>();
  const fresh = (id: string): string => {
    const known = made.get(id) ?? randomUUID();
    made.set(id, known);
    return known;
  };
  const renamed = (rule: CompletionRule): CompletionRule => {
    if (rule.kind === "page") return { ...rule, pageId: fresh(`page ${rule.pageId}`) };
    if (rule.kind === "score") return { ...rule, blockId: fresh(rule.blockId) };
    return "rules" in rule ? { ...rule, rules: rule.rules.map(renamed) } : rule;
  };
  return {
    outline: {
      chapters: outline.chapters.map(({ id, title, pageIds }) => ({
        id: fresh(`chapter ${id}`),
        title,
        pageIds: pageIds.map((page) => fresh(`page ${page}`)),
      })),
    },
    completion: renamed(completion),
    pages: pages.map((page) => ({
      ...page,
      id: fresh(`page ${page.id}`),
      blocks: page.blocks.map((block) => ({ ...block, id: fresh(block.id) })),
    })),
  };
}
