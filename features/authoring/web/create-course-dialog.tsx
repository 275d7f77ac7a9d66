import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { BookOpen, Package } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CourseType } from "#features/courses/course-type.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { CallError } from "#platform/call.ts";
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
import { editorPath } from "./use-course-columns.tsx";

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
  // A type is required and final (specification §5), so none is preselected.
  const [type, setType] = useState<CourseType | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const isClosing = useRef(false);

  const discard = async (courseId: number) => {
    await discardCourse(courseId);
    await refetchWhatShows(client, courseSubject);
  };
  /** Creates the course; null when it was refused, and the returned message was shown. */
  const create = async (of: CourseType) => {
    const { CourseID, message } = await createCourse(of);
    if (CourseID === undefined) toast({ tone: "danger", title: t`Error Message`, message: message ?? t`The course could not be created.` });
    return CourseID ?? null;
  };
  /** specification §4: the author dashboard, then the editor. */
  const openEditor = async (courseId: number) => {
    void refetchWhatShows(client, courseSubject);
    await navigate("/dashboard/author", { replace: true });
    await wait(editorDelayMs);
    await navigate(editorPath(courseId));
  };
  const upload = usePackageUpload({
    courseFor: () => create("scorm"),
    onDone: openEditor,
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

  async function goOn() {
    if (type === null) setAsked(true);
    else if (type === "scorm") setStep("package");
    else await make(type);
  }

  async function make(of: CourseType) {
    setCreating(true);
    try {
      const courseId = await create(of);
      if (courseId !== null) await openEditor(courseId);
    } catch (error) {
      toast({ tone: "danger", title: t`Error Message`, message: error instanceof CallError ? error.message : String(error) });
    } finally {
      setCreating(false);
    }
  }

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
              <Button variant="primary" isPending={isCreating} onPress={() => void goOn()}>
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
            {...(isAsked && type === null && { error: t`Choose a course type.` })}
            options={[
              {
                id: "online",
                label: t`Online course`,
                description: t`Chapters and pages that you write here: texts, pictures, videos, quizzes.`,
                icon: BookOpen,
              },
              {
                id: "scorm",
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
