import { lazyOverlay } from "#ui/lazy-overlay.tsx";
import type { AddPersonDialogProps } from "./add-person-dialog.tsx";
import type { DecisionDialogProps } from "./decision-dialog.tsx";
import type { EnrolDialogProps } from "./enrol-dialog.tsx";
import type { PasswordLinkDialogProps } from "./password-link-dialog.tsx";
import type { StatusDialogProps } from "./status-dialog.tsx";

/** The dialogs of a person's enrolments; their code loads when the page is idle. */
export const LazyEnrolDialog = lazyOverlay<EnrolDialogProps>(
  () => import("./enrol-dialog.tsx").then(({ EnrolDialog }) => ({ default: EnrolDialog })),
  ({ onClose }) => onClose(),
);

export const LazyDecisionDialog = lazyOverlay<DecisionDialogProps>(
  () => import("./decision-dialog.tsx").then(({ DecisionDialog }) => ({ default: DecisionDialog })),
  ({ onClose }) => onClose(),
);

export const LazyStatusDialog = lazyOverlay<StatusDialogProps>(
  () => import("./status-dialog.tsx").then(({ StatusDialog }) => ({ default: StatusDialog })),
  ({ onClose }) => onClose(),
);

export const LazyAddPersonDialog = lazyOverlay<AddPersonDialogProps>(
  () => import("./add-person-dialog.tsx").then(({ AddPersonDialog }) => ({ default: AddPersonDialog })),
  ({ onClose }) => onClose(),
);

export const LazyPasswordLinkDialog = lazyOverlay<PasswordLinkDialogProps>(
  () => import("./password-link-dialog.tsx").then(({ PasswordLinkDialog }) => ({ default: PasswordLinkDialog })),
  ({ onClose }) => onClose(),
);
