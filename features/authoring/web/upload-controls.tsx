import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { usePackageUpload } from "./use-package-upload.ts";

type PackageUpload = ReturnType<typeof usePackageUpload>;

/** Upload and Cancel of an upload dialog. During an upload, Cancel aborts it and the dialog stays open. */
export function UploadButtons({ upload, file, onCancel }: { upload: PackageUpload; file: File | null; onCancel: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Button onPress={upload.isBusy ? upload.stop : onCancel}>
        {upload.isBusy ? <Trans>Stop the upload</Trans> : <Trans>Cancel</Trans>}
      </Button>
      <Button
        variant="primary"
        isDisabled={!file}
        isPending={upload.isBusy}
        pendingLabel={upload.state.is === "checking" ? t`Checking` : t`Uploading`}
        onPress={() => file && upload.start(file)}
      >
        <Trans>Upload</Trans>
      </Button>
    </>
  );
}

/** The server's warning before it replaces a package, with OK and Cancel. */
export function UploadQuestion({ upload }: { upload: PackageUpload }) {
  return (
    <ConfirmDialog isOpen={upload.state.is === "asking"} onConfirm={upload.confirm} onCancel={upload.stop}>
      <p className="upload-report">{upload.state.is === "asking" && upload.state.message}</p>
    </ConfirmDialog>
  );
}
