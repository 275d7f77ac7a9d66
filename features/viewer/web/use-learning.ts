import { useEffect, useRef, useState } from "react";
import type { BlockFact, ShownBlock, ShownState } from "#features/blocks/kinds.ts";
import { viewOf } from "#features/blocks/web/block-parts.tsx";
import type { LearnerPage } from "#features/courses/content.ts";
import type { AttemptState, Fact } from "#features/progress/contract.ts";
import { createStudyClock } from "#features/progress/web/study-clock.ts";
import { lessonsOf } from "./lessons.ts";
import type { Opened } from "./use-opened-course.ts";

export type Learning = ReturnType<typeof useLearning>;

/**
 * The attempt while it is worked on: the server's newest state, what is not confirmed yet, and functions to add facts.
 * All facts go through the outbox, which keeps them across reloads, crashes and time offline.
 */
export function useLearning(opened: Opened, shownId: string | null) {
  const { attemptId } = opened.state;
  const { epoch, outbox } = opened;
  const [state, setState] = useState<AttemptState>(opened.state);
  const [waiting, setWaiting] = useState<readonly Fact[]>([]);
  // Of the submissions that wait: whether the device has stored them. Missing while it is writing.
  const [onDevice, setOnDevice] = useState<ReadonlyMap<Fact, boolean>>(new Map());
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const lessons = lessonsOf(opened.content, state, waiting, visited);
  // Of a lesson that is locked nothing is noted.
  const shown = lessons.find(({ page: { id } }) => id === shownId);
  const page = shown?.state === "locked" ? undefined : shown?.page;
  if (page && !visited.has(page.id)) setVisited(new Set([...visited, page.id]));
  // What blocks reported on this screen, before the server confirms it.
  const [reported, setReported] = useState<Record<string, BlockFact[]>>({});
  // Seconds on this visit, of pages whose rule asks for time.
  const [studied, setStudied] = useState<Readonly<Record<string, number>>>({});
  const clock = useRef<ReturnType<typeof createStudyClock>>(null);
  const latest = useRef(page);

  useEffect(
    () =>
      outbox.onState((id, next) => {
        if (id === attemptId) setState(next);
      }),
    [outbox, attemptId],
  );

  useEffect(() => {
    latest.current = page;
    if (page) outbox.add(attemptId, epoch, { kind: "place", pageId: page.id });
  }, [outbox, attemptId, epoch, page]);

  useEffect(() => {
    clock.current = createStudyClock({
      onSeconds: (seconds) => {
        const on = latest.current;
        outbox.addTime(attemptId, epoch, seconds, on?.id);
        if (on?.rule.minSeconds) setStudied((all) => ({ ...all, [on.id]: (all[on.id] ?? 0) + seconds }));
      },
    });
    return () => clock.current?.stop();
  }, [outbox, attemptId, epoch]);

  /** How many seconds a page's rule still asks for; the server's count is the last word. */
  const secondsLeft = ({ id, rule: { minSeconds = 0 } }: LearnerPage) =>
    Math.max(0, minSeconds - Math.max((opened.state.pageSeconds[id] ?? 0) + (studied[id] ?? 0), state.pageSeconds[id] ?? 0));
  const isTimeUp = page?.rule.minSeconds && !state.donePages.includes(page.id) && secondsLeft(page) === 0;
  // What may complete the lesson is sent at once.
  useEffect(() => {
    if (isTimeUp) void outbox.flush();
  }, [isTimeUp, outbox]);

  const send = (fact: Fact) => {
    const added = outbox.add(attemptId, epoch, fact);
    if (fact.kind !== "view" && fact.kind !== "submit") return;
    setWaiting((facts) => [...facts, fact]);
    if (fact.kind === "submit") {
      setRefusals((all) => ({ ...all, [fact.blockId]: "" }));
      void added.onDevice.then((isKept) => setOnDevice((all) => new Map(all).set(fact, isKept)));
    }
    void added.onServer.then(({ state: next, refused }) => {
      if (next) setState(next);
      setWaiting((facts) => facts.filter((other) => other !== fact));
      if (refused && fact.kind === "submit") setRefusals((others) => ({ ...others, [fact.blockId]: refused.message }));
    });
  };
  /** The end of the lesson was reached. */
  const view = () => {
    if (!page || state.donePages.includes(page.id)) return;
    if (!waiting.some((fact) => fact.kind === "view" && fact.pageId === page.id)) send({ kind: "view", pageId: page.id });
  };
  /** The state of a block: the server's, plus what was reported since the screen was opened, of which the view knows what it makes. */
  const stateOf = (block: ShownBlock, { rule }: LearnerPage) => {
    const ahead = viewOf(block)?.ahead;
    const stored = state.blocks[block.id] ?? null;
    if (!ahead) return stored;
    return (reported[block.id] ?? []).reduce(
      (before, fact) => (ahead(block, rule as never, before, fact as never) as { state: ShownState }).state,
      stored,
    );
  };
  const report = (on: LearnerPage, block: ShownBlock, fact: BlockFact) => {
    send(fact);
    const after = viewOf(block)?.ahead?.(block, on.rule as never, stateOf(block, on), fact as never);
    if (!after) return;
    setReported((all) => ({ ...all, [block.id]: [...(all[block.id] ?? []), fact] }));
    // What may complete the lesson is sent at once, so that the progress bar moves right away.
    if (after.isEnough && !state.donePages.includes(on.id)) void outbox.flush();
  };
  const stand = (on: LearnerPage, { id: blockId }: ShownBlock, second: number) => send({ kind: "place", pageId: on.id, blockId, second });
  const submission = (blockId: string) => waiting.find((fact) => fact.kind === "submit" && fact.blockId === blockId);
  const isHandedIn = (blockId: string) => submission(blockId) !== undefined;
  const isOnDevice = (blockId: string) => {
    const fact = submission(blockId);
    return (fact && onDevice.get(fact)) ?? null;
  };

  return {
    attempt: { id: attemptId, epoch },
    courseId: opened.course.id,
    state,
    waiting,
    lessons,
    refusals,
    view,
    report,
    stand,
    stateOf,
    secondsLeft,
    isHandedIn,
    isOnDevice,
    outbox,
    touch: () => clock.current?.touch(),
    elsewhere: (isInFront: boolean) => clock.current?.elsewhere(isInFront),
    hold: (isHeld: boolean) => clock.current?.hold(isHeld),
  };
}
