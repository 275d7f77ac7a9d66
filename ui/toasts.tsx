import { Suspense, lazy, useEffect, useState } from "react";
import { atRest } from "./at-rest.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { onFirstToast } from "./toast.ts";

const regionCode = () => import("./toast-region.tsx");
const ToastRegion = lazy(regionCode);
/** Idle time in milliseconds before the code is prefetched, so that a toast can be shown after the connection is lost. */
const restMs = 5_000;

/** The place where toasts appear; used once, in the shell. Its code loads with the first toast, or when the page is idle. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  useEffect(() => {
    const draw = () => setNeeded(true);
    // Loading the region's code makes it the one that shows toasts, so it must be rendered too.
    return atRest(() => void regionCode().then(draw, () => undefined), restMs);
  }, []);
  if (!isNeeded) return null;
  return (
    // Without its code there are no toasts; the page keeps working.
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <ToastRegion />
      </Suspense>
    </ErrorBoundary>
  );
}
