import { useMemo } from "react";
import type { Ref, RefObject } from "react";

/** React Aria wants a ref object for its hidden inputs, form libraries hand out ref callbacks: this joins the two. */
export function useInputRef<Element>(ref: Ref<Element> | undefined): RefObject<Element | null> | undefined {
  return useMemo(() => {
    if (typeof ref !== "function") return ref ?? undefined;
    let element: Element | null = null;
    return {
      get current() {
        return element;
      },
      set current(next) {
        element = next;
        ref(next);
      },
    };
  }, [ref]);
}
