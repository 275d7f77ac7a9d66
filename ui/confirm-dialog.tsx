import type { ReactNode } from "react";
import { lazyOverlay } from "./lazy-overlay.tsx";

export type ConfirmDialogProps = {
  isOpen: boolean;
  title?: string;
  children: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: "danger";
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks before something that cannot be undone. Escape cancels; focus starts on Cancel. Without labels: Confirmation, OK, Cancel
 * (specification). The code of its window is prefetched when the page is idle.
 */
export const ConfirmDialog = lazyOverlay<ConfirmDialogProps>(
  () => import("./confirm-window.tsx"),
  ({ onCancel }) => onCancel(),
);
