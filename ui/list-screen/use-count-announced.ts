import { useEffect, useRef } from "react";
import { announce } from "../announce.ts";

/** Says how many rows there are whenever that was asked anew; not at the first load, which says its own. */
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
