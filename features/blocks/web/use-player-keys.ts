import { useEffectEvent, useLayoutEffect, type RefObject } from "react";
import { playerAction } from "./player-keys.ts";
import type { Playback } from "./use-playback.ts";

/** Marks the frame of a player: what is played, with its controls. */
export const playerFrame = { "data-player": "" } as const;

/** The player whose keys work all over the page: the one played last, else the first. */
let played: HTMLElement | null = null;
const isTheOne = (frame: HTMLElement, target: EventTarget | null) => {
  const around = target instanceof HTMLElement ? target.closest("[data-player]") : null;
  return frame === (around ?? (played?.isConnected ? played : document.querySelector("[data-player]")));
};

/** The player's keys, all over the page. Listens in the capture phase, because controls may stop events from bubbling. */
export function usePlayerKeys(
  element: RefObject<HTMLElement | null>,
  { act, isPlaying }: Pick<Playback, "act" | "isPlaying">,
  isOn: boolean,
) {
  useLayoutEffect(() => {
    if (isPlaying) played = element.current;
  }, [element, isPlaying]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const frame = element.current;
    if (!frame || !isTheOne(frame, event.target)) return;
    const isInside = event.target instanceof Node && frame.contains(event.target);
    const action = playerAction(event, { isInside, isRtl: getComputedStyle(frame).direction === "rtl" });
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [isOn]);
}
