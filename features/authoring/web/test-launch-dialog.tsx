import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { DialogFrame } from "#ui/dialog-frame.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { PackageDraft } from "../contract.ts";

const ScormTestStage = lazy(() => import("#features/scorm/web/scorm-test-stage.tsx").then((m) => ({ default: m.ScormTestStage })));

/** Plays the newest package over the whole window as a test that records nothing (SCO-8). Escape is left to the package. */
export function TestLaunchDialog({ course, onClose }: { course: PackageDraft; onClose: () => void }) {
  const { t } = useLingui();
  const { title } = course;
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isKeyboardDismissDisabled className="ui-backdrop">
      <Modal className="ui-modal editor-full">
        <AriaDialog className="ui-dialog">
          {({ close }) => (
            <DialogFrame title={t`Test: ${title}`} close={close}>
              <Suspense fallback={<Spinner label={t`Loading the package`} />}>
                <ScormTestStage courseId={course.id} />
              </Suspense>
            </DialogFrame>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
