import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { copyable, neededBy, type PermissionId } from "#features/portal/permissions.ts";
import { CallError } from "#platform/call.ts";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { Role } from "../contract.ts";
import { useChangeCopy, useMakeCopy } from "./hooks.ts";
import { useRoleWords } from "./use-role-words.ts";

type Props = {
  /** The role that is copied: built in, or a copy of its own. */
  from: Role;
  /** The copy to edit; null to make one. */
  copy: Role | null;
  onClose: () => void;
};

/** Makes a copy of a role or edits one: its name, and what it lets people do. Mounted again at each opening. */
export function CopyDialog({ from, copy, onClose }: Props) {
  const { t } = useLingui();
  const words = useRoleWords();
  const possible = copyable(from.of);
  const needed = neededBy[from.of];
  const [name, setName] = useState(copy?.name ?? "");
  const [permissions, setPermissions] = useState<readonly PermissionId[]>(possible.filter((id) => from.permissions.includes(id)));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const make = useMakeCopy();
  const change = useChangeCopy();
  const isSaving = make.isPending || change.isPending;
  const fromName = words.roleName(from);

  function save() {
    if (isSaving) return;
    setFailure("");
    setErrors({});
    const outcome = {
      onSuccess() {
        toast({ tone: "success", title: copy ? t`Role saved` : t`Role copied` });
        onClose();
      },
      onError(error: Error) {
        const fields = error instanceof CallError ? error.errors : [];
        setErrors(Object.fromEntries(fields.map(({ field, message }) => [field.split(".")[0] ?? field, message])));
        if (fields.length === 0) setFailure(error.message);
      },
    };
    const asked = { name, permissions: [...permissions] };
    if (copy && copy.copyId !== null) change.mutate({ copyId: copy.copyId, revision: copy.revision, ...asked }, outcome);
    else make.mutate({ of: from.of, ...asked }, outcome);
  }

  return (
    <FormDialog
      title={copy ? t`Edit ${fromName}` : t`Copy ${fromName}`}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={save}
      isPending={isSaving}
      failure={failure}
    >
      <TextField label={t`Name`} maxLength={80} value={name} onChange={setName} error={errors["name"]} />
      <CheckboxGroup
        label={t`Whoever has this role may`}
        description={t`Giving roles, looking as somebody and ending records belong to the built-in administrator alone.`}
        options={possible.map((id) => ({ id, label: words.ability[id], isDisabled: id === needed }))}
        value={permissions}
        onChange={(ids) => setPermissions(possible.filter((id) => id === needed || ids.includes(id)))}
        error={errors["permissions"]}
      />
    </FormDialog>
  );
}
