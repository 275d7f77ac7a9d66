import type { ConfirmDialogProps } from "./confirm-dialog.tsx";
import { lazyOverlay } from "./lazy-overlay.tsx";

/** A `ConfirmDialog` for the learner's screens: its code loads when the page is idle. */
export const LazyConfirmDialog = lazyOverlay<ConfirmDialogProps>(
  () => import("./confirm-dialog.tsx").then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
  ({ onCancel }) => onCancel(),
);
