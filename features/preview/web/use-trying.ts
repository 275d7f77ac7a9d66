import { useState } from "react";
import type { BlockFact, ShownBlock, ShownState } from "#features/blocks/kinds.ts";
import { viewOf } from "#features/blocks/web/block-parts.tsx";
import type { LearnerPage } from "#features/courses/content.ts";
import { CallError } from "#platform/call.ts";

export type Trying = ReturnType<typeof useTrying>;

/**
 * What somebody tries in a preview: kept on this screen only, and gone with it. ask: what the server would make of a fact, such as the marking of a quiz.
 * failed: the words for a try without an answer.
 */
export function useTrying(ask: (fact: BlockFact) => Promise<{ state: ShownState | null }>, failed: string) {
  const [states, setStates] = useState<Readonly<Record<string, ShownState | null>>>({});
  const [asked, setAsked] = useState<Readonly<Record<string, boolean>>>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});

  const keep = (id: string, state: ShownState | null) => setStates((all) => ({ ...all, [id]: state }));

  const report = (page: LearnerPage, block: ShownBlock, fact: BlockFact) => {
    const { id } = block;
    const before = states[id] ?? null;
    if (fact.kind === "answers") {
      keep(id, { kind: "quiz", draft: fact.answers, result: before && "result" in before ? before.result : null });
      return;
    }
    const after = viewOf(block)?.ahead?.(block, page.rule as never, before, fact as never);
    if (after) {
      keep(id, after.state);
      return;
    }
    setAsked((all) => ({ ...all, [id]: true }));
    setRefusals((all) => ({ ...all, [id]: "" }));
    void ask(fact)
      .then(
        ({ state }) => keep(id, (before && state && viewOf(block)?.joined?.(before, state)) ?? state),
        (error: unknown) => setRefusals((all) => ({ ...all, [id]: (error instanceof CallError && error.message) || failed })),
      )
      .finally(() => setAsked((all) => ({ ...all, [id]: false })));
  };

  return {
    report,
    stateOf: ({ id }: ShownBlock) => states[id] ?? null,
    isAsked: ({ id }: ShownBlock) => asked[id] === true,
    refusalOf: ({ id }: ShownBlock) => refusals[id] || undefined,
  };
}
