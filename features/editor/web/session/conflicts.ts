import type { Page } from "#features/courses/content.ts";
import type { OutlineConflict, PageConflict } from "../../merge.ts";
import {
  addBlocks,
  changePages,
  movePages,
  removeBlocks,
  removePages,
  renameChapter,
  replaceBlock,
  setCompletion,
  type Change,
} from "../../working.ts";

/** Something that this author and another one changed at the same time. pageId: null in the outline. */
export type Conflict = { readonly pageId: string; readonly of: PageConflict } | { readonly pageId: null; readonly of: OutlineConflict };

export type Choice = "mine" | "theirs" | "both";

const keep: Change = (work) => work;

/** The change that makes of a conflict what was chosen. Until then mine stands in the work, theirs where I removed it. */
export function resolution({ pageId, of }: Conflict, choice: Choice, newId: () => string): Change {
  if (pageId === null) return outlineResolution(of, choice);
  if (of.part === "block") {
    const { id, mine, theirs } = of;
    if (choice === "both" && mine && theirs) {
      return (work) => {
        const at = work.pages[pageId]?.blocks.findIndex((block) => block.id === id) ?? -1;
        return addBlocks(pageId, [{ ...theirs, id: newId() }], at < 0 ? undefined : at + 1)(work);
      };
    }
    const chosen = choice === "theirs" ? theirs : mine;
    if (!chosen) return removeBlocks(pageId, new Set([id]));
    // Where I moved it to another page meanwhile, an id may not stand twice in a course.
    return (work) => {
      const isElsewhere = Object.entries(work.pages).some(([other, { blocks }]) => other !== pageId && blocks.some((one) => one.id === id));
      return replaceBlock(pageId, id, [isElsewhere ? { ...chosen, id: newId() } : chosen])(work);
    };
  }
  if (choice !== "theirs") return keep;
  return changePages([pageId], { [of.part]: of.theirs } as Partial<Page>);
}

function outlineResolution(of: OutlineConflict, choice: Choice): Change {
  if (of.part === "place") {
    const chosen = choice === "theirs" ? of.theirs : of.mine;
    if (chosen === null) return removePages(new Set([of.id]));
    return (work) => {
      const isThere = work.outline.chapters.some(({ id, pageIds }) => id === chosen && pageIds.includes(of.id));
      return isThere ? work : movePages(new Set([of.id]), chosen, null)(work);
    };
  }
  if (choice !== "theirs") return keep;
  return of.part === "chapter" ? renameChapter(of.id, of.theirs) : setCompletion(of.theirs);
}
