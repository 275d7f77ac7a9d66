import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";
import { createCourse, discardCourse } from "./hooks.ts";
import { PackagePicker } from "./package-picker.tsx";
import { UploadButtons, UploadQuestion } from "./upload-controls.tsx";
import type { Failure } from "./use-package-upload.ts";
import { usePackageUpload } from "./use-package-upload.ts";

/** specification §9: milliseconds from the author dashboard to the editor of the new course. */
const editorDelayMs = 100;
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** State of the dashboard's history entry after an upload that failed, so that the report outlives its toast. */
export interface DashboardState {
  readonly failure?: Failure;
}

/**
 * Create New Course (specification §2, §4, §5): the type, which cannot be changed later, then its package. Escape does not close it. It
 * is mounted again at each opening, so that nothing from the last time is left.
 */
export function CreateCourseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [step, setStep] = useState<"type" | "package">("type");
  // A type is required (specification §5). The only one there is, is preselected.
  const [type, setType] = useState<"3">("3");
  const [file, setFile] = useState<File | null>(null);
  const isClosing = useRef(false);

  const discard = async (courseId: number) => {
    await discardCourse(courseId);
    await refetchWhatShows(client, courseSubject);
  };
  const upload = usePackageUpload({
    async courseFor() {
      const { CourseID, message } = await createCourse("scorm");
      if (CourseID === undefined)
        toast({ tone: "danger", title: t`Error Message`, message: message ?? t`The course could not be created.` });
      return CourseID ?? null;
    },
    async onDone(courseId) {
      void refetchWhatShows(client, courseSubject);
      await navigate("/dashboard/author", { replace: true });
      await wait(editorDelayMs);
      await navigate(`/author/courseEditor/${courseId}`);
    },
    // specification §8: the dialog closes, and a toast shows the returned text. The dashboard keeps it.
    onFailed(failure, courseId) {
      if (courseId !== null) void discard(courseId);
      toast({ tone: "danger", title: t`Error Message`, message: failure.report });
      void navigate("/dashboard/author", { replace: true, state: { failure } satisfies DashboardState });
    },
    onStopped(courseId) {
      if (courseId !== null) void discard(courseId);
      if (isClosing.current) toast({ title: t`The upload was stopped`, message: t`No course was created.` });
    },
  });

  function close() {
    isClosing.current = true;
    upload.stop();
    onClose();
  }

  return (
    <>
      <Dialog
        title={t`Create New Course`}
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        width="half"
        escapeCloses={false}
        footer={
          step === "type" ? (
            <>
              <Button onPress={close}>
                <Trans>Cancel</Trans>
              </Button>
              <Button variant="primary" onPress={() => setStep("package")}>
                <Trans>Continue</Trans>
              </Button>
            </>
          ) : (
            <>
              {!upload.isBusy && (
                <Button variant="quiet" onPress={() => setStep("type")}>
                  <Trans>Back</Trans>
                </Button>
              )}
              <UploadButtons upload={upload} file={file} onCancel={close} />
            </>
          )
        }
      >
        {step === "type" ? (
          <RadioGroup
            label={t`Course type`}
            description={t`The type can't be changed later.`}
            layout="cards"
            options={[
              {
                id: "3",
                label: t`Online SCORM course`,
                description: t`A package made in an authoring tool and exported as a SCORM zip.`,
                icon: Package,
              },
            ]}
            value={type}
            onChange={setType}
          />
        ) : (
          <div className="stack">
            <p>
              <Trans>Upload the SCORM package. You name the course and set when it counts as complete afterwards.</Trans>
            </p>
            <PackagePicker file={file} onFile={setFile} state={upload.state} />
          </div>
        )}
      </Dialog>
      <UploadQuestion upload={upload} />
    </>
  );
}
