import { useEffect } from "react";

/** Lets the browser ask before the window is closed or loaded anew while something is under way. */
export function useLeaveGuard(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);
}
