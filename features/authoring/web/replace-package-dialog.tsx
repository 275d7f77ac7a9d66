import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { PackageDraft } from "../contract.ts";
import { packageQuery } from "./hooks.ts";
import { PackagePicker } from "./package-picker.tsx";
import { UploadButtons, UploadQuestion } from "./upload-controls.tsx";
import type { Failure } from "./use-package-upload.ts";
import { usePackageUpload } from "./use-package-upload.ts";

type Props = { course: PackageDraft; onClose: () => void; onDone: () => void; onFailed: (failure: Failure) => void };

/** Uploads the first or a newer package of a course. Mounted again at each opening, so that nothing from the last time is left (specification §4). */
export function ReplacePackageDialog({ course, onClose, onDone, onFailed }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const isReplacing = course.package !== null;
  const upload = usePackageUpload({
    courseFor: async () => course.id,
    async onDone() {
      await client.refetchQueries({ queryKey: packageQuery(course.id).queryKey });
      toast({
        tone: "success",
        title: isReplacing ? t`Package replaced` : t`Package uploaded`,
        message: t`Learners get it when you publish.`,
      });
      onDone();
      onClose();
    },
    // specification §8: an error toast with the returned text, and the dialog closes. The card keeps the text.
    onFailed(failure) {
      toast({ tone: "danger", title: t`Error Message`, message: failure.report });
      onFailed(failure);
      onClose();
    },
    onStopped: () => undefined,
  });
  function close() {
    upload.stop();
    onClose();
  }
  return (
    <>
      <Dialog
        title={isReplacing ? t`Replace package` : t`Upload package`}
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        escapeCloses={!upload.isBusy}
        footer={<UploadButtons upload={upload} file={file} onCancel={close} />}
      >
        <div className="stack">
          {isReplacing && (
            <p>
              <Trans>
                Learners in the course stay on the package they started with. When you publish the new one, you say what it means for them.
              </Trans>
            </p>
          )}
          <PackagePicker file={file} onFile={setFile} state={upload.state} />
        </div>
      </Dialog>
      <UploadQuestion upload={upload} />
    </>
  );
}
