import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { announce } from "#ui/announce.ts";

/**
 * When the viewer shows another page: scrolls to the top (Back keeps the position), focuses the title, and announces it.
 * On the first page the focus only moves when nothing else has it.
 */
export function useLessonChange(key: string, words: string) {
  const isFirst = useRef(true);
  const navigation = useNavigationType();
  const arrive = useEffectEvent(() => {
    const isAtRest = document.activeElement === null || document.activeElement === document.body;
    const title = document.getElementById("page-title");
    if (isFirst.current) {
      isFirst.current = false;
      if (isAtRest) title?.focus({ preventScroll: true });
      return;
    }
    if (navigation !== "POP") window.scrollTo({ top: 0 });
    title?.focus({ preventScroll: true });
    announce(words);
  });
  // With the lesson, not after it: the next key that is pressed finds the focus where it belongs.
  useLayoutEffect(() => arrive(), [key]);
}
