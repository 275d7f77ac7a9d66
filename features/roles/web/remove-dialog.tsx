import { Trans, useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { Assignment } from "../contract.ts";
import { useChangeAssignment, useGrantRole, useRemoveAssignment } from "./hooks.ts";
import { useRoleWords } from "./use-role-words.ts";

/** Asks before a role is removed, and offers to give it back. */
export function RemoveDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { t } = useLingui();
  const words = useRoleWords();
  const remove = useRemoveAssignment();
  const change = useChangeAssignment();
  const grant = useGrantRole();
  const { id, name, userId, role, copy, scope, startsAt, endsAt, state, deputyFor } = assignment;
  const roleName = words.held(assignment);

  function undo() {
    const outcome = {
      onSuccess: () => toast({ tone: "success", title: t`${name} has the role again` }),
      onError: (error: Error) => toast({ tone: "danger", title: t`The role was not given back`, message: error.message }),
    };
    // One that had not begun is gone; the others ended, and go on.
    if (state === "later") grant.mutate({ userId, role, copyId: copy?.id ?? null, scope, startsAt, endsAt }, outcome);
    else change.mutate({ id, scope, startsAt, endsAt }, outcome);
  }

  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () =>
            toast({
              tone: "success",
              title: t`Role removed from ${name}`,
              // A deputy is named by their manager.
              ...(!deputyFor && { action: { label: t`Undo`, onPress: undo } }),
            }),
          onError: (error) => toast({ tone: "danger", title: t`The role was not removed`, message: error.message }),
          onSettled: onClose,
        })
      }
    >
      <p>
        <Trans>
          Remove the role {roleName} from <bdi>{name}</bdi>? It ends at once, also where they are signed in.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
