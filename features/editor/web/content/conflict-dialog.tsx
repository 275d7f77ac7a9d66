import { Trans, useLingui } from "@lingui/react/macro";
import { wordsOfBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { blockMenu } from "#features/blocks/web/editors.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import type { Choice, Conflict } from "../session/conflicts.ts";
import type { Session, SessionState } from "../session/session.ts";

/** Both versions of what two authors changed at the same time, one after the other. It closes once the last one is settled; nothing is overwritten before. */
export function ConflictDialog({
  session,
  state,
  isOpen,
  onClose,
}: {
  session: Session;
  state: SessionState;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [conflict] = state.conflicts;
  const words = useSides(conflict, state);
  if (!conflict) return null;
  const settle = (choice: Choice) => {
    session.settle(conflict, choice);
  };
  const isBoth = conflict.of.part === "block" && conflict.of.mine !== null && conflict.of.theirs !== null;
  return (
    <Dialog
      title={t`Somebody else changed this too`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      width="half"
      footer={
        <>
          {isBoth && (
            <Button onPress={() => settle("both")}>
              <Trans>Keep both</Trans>
            </Button>
          )}
          <Button onPress={() => settle("theirs")}>
            <Trans>Take theirs</Trans>
          </Button>
          <Button variant="primary" onPress={() => settle("mine")}>
            <Trans>Keep mine</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{words.what}</p>
        <div className="conflict-sides">
          <section>
            <h3>
              <Trans>Yours</Trans>
            </h3>
            <p className="conflict-text">
              <bdi>{words.mine}</bdi>
            </p>
          </section>
          <section>
            <h3>
              <Trans>Theirs</Trans>
            </h3>
            <p className="conflict-text">
              <bdi>{words.theirs}</bdi>
            </p>
          </section>
        </div>
        <p className="muted small">
          <Trans>Nothing is overwritten before you choose. What you choose can be undone.</Trans>
        </p>
      </div>
    </Dialog>
  );
}

function useSides(conflict: Conflict | undefined, { work, heads }: SessionState): { what: string; mine: string; theirs: string } {
  const { t, i18n } = useLingui();
  if (!conflict) return { what: "", mine: "", theirs: "" };
  const titleOf = (id: string) => work.pages[id]?.title || heads.get(id)?.title || t`Untitled page`;
  const blockWords = (block: Block | null) => {
    if (!block) return t`Removed`;
    const kind = i18n._(blockMenu[block.kind].name);
    return wordsOfBlock(block).join("\n").trim() || t`${kind}, without words`;
  };
  const { of } = conflict;
  const page = conflict.pageId === null ? "" : titleOf(conflict.pageId);
  switch (of.part) {
    case "block":
      return { what: t`A block on “${page}” was changed by both of you.`, mine: blockWords(of.mine), theirs: blockWords(of.theirs) };
    case "title":
      return { what: t`Both of you changed the title of this page.`, mine: of.mine, theirs: of.theirs };
    case "minutes":
      return { what: t`Both of you changed the minutes of “${page}”.`, mine: i18n.number(of.mine), theirs: i18n.number(of.theirs) };
    case "rule":
      return { what: t`Both of you changed when “${page}” is complete.`, mine: t`The rule you chose`, theirs: t`The rule they chose` };
    case "chapter":
      return { what: t`Both of you changed the title of a chapter.`, mine: of.mine, theirs: of.theirs };
    case "place": {
      const title = titleOf(of.id);
      const chapter = (id: string | null) =>
        id === null ? t`Removed` : (work.outline.chapters.find((one) => one.id === id)?.title ?? t`In another chapter`);
      return { what: t`Both of you moved or removed the page “${title}”.`, mine: chapter(of.mine), theirs: chapter(of.theirs) };
    }
    case "completion":
      return { what: t`Both of you changed when the course is complete.`, mine: t`The rule you chose`, theirs: t`The rule they chose` };
  }
}
