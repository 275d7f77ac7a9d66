import { useEffectEvent, useLayoutEffect } from "react";
import { useShortcutsOn } from "./use-shortcuts-on.ts";

/** Keys of the whole viewer: [ and ] change the lesson, ? opens the list. Ignored while typing, under a dialog, and when switched off. */
export function useViewerKeys(actions: { previous?: () => void; next?: () => void; help: () => void }) {
  const isOn = useShortcutsOn();
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Many keyboards type [ with AltGr, which the browser reports as Ctrl and Alt.
    if (event.metaKey || (event.ctrlKey && !event.getModifierState("AltGraph"))) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [role=dialog], [role=menu]")) return;
    const action = { "[": actions.previous, "]": actions.next, "?": actions.help }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
