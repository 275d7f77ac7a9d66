import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Blocks, Copy, CopyPlus, Link2, Package, RefreshCw, Trash2 } from "lucide-react";
import { memo, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { isPackagePart, shownBlock, wordsOfBlock } from "#features/blocks/block.ts";
import type { BlockLearner } from "#features/blocks/block-kind.ts";
import type { BlockEditor, EditorMedia } from "#features/blocks/block-editor.ts";
import type { Block, BlockFact } from "#features/blocks/kinds.ts";
import { BlockPart } from "#features/blocks/web/block-parts.tsx";
import { blockMenu } from "#features/blocks/web/editors.ts";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Tag } from "#ui/tag.tsx";
import type { Mark } from "../reuse/hooks.ts";
import { editorOf } from "./use-actions.ts";

/** What a block of a lesson can call, where nobody learns. */
const nobody: BlockLearner<BlockFact> = {
  report: () => {},
  stand: () => {},
  touch: () => {},
  isHandedIn: false,
  isOnDevice: null,
  refusal: undefined,
  isOffline: false,
  shortcuts: false,
  playPackage: () => null,
};

/** The editor of a kind; null until it is loaded. */
export function useBlockEditor(kind: Block["kind"] | undefined): BlockEditor<Block> | null {
  const [loaded, setLoaded] = useState<{ kind: string; editor: BlockEditor<Block> } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (kind) void editorOf(kind).then((editor) => isCurrent && setLoaded({ kind, editor }));
    return () => void (isCurrent = false);
  }, [kind]);
  return loaded?.kind === kind ? (loaded?.editor ?? null) : null;
}

interface BlockFrameProps {
  readonly block: Block;
  readonly nth: number;
  readonly total: number;
  readonly isSelected: boolean;
  /** Whether it is only read. */
  readonly isHeld: boolean;
  readonly autoFocus: boolean;
  readonly media: EditorMedia;
  /** Whether it is linked to a reusable block, and whether there is an update of it. */
  readonly mark: Mark;
  readonly calls: BlockCalls;
}

/** What can be done with a block. The same functions at each drawing, so that only what changes is drawn again. */
export interface BlockCalls {
  /** Makes it reusable. */
  readonly onReuse: (block: Block) => void;
  readonly onSelect: (block: Block) => void;
  readonly onLeave: (block: Block) => void;
  readonly onChange: (next: Block) => void;
  readonly onStep: (block: Block, by: -1 | 1) => void;
  readonly onCopy: (block: Block) => void;
  readonly onDuplicate: (block: Block) => void;
  readonly onRemove: (block: Block) => void;
  /** Opens the menu for adding; insteadOf: where this block is empty and gives way. */
  readonly onInsert: (block: Block, anchor: HTMLElement, insteadOf: boolean) => void;
}

const isEmptyText = (block: Block) => "doc" in block && wordsOfBlock(block).join("").trim() === "";

/** A block on the canvas: as its learner sees it, or in its form while it is selected. */
export const BlockFrame = memo(function BlockFrame(props: BlockFrameProps) {
  const { block, nth, total, isSelected, isHeld, autoFocus, media, mark, calls } = props;
  const onStep = (by: -1 | 1) => calls.onStep(block, by);
  const onInsert = (anchor: HTMLElement, insteadOf: boolean) => calls.onInsert(block, anchor, insteadOf);
  const onLeave = () => calls.onLeave(block);
  const onCopy = () => calls.onCopy(block);
  const onDuplicate = () => calls.onDuplicate(block);
  const onRemove = () => calls.onRemove(block);
  const { t, i18n } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const open = useRef<HTMLButtonElement>(null);
  const editor = useBlockEditor(isSelected ? block.kind : undefined);
  const part = partOf(block, media);
  const kind = i18n._(blockMenu[block.kind].name);
  const name = useBlockName()(block, media);
  const wasSelected = useRef(isSelected);
  useEffect(() => {
    // Leaving a block by Escape leads back to it, not to the beginning of the page.
    if (wasSelected.current && !isSelected && document.activeElement === document.body) open.current?.focus();
    wasSelected.current = isSelected;
  }, [isSelected]);

  function press(event: KeyboardEvent<HTMLElement>) {
    if (!frame.current?.contains(event.target as Node)) return;
    const onFrame = event.target === open.current;
    const done = (act: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    const isControl = event.ctrlKey || event.metaKey;
    if (event.key === "Escape" && isSelected) return done(onLeave);
    if (event.key === "/" && !isControl && isSelected && isEmptyText(block) && (event.target as HTMLElement).isContentEditable)
      return done(() => frame.current && onInsert(frame.current, true));
    if (!onFrame) return undefined;
    if (event.altKey && event.key === "ArrowUp") return done(() => onStep(-1));
    if (event.altKey && event.key === "ArrowDown") return done(() => onStep(1));
    if (event.key === "Delete" || event.key === "Backspace") return done(onRemove);
    if (event.key === "/") return done(() => frame.current && onInsert(frame.current, false));
    if (isControl && event.key.toLowerCase() === "d") return done(onDuplicate);
    if (isControl && event.key.toLowerCase() === "c") return done(onCopy);
    if (isControl && event.key.toLowerCase() === "x") return done(() => (onCopy(), onRemove()));
    return undefined;
  }

  const Form = editor?.Form;
  return (
    <div
      ref={frame}
      className="block-frame"
      role="group"
      aria-label={name}
      data-block={block.id}
      data-selected={isSelected || undefined}
      onKeyDownCapture={press}
    >
      {isSelected && (
        <div className="block-tools" role="toolbar" aria-label={t`Block`}>
          <span className="small muted block-kind">{kind}</span>
          {mark && <MarkTag mark={mark} />}
          <IconButton icon={ArrowUp} size="s" label={t`Move up`} isDisabled={nth === 0} onPress={() => onStep(-1)} />
          <IconButton icon={ArrowDown} size="s" label={t`Move down`} isDisabled={nth === total - 1} onPress={() => onStep(1)} />
          <IconButton icon={CopyPlus} size="s" label={t`Duplicate`} onPress={onDuplicate} />
          <IconButton icon={Copy} size="s" label={t`Copy`} onPress={onCopy} />
          {!block.from && !isPackagePart(block) && (
            <IconButton icon={Blocks} size="s" label={t`Make reusable…`} onPress={() => calls.onReuse(block)} />
          )}
          <IconButton icon={Trash2} size="s" label={t`Delete block`} onPress={onRemove} />
        </div>
      )}
      {isSelected && Form ? (
        <Form block={block} media={media} onChange={calls.onChange} autoFocus={autoFocus} />
      ) : (
        <>
          {mark && (
            <div className="block-mark">
              <MarkTag mark={mark} />
            </div>
          )}
          <div className="lesson-body block-shown" data-kind={kind} inert={!isHeld}>
            {isEmptyText(block) && !isHeld ? (
              <p className="muted">{t`Write here, or press / for other blocks`}</p>
            ) : (
              <BlockPart block={shownBlock(block)} state={null} learner={nobodyWith(part)} />
            )}
          </div>
          {!isHeld && (
            <button
              ref={open}
              type="button"
              className="block-open"
              aria-label={t`Edit ${name}`}
              data-open-block={block.id}
              onClick={() => calls.onSelect(block)}
            />
          )}
        </>
      )}
    </div>
  );
});

/** Gives a block its name: its kind, and how it begins. */
export function useBlockName() {
  const { t, i18n } = useLingui();
  return (block: Block, media: EditorMedia): string => {
    const kind = i18n._(blockMenu[block.kind].name);
    const words = partOf(block, media) || wordsOfBlock(block).join(" ").trim().slice(0, 60);
    return words ? t`${kind}: ${words}` : t`${kind}, empty`;
  };
}

/** What part of a package a block plays, in words; "" for other blocks and while that is not known. */
function partOf(block: Block, { packages }: EditorMedia): string {
  if (!isPackagePart(block)) return "";
  const found = packages?.find(({ packageId }) => packageId === block.packageId);
  const title = found?.parts.find(({ scoKey }) => scoKey === block.scoKey)?.title ?? "";
  return found && title !== found.title ? [found.title, title].filter((word) => word !== "").join(" – ") : title;
}

/** Stands on the canvas where learners have the package itself. */
const PlayedPart = ({ title }: { title: string }) => (
  <p className="played-part">
    <Icon of={Package} />
    <bdi>{title}</bdi>
  </p>
);

/** What a block can call here, with what stands for its part of a package. */
const nobodyWith = (part: string) => (part === "" ? nobody : { ...nobody, playPackage: () => <PlayedPart title={part} /> });

/** Says that a block is linked to a reusable one, and whether there is an update. */
function MarkTag({ mark }: { mark: NonNullable<Mark> }) {
  const { t } = useLingui();
  return mark === "newer" ? (
    <Tag icon={RefreshCw} tone="info">
      {t`Update available`}
    </Tag>
  ) : (
    <Tag icon={Link2}>{t`Linked`}</Tag>
  );
}
