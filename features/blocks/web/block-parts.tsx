import { useSyncExternalStore } from "react";
import { lazyPart, type LazyPart } from "#ui/lazy-part.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { blockViews, type BlockFact, type ShownBlock, type ShownState } from "../kinds.ts";
import { learningOf } from "../learning.ts";

type View = BlockView<ShownBlock, BlockFact, ShownState>;

/** The loaded views by kind, and the listeners for when another one is loaded. */
const views = new Map<string, View>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

async function load(kind: ShownBlock["kind"]): Promise<View> {
  const known = views.get(kind);
  if (known) return known;
  const view = (await blockViews[kind]()) as unknown as View;
  views.set(kind, view);
  for (const listener of listeners) listener();
  return view;
}

interface Parts {
  readonly Part: LazyPart<BlockViewProps<ShownBlock, BlockFact, ShownState>>;
}
const parts = new Map<string, Parts>(
  (Object.keys(blockViews) as ShownBlock["kind"][]).map((kind) => [
    kind,
    { Part: lazyPart(async () => ({ default: (await load(kind)).View })) },
  ]),
);
const partsOf = ({ kind }: ShownBlock) => parts.get(kind) as Parts;

/** The lazy parts that blocks need: for each kind once, and what single blocks need in addition. */
export const partsOfBlocks = (blocks: readonly ShownBlock[]) => [
  ...new Set(blocks.map((block) => partsOf(block).Part)),
  ...blocks.map((block) => ({ fetchAhead: async () => (await load(block.kind)).fetchAhead?.(block) })),
];

/** Renders a block on its page. */
export function BlockPart(props: BlockViewProps<ShownBlock, BlockFact, ShownState>) {
  const { Part } = partsOf(props.block);
  return <Part {...props} meanwhile={<div className="lesson-waiting" data-leads={learningOf(props.block).leads} aria-busy="true" />} />;
}

/** Computes a block's state from a report before the server confirms it; undefined for kinds without this. The view that reports has loaded the code. */
export const aheadOf = ({ kind }: ShownBlock) => views.get(kind)?.ahead;

const useView = ({ kind }: ShownBlock) => useSyncExternalStore(subscribe, () => views.get(kind));

/** The page rule's condition for the kind of this block, as a sentence. Loaded with the block's view; when that fails, the block shows the error. */
export function BlockRuleWords({ block, rule }: { block: ShownBlock; rule: object }) {
  const Words = useView(block)?.RuleWords;
  return Words && <Words rule={rule as never} />;
}

/** What is left to do with a block for the page's rule, in a few words. */
export function BlockRuleLeft(props: { block: ShownBlock; rule: object; state: ShownState | null }) {
  const Left = useView(props.block)?.RuleLeft;
  return Left && <Left {...props} rule={props.rule as never} />;
}

/** The learner's progress towards the page rule's condition for this block. */
export function BlockRuleNote(props: { block: ShownBlock; state: ShownState | null }) {
  const Note = useView(props.block)?.RuleNote;
  return Note && <Note {...props} />;
}
