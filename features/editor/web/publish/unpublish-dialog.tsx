import { useLingui } from "@lingui/react/macro";
import { UnpublishQuestion } from "#features/authoring/web/unpublish-question.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorDraft } from "../../contract.ts";
import { useArchiveCourse } from "./hooks.ts";

/** Asks before a course is taken out of the catalog. */
export default function UnpublishDialog({ draft, onClose }: { draft: EditorDraft; onClose: () => void }) {
  const { t } = useLingui();
  const archive = useArchiveCourse(draft.id);
  return (
    <ConfirmDialog
      isOpen
      isPending={archive.isPending}
      onCancel={onClose}
      onConfirm={() =>
        archive.mutate(undefined, {
          onSuccess: () => toast({ tone: "success", title: t`The course is out of the catalog` }),
          onError: (error) => toast({ tone: "danger", title: t`The course is still in the catalog`, message: error.message }),
          onSettled: onClose,
        })
      }
    >
      <UnpublishQuestion title={draft.title} enrolled={draft.learners.enrolled} />
    </ConfirmDialog>
  );
}
