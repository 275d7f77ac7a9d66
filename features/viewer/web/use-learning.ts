import { useEffect, useRef, useState } from "react";
import type { LearnerPage, VideoBlock } from "#features/courses/content.ts";
import type { AttemptState, Fact } from "#features/progress/contract.ts";
import { unionRanges } from "#features/progress/video-ranges.ts";
import { createStudyClock } from "#features/progress/web/study-clock.ts";
import type { Opened } from "./use-opened-course.ts";
import type { WatchReport } from "./use-watch-log.ts";
import { watchedPercent } from "./watched-percent.ts";

export type Learning = ReturnType<typeof useLearning>;

/**
 * The attempt while it is being worked on: the newest state the server answered, what is still on its way, and the ways to add to it.
 * Everything added goes through the outbox, which keeps it across reloads, crashes and time offline.
 */
export function useLearning(opened: Opened, pageId: string | null) {
  const { attemptId } = opened.state;
  const { epoch, outbox } = opened;
  const [state, setState] = useState<AttemptState>(opened.state);
  const [waiting, setWaiting] = useState<readonly Fact[]>([]);
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (pageId !== null && !visited.has(pageId)) setVisited(new Set([...visited, pageId]));
  // What was watched on this screen, ahead of the server's word.
  const [watched, setWatched] = useState<Record<string, { ranges: [number, number][]; position: number }>>({});
  const clock = useRef<ReturnType<typeof createStudyClock>>(null);
  const page = useRef(pageId);

  useEffect(
    () =>
      outbox.onState((id, next) => {
        if (id === attemptId) setState(next);
      }),
    [outbox, attemptId],
  );

  useEffect(() => {
    page.current = pageId;
    if (pageId === null) return;
    outbox.add(attemptId, epoch, { kind: "place", pageId });
  }, [outbox, attemptId, epoch, pageId]);

  useEffect(() => {
    clock.current = createStudyClock({
      onSeconds: (seconds) => outbox.addTime(attemptId, epoch, seconds, page.current ?? undefined),
    });
    return () => clock.current?.stop();
  }, [outbox, attemptId, epoch]);

  const send = (fact: Fact) => {
    const added = outbox.add(attemptId, epoch, fact);
    if (fact.kind !== "view" && fact.kind !== "submit") return;
    setWaiting((facts) => [...facts, fact]);
    if (fact.kind === "submit") setRefusals((all) => ({ ...all, [fact.blockId]: "" }));
    void added.onServer.then(({ state: next, refused }) => {
      if (next) setState(next);
      setWaiting((facts) => facts.filter((other) => other !== fact));
      if (refused && fact.kind === "submit") setRefusals((others) => ({ ...others, [fact.blockId]: refused }));
    });
  };
  const view = (id: string) => {
    const isKnown = state.donePages.includes(id) || waiting.some((fact) => fact.kind === "view" && fact.pageId === id);
    if (!isKnown) send({ kind: "view", pageId: id });
  };
  const watch = ({ id, rule }: LearnerPage, { id: blockId, seconds }: VideoBlock, { ranges, position }: WatchReport) => {
    send({ kind: "video", blockId, ranges, position });
    send({ kind: "place", pageId: id, blockId, second: position });
    // What may complete the lesson is sent at once, so that the bar moves at that moment.
    const after = watchedPercent([...videoOf(blockId).ranges, ...ranges], seconds);
    if (rule.videoPercent !== undefined && after >= rule.videoPercent && !state.donePages.includes(id)) void outbox.flush();
    setWatched((all) => ({ ...all, [blockId]: { ranges: unionRanges([...(all[blockId]?.ranges ?? []), ...ranges]), position } }));
  };
  const videoOf = (blockId: string) => {
    const stored = state.videos[blockId];
    const here = watched[blockId];
    return { ranges: unionRanges([...(stored?.ranges ?? []), ...(here?.ranges ?? [])]), position: here?.position ?? stored?.position ?? 0 };
  };

  return { state, waiting, visited, refusals, send, view, watch, videoOf, touch: () => clock.current?.touch() };
}
