import { useSyncExternalStore } from "react";

const MINUTE = 60_000;
/** Never notifies: time passing causes no render; each render reads the clock. */
const neverTold = () => () => undefined;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The time of this render in milliseconds since 1970, rounded to the minute. The clock is an external store to React. */
export function useNow(): number {
  return useSyncExternalStore(neverTold, thisMinute);
}
