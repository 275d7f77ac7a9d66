import { Trans, useLingui } from "@lingui/react/macro";
import { documentPath } from "#features/media/contract.ts";
import { DocumentButtons } from "#features/media/web/document/document-buttons.tsx";
import DocumentPart from "#features/media/web/document/document-part.tsx";
import { useDocument } from "#features/media/web/document/use-document.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

interface DocumentDialogProps {
  readonly courseId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called once the document is in the draft. */
  readonly onAdded: () => void;
}

/** Makes chapters and pages of a document, or of pasted text: first shows what they would be, then adds them. */
export default function DocumentDialog({ courseId, isOpen, onClose, onAdded }: DocumentDialogProps) {
  const { t } = useLingui();
  const document = useDocument({
    address: documentPath.replace(":courseId", String(courseId)),
    onAdded() {
      onAdded();
      close();
    },
  });
  function close() {
    document.reset();
    onClose();
  }
  return (
    <Dialog
      title={t`Add from a document`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      width="half"
      footer={
        <>
          <Button onPress={close}>
            <Trans>Cancel</Trans>
          </Button>
          <DocumentButtons document={document} add={t`Add to the course`} adding={t`Adding`} onAdd={() => document.add()} />
        </>
      }
    >
      <DocumentPart
        document={document}
        lead={
          <p>
            <Trans>This would be added at the end of the course:</Trans>
          </p>
        }
      />
    </Dialog>
  );
}
