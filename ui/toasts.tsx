import { Suspense, lazy, useEffect, useState } from "react";
import { onFirstToast } from "./toast.ts";

const ToastRegion = lazy(() => import("./toast-region.tsx"));

/** The place where toasts appear; put once in the shell. Its code loads at the first toast. */
export function Toasts() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
