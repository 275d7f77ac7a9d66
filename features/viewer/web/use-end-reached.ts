import { useEffect, useRef } from "react";

// For a page that fits the screen: how long its end must be in view before it counts, in milliseconds.
const STAY = 2_000;

/**
 * Returns a ref for an element at the end of a page. `onReached` is called once per `pageId` when the element is scrolled into view,
 * or after two seconds when the page is so short that it is in view at once. It is not called while the window is hidden.
 */
export function useEndReached(pageId: string, onReached: () => void) {
  const sentinel = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  });
  useEffect(() => {
    const element = sentinel.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasBelow = false;
    const finish = () => {
      if (document.visibilityState !== "visible") {
        timer = setTimeout(finish, STAY);
        return;
      }
      observer.disconnect();
      reached.current();
    };
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting) wasBelow = true;
      else timer = setTimeout(finish, wasBelow ? 0 : STAY);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [pageId]);
  return sentinel;
}
