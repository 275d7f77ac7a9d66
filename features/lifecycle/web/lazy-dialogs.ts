import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import type { RecordsDialogProps } from "./erase-dialog.tsx";
import type { MergeDialogProps } from "./merge-dialog.tsx";

/** Erasing somebody; its code loads when the page is idle. */
export const LazyEraseDialog = lazyOverlay<RecordsDialogProps>(
  () => import("./erase-dialog.tsx").then(({ EraseDialog }) => ({ default: EraseDialog })),
  ({ onClose }) => onClose(),
);

/** Merging two people. */
export const LazyMergeDialog = lazyOverlay<MergeDialogProps>(
  () => import("./merge-dialog.tsx").then(({ MergeDialog }) => ({ default: MergeDialog })),
  ({ onClose }) => onClose(),
);
