import { useSyncExternalStore } from "react";
import { lazyPart, type LazyPart } from "#ui/lazy-part.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { blockViews, type BlockFact, type ShownBlock, type ShownState } from "../kinds.ts";
import { learningOf } from "../learning.ts";

type View = BlockView<ShownBlock, BlockFact, ShownState>;

/** The views whose code is there, and who wants to know when one more is. */
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

/** The code that blocks need: of each kind once, and what single blocks need besides. */
export const partsOfBlocks = (blocks: readonly ShownBlock[]) => [
  ...new Set(blocks.map((block) => partsOf(block).Part)),
  ...blocks.map((block) => ({ fetchAhead: async () => (await load(block.kind)).fetchAhead?.(block) })),
];

/** A block on its page. */
export function BlockPart(props: BlockViewProps<ShownBlock, BlockFact, ShownState>) {
  const { Part } = partsOf(props.block);
  return <Part {...props} meanwhile={<div className="lesson-waiting" data-leads={learningOf(props.block).leads} aria-busy="true" />} />;
}

/** What a report makes of a block's state before the server says so; undefined for kinds that do not tell. Reports come from a view, so its code is there. */
export const aheadOf = ({ kind }: ShownBlock) => views.get(kind)?.ahead;

const useView = ({ kind }: ShownBlock) => useSyncExternalStore(subscribe, () => views.get(kind));

/** What a page's rule asks of the kind of this block, in words. Comes with the block's code; where that can't be had, the block says so. */
export function BlockRuleWords({ block, rule }: { block: ShownBlock; rule: object }) {
  const Words = useView(block)?.RuleWords;
  return Words && <Words rule={rule as never} />;
}

/** How far the learner is with a block that the page's rule asks for. */
export function BlockRuleNote(props: { block: ShownBlock; state: ShownState | null }) {
  const Note = useView(props.block)?.RuleNote;
  return Note && <Note {...props} />;
}
