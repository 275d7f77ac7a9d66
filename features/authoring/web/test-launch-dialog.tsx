import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { ComponentType } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { DialogFrame } from "#ui/dialog-frame.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { EditorCourse } from "../contract.ts";

const stage = import.meta.glob<{ ScormTestStage: ComponentType<{ courseId: number }> }>("../../scorm/web/scorm-test-stage.tsx")[
  "../../scorm/web/scorm-test-stage.tsx"
];
/** Whether packages can be played at all in this build. */
export const canTest = stage !== undefined;
const ScormTestStage = stage ? lazy(() => stage().then((m) => ({ default: m.ScormTestStage }))) : () => null;

/** Plays the newest package over the whole window as a test: nothing is recorded (SCO-8). Escape belongs to the package. */
export function TestLaunchDialog({ course, onClose }: { course: EditorCourse; onClose: () => void }) {
  const { t } = useLingui();
  const { title } = course;
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isKeyboardDismissDisabled className="ui-backdrop">
      <Modal className="ui-modal editor-full">
        <AriaDialog className="ui-dialog">
          {({ close }) => (
            <DialogFrame title={t`Test of ${title}. Nothing is recorded`} close={close}>
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
