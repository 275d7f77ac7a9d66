import { useSyncExternalStore } from "react";

const MINUTE = 60_000;
/** Nothing draws again because time passes; each drawing reads the clock anew. */
const neverTold = () => () => undefined;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The time of this drawing in milliseconds since 1970, to the minute. The clock lies outside React and is read like any outside source. */
export function useNow(): number {
  return useSyncExternalStore(neverTold, thisMinute);
}
