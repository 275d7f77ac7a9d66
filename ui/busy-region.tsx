import { useEffect } from "react";
import type { ReactNode } from "react";
import { announce } from "./announce.ts";

/** Milliseconds before the skeleton is shown and the label announced. */
const PATIENCE = 150;

type BusyRegionProps = { isBusy: boolean; label: string; skeleton: ReactNode; children: ReactNode };

/** Shows the skeleton while busy and says the label ("Loading courses") once. */
export function BusyRegion({ isBusy, label, skeleton, children }: BusyRegionProps) {
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => announce(label), PATIENCE);
    return () => clearTimeout(timer);
  }, [isBusy, label]);
  return <div aria-busy={isBusy}>{isBusy ? skeleton : children}</div>;
}
