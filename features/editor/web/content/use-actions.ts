import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Block } from "#features/blocks/kinds.ts";
import { blockEditors } from "#features/blocks/web/editors.ts";
import type { BlockEditor } from "#features/blocks/block-editor.ts";
import type { Page } from "#features/courses/content.ts";
import { freshId } from "#features/questions/fresh-id.ts";
import { toast } from "#ui/toast.ts";
import { most } from "../../policy.ts";
import * as edit from "../../working.ts";
import type { Session } from "../session/session.ts";

/** The editor of a kind of block, once it is loaded. */
export const editorOf = async (kind: Block["kind"]) => (await blockEditors[kind]()).editor as unknown as BlockEditor<Block>;

export type Actions = ReturnType<typeof useActions>;

/** What is done to the course from several places: outline, canvas and keyboard. */
export function useActions(session: Session) {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const work = () => session.read().work;
    const undoable = (title: string) => toast({ title, action: { label: t`Undo`, onPress: session.undo } });
    const tooMany = () => toast({ tone: "warning", title: t`A page has at most 200 blocks.`, message: t`Nothing was changed.` });
    const numbered = (count: number) => i18n.number(count);
    const aPage = async (): Promise<Page> => {
      const { create } = await editorOf("text");
      const number = numbered(edit.pageIdsOf(work().outline).length + 1);
      return { id: freshId(), title: t`Page ${number}`, minutes: 0, rule: { viewed: true }, blocks: [create(freshId())] };
    };
    return {
      /** Adds a chapter with a page; gives the page's id. */
      async addChapter(afterId?: string): Promise<string> {
        const { chapters } = work().outline;
        const page = await aPage();
        const number = numbered(chapters.length + 1);
        const at = chapters.findIndex(({ id }) => id === afterId);
        const chapter = { id: freshId(), title: t`Chapter ${number}`, pageIds: [] };
        session.change(edit.inOrder(edit.addChapter(chapter, at < 0 ? undefined : at + 1), edit.addPages([page], chapter.id)));
        return page.id;
      },
      /** Adds a page after another one, or at the end of a chapter; gives its id. */
      async addPage(chapterId: string, afterId: string | null = null): Promise<string> {
        const page = await aPage();
        const ids = work().outline.chapters.find(({ id }) => id === chapterId)?.pageIds ?? [];
        const before = afterId === null ? null : (ids[ids.indexOf(afterId) + 1] ?? null);
        session.change(edit.addPages([page], chapterId, before));
        return page.id;
      },
      async duplicatePages(ids: readonly string[]): Promise<string[]> {
        await session.load(ids);
        const copies = ids.flatMap((id) => {
          const [page, chapter] = [work().pages[id], work().outline.chapters.find(({ pageIds }) => pageIds.includes(id))];
          if (!page || !chapter) return [];
          const { title } = page;
          const copy = { ...edit.copyOfPage(page, freshId), title: t`${title} (copy)` };
          return [{ copy, chapterId: chapter.id, before: chapter.pageIds[chapter.pageIds.indexOf(id) + 1] ?? null }];
        });
        session.change(edit.inOrder(...copies.map(({ copy, chapterId, before }) => edit.addPages([copy], chapterId, before))));
        return copies.map(({ copy }) => copy.id);
      },
      async duplicateChapter(id: string): Promise<void> {
        const at = work().outline.chapters.findIndex((chapter) => chapter.id === id);
        const chapter = work().outline.chapters[at];
        if (!chapter) return;
        await session.load(chapter.pageIds);
        const pages = chapter.pageIds.flatMap((pageId) => work().pages[pageId] ?? []).map((page) => edit.copyOfPage(page, freshId));
        const { title } = chapter;
        const copy = { id: freshId(), title: t`${title} (copy)`, pageIds: [] };
        session.change(edit.inOrder(edit.addChapter(copy, at + 1), edit.addPages(pages, copy.id)));
      },
      removePages(ids: ReadonlySet<string>) {
        session.change(edit.removePages(ids));
        undoable(ids.size === 1 ? t`The page was removed` : t`The pages were removed`);
      },
      removeChapters(ids: ReadonlySet<string>) {
        session.change(edit.removeChapters(ids));
        undoable(ids.size === 1 ? t`The chapter was removed with its pages` : t`The chapters were removed with their pages`);
      },
      async changePages(ids: readonly string[], patch: Parameters<typeof edit.changePages>[1], key: string | null = null) {
        await session.load(ids);
        session.change(edit.changePages(ids, patch), key);
      },
      /** Adds a new block of a kind, in the place of an empty one if that is given; gives its id. */
      async addBlock(pageId: string, kind: Block["kind"], at: number, insteadOf?: string): Promise<string> {
        const { create } = await editorOf(kind);
        const block = create(freshId());
        session.change(insteadOf === undefined ? edit.addBlocks(pageId, [block], at) : edit.replaceBlock(pageId, insteadOf, [block]));
        return block.id;
      },
      duplicateBlock(pageId: string, block: Block): string {
        const copy = edit.copyOfBlock(block, freshId);
        const at = work().pages[pageId]?.blocks.findIndex(({ id }) => id === block.id) ?? -1;
        session.change(edit.addBlocks(pageId, [copy], at + 1));
        return copy.id;
      },
      /** Duplicates blocks of a page, below the last of them. */
      duplicateBlocks(pageId: string, ids: ReadonlySet<string>) {
        const blocks = work().pages[pageId]?.blocks ?? [];
        if (blocks.length + ids.size > most.blocks) return void tooMany();
        const copies = blocks.filter(({ id }) => ids.has(id)).map((block) => edit.copyOfBlock(block, freshId));
        session.change(edit.addBlocks(pageId, copies, blocks.findLastIndex(({ id }) => ids.has(id)) + 1));
      },
      /** Moves blocks to the end of another page; gives whether they are there. What that page cannot take stays where it is, and why is said. */
      async moveBlocks(pageId: string, ids: ReadonlySet<string>, toId: string): Promise<boolean> {
        await session.load([toId]);
        const to = work().pages[toId];
        const isHeld = session.read().conflicts.some((one) => one.pageId === toId);
        if (!to || isHeld) {
          toast({
            tone: "warning",
            title: t`The blocks were not moved`,
            message: to ? t`First settle what both of you changed on that page.` : t`That page could not be loaded. Try again in a moment.`,
          });
          return false;
        }
        if (to.blocks.length + ids.size > most.blocks) {
          tooMany();
          return false;
        }
        session.change(edit.moveBlocks(pageId, ids, toId, null));
        undoable(ids.size === 1 ? t`The block was moved` : t`The blocks were moved`);
        return true;
      },
      removeBlocks(pageId: string, ids: ReadonlySet<string>) {
        session.change(edit.removeBlocks(pageId, ids));
        undoable(ids.size === 1 ? t`The block was removed` : t`The blocks were removed`);
      },
    };
  }, [session, t, i18n]);
}
