import { useEffect, useRef, useState } from "react";
import { holdPlayer } from "#features/progress/web/player-lock.ts";

/** Whether this window plays a course, null until that is known; another tab of this browser may have it, and `takeOver` brings it here. */
export function usePlayerHold(name: string) {
  const [isHeld, setHeld] = useState<boolean | null>(null);
  const player = useRef<ReturnType<typeof holdPlayer>>(null);
  useEffect(() => {
    player.current = holdPlayer(name, { onChange: setHeld });
    return () => player.current?.release();
  }, [name]);
  return { isHeld, takeOver: () => player.current?.takeOver() };
}
