import { useEffect, useRef, useState } from "react";
import { holdPlayer } from "#features/progress/web/player-lock.ts";

/** Whether this window plays the course; null until that is known. Another tab of this browser may be playing it; `takeOver` makes this window the one. */
export function usePlayerHold(name: string) {
  const [isHeld, setHeld] = useState<boolean | null>(null);
  const player = useRef<ReturnType<typeof holdPlayer>>(null);
  useEffect(() => {
    player.current = holdPlayer(name, { onChange: setHeld });
    return () => player.current?.release();
  }, [name]);
  return { isHeld, takeOver: () => player.current?.takeOver() };
}
