import { useEffect, useRef } from "react";
import { announce } from "../announce.ts";

/**
 * Announces the number of rows after each new search or filter, also when it is the same as before, and when the number changes by itself. Not after the
 * first load, which has its own announcement, nor for another page or order. `chosen` are search and filters as text; `total` is undefined while they load.
 */
export function useCountAnnounced(chosen: string, total: number | undefined, count: (total: number) => string) {
  const said = useRef<string | undefined>(undefined);
  const words = useRef(count);
  useEffect(() => {
    words.current = count;
  });
  useEffect(() => {
    if (total === undefined) return;
    const found = `${total} ${chosen}`;
    if (said.current !== undefined && said.current !== found) announce(words.current(total));
    said.current = found;
  }, [chosen, total]);
}
