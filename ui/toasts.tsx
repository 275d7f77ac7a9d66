import { Suspense, lazy, useEffect, useState } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { onFirstToast } from "./toast.ts";

const regionCode = () => import("./toast-region.tsx");
const ToastRegion = lazy(regionCode);
/** The code is prefetched when the page is idle, so that a toast can be shown after the connection is lost. */
const restMs = 5_000;

/** The place where toasts appear; put once in the shell. Its code loads with the first toast, or when the page is idle. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  useEffect(() => {
    const draw = () => setNeeded(true);
    // Once loaded, the region takes over what is shown, so it must be there too.
    const later = setTimeout(() => void regionCode().then(draw, () => undefined), restMs);
    return () => clearTimeout(later);
  }, []);
  if (!isNeeded) return null;
  return (
    // Without its code there are no toasts; the page stays.
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <ToastRegion />
      </Suspense>
    </ErrorBoundary>
  );
}
