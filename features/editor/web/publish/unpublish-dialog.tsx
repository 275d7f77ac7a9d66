import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorDraft } from "../../contract.ts";
import { useArchiveCourse } from "./hooks.ts";

/** Asks before a course is taken out of the catalog. */
export default function UnpublishDialog({ draft, onClose }: { draft: EditorDraft; onClose: () => void }) {
  const { t } = useLingui();
  const archive = useArchiveCourse(draft.id);
  const { enrolled } = draft.learners;
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
      <p>
        <Trans>
          Take “<bdi>{draft.title}</bdi>” out of the catalog?
        </Trans>
      </p>
      <p>
        {enrolled === 0 ? (
          <Trans>Nobody is enrolled. You can publish it again at any time.</Trans>
        ) : (
          <Plural
            value={enrolled}
            one="Nobody new can start. The one person who has it keeps it and can complete it."
            other="Nobody new can start. The # people who have it keep it and can complete it."
          />
        )}
      </p>
    </ConfirmDialog>
  );
}
