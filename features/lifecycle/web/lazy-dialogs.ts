import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import type { RecordsDialogProps } from "./erase-dialog.tsx";

/** Erasing somebody; its code loads when the page is idle. */
export const LazyEraseDialog = lazyOverlay<RecordsDialogProps>(
  () => import("./erase-dialog.tsx").then(({ EraseDialog }) => ({ default: EraseDialog })),
  ({ onClose }) => onClose(),
);
