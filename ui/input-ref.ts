import { useMemo } from "react";
import type { Ref, RefObject } from "react";

/** Turns a ref callback of a form library into the ref object that React Aria needs for its hidden inputs. */
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
