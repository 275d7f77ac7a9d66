import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Package } from "lucide-react";
import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { CourseType } from "#features/courses/course-type.ts";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import type { DocumentReply } from "#features/media/contract.ts";
import { DocumentButtons } from "#features/media/web/document/document-buttons.tsx";
import { useDocument } from "#features/media/web/document/use-document.ts";
import { CallError } from "#platform/call.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { documentCoursePath } from "../contract.ts";
import { QueueButtons } from "./create/queue-buttons.tsx";
import { DocumentPart, StartChoice, TemplateList, type Start } from "./create/start-choice.tsx";
import { usePackageQueue } from "./create/use-package-queue.ts";
import { createCourse, discardCourse, templatesQuery, type TemplateChoice } from "./hooks.ts";
import { PackagePicker } from "./package-picker.tsx";
import { UploadButtons, UploadQuestion } from "./upload-controls.tsx";
import type { Failure } from "./use-package-upload.ts";
import { usePackageUpload } from "./use-package-upload.ts";
import { editorPath } from "./use-course-columns.tsx";

const PackageList = lazyPart(() => import("./create/package-list.tsx"));

/** specification §9: milliseconds from the author dashboard to the editor of the new course. */
const editorDelayMs = 100;
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const longestTitle = 200;

/** State of the dashboard's history entry after an upload that failed, so that the report outlives its toast. */
export interface DashboardState {
  readonly failure?: Failure;
}

type Step = "type" | "template" | "document" | "package";

/**
 * Create New Course (specification §2, §4, §5): the type, which cannot be changed later, and what the course begins with; then its template, its document or its package.
 * Escape does not close it. It is mounted again at each opening, so that nothing from the last time is left.
 */
export default function CreateCourseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>("type");
  // A type is required and final (specification §5), so none is preselected.
  const [type, setType] = useState<CourseType | null>(null);
  const [start, setStart] = useState<Start>("empty");
  const [template, setTemplate] = useState<TemplateChoice | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [named, setNamed] = useState<{ of: DocumentReply; title: string } | null>(null);
  const isClosing = useRef(false);
  const queue = usePackageQueue();
  const templates = useQuery({ ...templatesQuery, enabled: step === "package" });

  const discard = async (courseId: number) => {
    await discardCourse(courseId);
    await refetchWhatShows(client, courseSubject);
  };
  /** Creates the course; null when it was refused, and the returned message was shown. */
  const create = async (of: CourseType, from?: TemplateChoice) => {
    const { CourseID, message } = await createCourse(of, from);
    if (CourseID === undefined) {
      toast({ tone: "danger", title: t`Error Message`, message: message ?? t`The course could not be created.` });
      if (from !== undefined) void client.invalidateQueries({ queryKey: templatesQuery.queryKey });
    }
    return CourseID ?? null;
  };
  /** specification §4: the author dashboard, then the editor. */
  const openEditor = async (courseId: number) => {
    void refetchWhatShows(client, courseSubject);
    if (isClosing.current) return;
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
  const document = useDocument<DocumentReply & { CourseID?: number }>({
    address: documentCoursePath,
    onAdded: ({ CourseID }) => CourseID !== undefined && void openEditor(CourseID),
  });
  const title = named?.of === document.shown ? named?.title : document.shown?.title;

  async function goOn() {
    setAsked(type === null);
    if (type === null) return;
    if (type === "scorm") setStep("package");
    else if (start !== "empty") setStep(start);
    else await make(type);
  }

  async function make(of: CourseType, from?: TemplateChoice) {
    setCreating(true);
    try {
      const courseId = await create(of, from);
      if (courseId !== null) await openEditor(courseId);
    } catch (error) {
      toast({ tone: "danger", title: t`Error Message`, message: error instanceof CallError ? error.message : String(error) });
    } finally {
      setCreating(false);
    }
  }

  function makeFromTemplate() {
    setAsked(template === null);
    if (template !== null && type !== null) void make(type, template);
  }

  function goBack() {
    setAsked(false);
    setTemplate(null);
    setStep(step === "template" && type === "scorm" ? "package" : "type");
  }

  function close() {
    isClosing.current = true;
    upload.stop();
    if (queue.isBusy) {
      const { created } = queue;
      const total = queue.items.length;
      queue.stop();
      toast({ title: t`The upload was stopped`, message: t`${created} of ${total} courses were created before that.` });
    }
    onClose();
  }

  const isMany = queue.items.length > 0;
  const part = isMany ? "packages" : step;
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef<string>(part);
  useEffect(() => {
    // What was pressed is gone with the step before: the focus goes on to what is there now.
    if (shown.current !== part) body.current?.focus({ preventScroll: true });
    shown.current = part;
  }, [part]);

  const cancel = (
    <Button onPress={close}>
      <Trans>Cancel</Trans>
    </Button>
  );
  const back = (
    <Button variant="quiet" onPress={goBack}>
      <Trans>Back</Trans>
    </Button>
  );
  const footers: Record<Step, ReactNode> = {
    type: (
      <>
        {cancel}
        <Button variant="primary" isPending={isCreating} onPress={() => void goOn()}>
          <Trans>Continue</Trans>
        </Button>
      </>
    ),
    template: (
      <>
        {back}
        {cancel}
        <Button variant="primary" isPending={isCreating} pendingLabel={t`Creating`} onPress={makeFromTemplate}>
          <Trans>Create the course</Trans>
        </Button>
      </>
    ),
    document: (
      <>
        {!document.isAdding && back}
        {cancel}
        <DocumentButtons document={document} add={t`Create the course`} adding={t`Creating`} onAdd={() => document.add(title)} />
      </>
    ),
    package: isMany ? (
      <QueueButtons queue={queue} onCancel={close} />
    ) : (
      <>
        {!upload.isBusy && back}
        <UploadButtons upload={upload} file={file} onCancel={close} />
      </>
    ),
  };

  return (
    <>
      <Dialog
        title={t`Create New Course`}
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        width="half"
        escapeCloses={false}
        footer={<Fragment key={part}>{footers[step]}</Fragment>}
      >
        <div ref={body} tabIndex={-1}>
          {step === "type" && (
            <div className="stack">
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
              {type === "online" && <StartChoice value={start} onChange={setStart} />}
            </div>
          )}
          {step === "template" && type !== null && (
            <TemplateList
              type={type}
              value={template}
              onChange={setTemplate}
              error={isAsked && template === null ? t`Choose a template.` : ""}
              meanwhile={<Skeleton count={4} />}
            />
          )}
          {step === "document" && (
            <DocumentPart
              document={document}
              meanwhile={<Skeleton count={4} />}
              lead={
                <>
                  <TextField
                    label={t`Title of the course`}
                    value={title ?? ""}
                    maxLength={longestTitle}
                    dir="auto"
                    onChange={(next) => document.shown && setNamed({ of: document.shown, title: next })}
                  />
                  <p>
                    <Trans>The course would have these chapters and pages:</Trans>
                  </p>
                </>
              }
            />
          )}
          {step === "package" && isMany && <PackageList queue={queue} />}
          {step === "package" && !isMany && (
            <div className="stack">
              <p>
                <Trans>Upload the SCORM package. You name the course and set when it counts as complete afterwards.</Trans>
              </p>
              <PackagePicker file={file} onFile={setFile} onFiles={queue.choose} state={upload.state} />
              {!upload.isBusy && (
                <p className="muted">
                  <Trans>Choose several packages to make a course of each.</Trans>
                </p>
              )}
              {!upload.isBusy && templates.data?.courses.some((course) => course.type === "scorm") && (
                <span className="row">
                  <Button onPress={() => setStep("template")}>
                    <Trans>Begin with a template instead</Trans>
                  </Button>
                </span>
              )}
            </div>
          )}
        </div>
      </Dialog>
      <UploadQuestion upload={upload} />
    </>
  );
}
