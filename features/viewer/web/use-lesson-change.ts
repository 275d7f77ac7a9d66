import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigationType } from "react-router";
import { announce } from "#ui/announce.ts";

/**
 * What a new screen of the viewer does for the person: scroll to its top (Back keeps where they were), focus on its title, and say it.
 * On the first one focus moves only when nothing else has it.
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
  useEffect(() => arrive(), [key]);
}
