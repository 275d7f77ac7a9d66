import { useLayoutEffect, useRef } from "react";

/** Moves the focus to the title when a page of several parts shows another one. The shell does it when the path changes; here only the query does. */
export function usePartFocus(part: string): void {
  const shown = useRef(part);
  useLayoutEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    document.getElementById("page-title")?.focus({ preventScroll: true });
  }, [part]);
}
