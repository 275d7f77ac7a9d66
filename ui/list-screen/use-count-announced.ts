import { useEffect, useRef } from "react";
import { announce } from "../announce.ts";

/** Announces the number of rows after each new search or filter; not after the first load, which has its own announcement. */
export function useCountAnnounced(total: number | undefined, count: (total: number) => string) {
  const said = useRef<number | undefined>(undefined);
  const words = useRef(count);
  useEffect(() => {
    words.current = count;
  });
  useEffect(() => {
    if (total === undefined) return;
    if (said.current !== undefined) announce(words.current(total));
    said.current = total;
  }, [total]);
}
