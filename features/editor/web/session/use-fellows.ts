import { createContext, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { freshId } from "#features/questions/fresh-id.ts";
import { call } from "#platform/call.ts";
import { onLive } from "#platform/web/live-channel.ts";
import { sayAway, sayPresent, type Fellow } from "../../presence-contract.ts";

/** Milliseconds between two words of an open editor, and after the last touch until it says nothing any more. */
const [everyMs, idleMs] = [15_000, 10 * 60_000];

/**
 * Says that this editor is open and which page it shows, and gives who else works on the course. An editor that nobody sees or has touched for ten minutes
 * says nothing: then the others do not wait for it, and it keeps nobody signed in.
 * onSaved: called when somebody else may have saved a part of the draft.
 */
export function useFellowsOf(courseId: number, pageId: string | null, onSaved: () => void): readonly Fellow[] {
  const [visit] = useState(freshId);
  const [others, setOthers] = useState<readonly Fellow[]>([]);
  const touchedAt = useRef(0);
  const heard = useRef<{ asked: number; stand: number | null }>({ asked: 0, stand: null });

  const say = useEffectEvent(async () => {
    if (document.visibilityState !== "visible" || Date.now() - touchedAt.current > idleMs) return;
    const nth = ++heard.current.asked;
    const options = { isQuiet: true, keepsAhead: true };
    // Without an answer nobody else is seen; the next one tells.
    const present = await call(sayPresent, { params: { courseId }, body: { visit, pageId } }, options).catch(() => null);
    if (nth !== heard.current.asked) return;
    setOthers(present?.others ?? []);
    if (!present) return;
    const { stand } = heard.current;
    heard.current.stand = present.stand;
    if (present.others.length > 0 && stand !== null && stand !== present.stand) onSaved();
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    touchedAt.current = Date.now();
    const touched = () => {
      const wasIdle = Date.now() - touchedAt.current > idleMs;
      touchedAt.current = Date.now();
      if (wasIdle) void say();
    };
    const away = () => {
      heard.current.asked++;
      // Where this does not arrive, the visit ends after a while.
      void call(sayAway, { params: { courseId }, body: { visit } }, { keepalive: true, isQuiet: true, keepsAhead: true }).catch(
        () => undefined,
      );
    };
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, touched, { signal, capture: true });
    document.addEventListener("visibilitychange", () => void say(), { signal });
    addEventListener("pagehide", away, { signal });
    const timer = setInterval(() => void say(), everyMs);
    const deaf = onLive("editing", () => void say());
    return () => {
      clearInterval(timer);
      deaf();
      listening.abort();
      away();
    };
  }, [courseId, visit]);
  useEffect(() => void say(), [courseId, pageId]);
  return others;
}

/** Who else works on the course of the editor around this. */
export const FellowsContext = createContext<readonly Fellow[]>([]);

/** The others who have this page before them. */
export const useFellowsOn = (pageId: string | null): readonly Fellow[] =>
  use(FellowsContext).filter((one) => pageId !== null && one.pageId === pageId);
