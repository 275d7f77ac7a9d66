import { useEffect, useRef, useState } from "react";
import { holdPlayer } from "#features/progress/web/player-lock.ts";

/** Whether this window plays the attempt, null until that is known; another tab of this browser may have it, and `takeOver` brings it here. */
export function usePlayerHold(attemptId: number) {
  const [isHeld, setHeld] = useState<boolean | null>(null);
  const player = useRef<ReturnType<typeof holdPlayer>>(null);
  useEffect(() => {
    // A lock is free a moment after it is released: asking again in the same breath would read as another window having it.
    const timer = setTimeout(() => (player.current = holdPlayer(attemptId, { onChange: setHeld })));
    return () => {
      clearTimeout(timer);
      player.current?.release();
      player.current = null;
    };
  }, [attemptId]);
  return { isHeld, takeOver: () => player.current?.takeOver() };
}
