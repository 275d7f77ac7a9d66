import { lazyOverlay } from "./lazy-overlay.tsx";
import type { SheetProps } from "./sheet.tsx";

/** A `Sheet` that is not part of the screen's first paint. */
export const LazySheet = lazyOverlay<SheetProps>(
  () => import("./sheet.tsx").then(({ Sheet }) => ({ default: Sheet })),
  ({ onOpenChange }) => onOpenChange?.(false),
);
