import { randomUUID } from "node:crypto";
import type { CompletionRule, Page } from "../content.ts";
import type { DraftOutline } from "../draft.ts";

interface Document {
  readonly outline: DraftOutline;
  readonly completion: CompletionRule;
  readonly pages: readonly Page[];
}

/** What a key of a text begins with, and how the ids there are told apart from others. */
const owners: Readonly<Record<string, string>> = { chapters: "chapter ", pages: "page ", blocks: "" };

/**
 * The same document with new ids for chapters, pages and blocks, so that nothing about the one is ever taken for the other. keyOf: gives the key that a text of
 * the one has in the other (texts.ts).
 */
export function withFreshIds({ outline, completion, pages }: Document): Document & { keyOf: (key: string) => string } {
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
    keyOf(key) {
      const [owner = "", id = "", ...rest] = key.split("/");
      const prefix = owners[owner];
      return prefix === undefined ? key : [owner, fresh(`${prefix}${id}`), ...rest].join("/");
    },
  };
}
