import { useSyncExternalStore } from "react";
import type { ComponentType, ReactNode } from "react";
import { lazyPart, type LazyPart } from "#ui/lazy-part.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { BlockFact, ShownBlock, ShownState } from "../kinds.ts";
import { learningOf } from "../learning.ts";
import { blockViews } from "./views.ts";

type View = BlockView<ShownBlock, BlockFact, ShownState>;
type Props = BlockViewProps<ShownBlock, BlockFact, ShownState>;

type Kind = ShownBlock["kind"];
const kinds = Object.keys(blockViews) as Kind[];
const tableOf = (kind: Kind) => blockViews[kind] as unknown as View | (() => Promise<View>);

/** The views that are here by kind, and the listeners for when another one is loaded. */
const views = new Map<Kind, View>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

interface Parts {
  readonly Part: LazyPart<Props> | ComponentType<Props & { meanwhile?: ReactNode }>;
}
const parts = new Map(
  kinds.map((kind): [Kind, Parts] => {
    const view = tableOf(kind);
    if (typeof view !== "function") {
      views.set(kind, view);
      return [kind, { Part: view.View }];
    }
    const load = async () => {
      const loaded = await view();
      views.set(kind, loaded);
      for (const listener of listeners) listener();
      return { default: loaded.View };
    };
    return [kind, { Part: lazyPart(load) }];
  }),
);
const partsOf = ({ kind }: ShownBlock) => parts.get(kind) as Parts;

/** The lazy parts that blocks need, for each kind once. */
export const partsOfBlocks = (blocks: readonly ShownBlock[]) =>
  [...new Set(blocks.map(partsOf))].flatMap(({ Part }) => ("fetchAhead" in Part ? [Part] : []));

/** Renders a block on its page. */
export function BlockPart(props: Props) {
  const { Part } = partsOf(props.block);
  return <Part {...props} meanwhile={<div className="lesson-waiting" data-leads={learningOf(props.block).leads} aria-busy="true" />} />;
}

/** The view of a block's kind, once it is loaded: the view that reports is. */
export const viewOf = ({ kind }: ShownBlock) => views.get(kind);

const useView = ({ kind }: ShownBlock) => useSyncExternalStore(subscribe, () => views.get(kind));

interface OfRule {
  readonly block: ShownBlock;
  readonly rule?: object;
  readonly state?: ShownState | null;
}
const ofRule = (name: "RuleWords" | "RuleLeft" | "RuleNote") =>
  function RulePart(props: OfRule) {
    const Part = useView(props.block)?.[name] as ComponentType<OfRule> | undefined;
    return Part && <Part {...props} />;
  };

/** The page rule's condition for the kind of this block, as a sentence. Loaded with the block's view; when that fails, the block shows the error. */
export const BlockRuleWords: ComponentType<{ block: ShownBlock; rule: object }> = ofRule("RuleWords");
/** What is left to do with a block for the page's rule, in a few words. */
export const BlockRuleLeft: ComponentType<{ block: ShownBlock; rule: object; state: ShownState | null }> = ofRule("RuleLeft");
/** The learner's progress towards the page rule's condition for this block. */
export const BlockRuleNote: ComponentType<{ block: ShownBlock; state: ShownState | null }> = ofRule("RuleNote");
