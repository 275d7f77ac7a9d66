import { Trans, useLingui } from "@lingui/react/macro";
import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { toast } from "#ui/toast.ts";
import type { Group } from "../contract.ts";
import { useSetGroupStatus } from "./hooks.ts";

const GroupForm = lazyPart(() => import("./group-form.tsx"));
const DeleteDialog = lazyPart(() => import("./delete-dialog.tsx"));

/** What somebody who defines groups can do with one: change, archive, delete it, bring it back. */
export function GroupActions({ group }: { group: Group }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const status = useSetGroupStatus(group.id);
  const [open, setOpen] = useState<"form" | "delete" | null>(null);
  // What another system made is changed there.
  if (!group.canDefine || group.kind === "synced") return null;
  const close = () => setOpen(null);
  const failed = (error: Error) => toast({ tone: "danger", title: t`The group was not changed`, message: error.message });
  const restore = () =>
    status.mutate("active", { onSuccess: () => toast({ tone: "success", title: t`The group is in use again` }), onError: failed });
  const archive = () =>
    status.mutate("archived", {
      onSuccess: () => toast({ tone: "success", title: t`The group was archived`, action: { label: t`Undo`, onPress: restore } }),
      onError: failed,
      onSettled: close,
    });
  const remove = () =>
    status.mutate("deleted", {
      onSuccess() {
        toast({ tone: "success", title: t`The group was deleted`, action: { label: t`Undo`, onPress: restore } });
        void navigate("/users/groups");
      },
      onError: failed,
      onSettled: close,
    });
  if (group.status !== "active")
    return (
      <>
        <Button icon={ArchiveRestore} isPending={status.isPending} onPress={restore}>
          <Trans>Bring it back</Trans>
        </Button>
        {group.status === "archived" && (
          <Button icon={Trash2} onPress={() => setOpen("delete")}>
            <Trans>Delete</Trans>
          </Button>
        )}
        {open === "delete" && (
          <DeleteDialog group={group} isPending={status.isPending} onArchive={archive} onDelete={remove} onClose={close} onGiveUp={close} />
        )}
      </>
    );
  return (
    <>
      <Button icon={Pencil} onPress={() => setOpen("form")}>
        <Trans>Change</Trans>
      </Button>
      <Button icon={Archive} isPending={status.isPending && open === null} onPress={archive}>
        <Trans>Archive</Trans>
      </Button>
      <Button icon={Trash2} onPress={() => setOpen("delete")}>
        <Trans>Delete</Trans>
      </Button>
      {open === "form" && <GroupForm group={group} onClose={close} onGiveUp={close} />}
      {open === "delete" && (
        <DeleteDialog group={group} isPending={status.isPending} onArchive={archive} onDelete={remove} onClose={close} onGiveUp={close} />
      )}
    </>
  );
}
