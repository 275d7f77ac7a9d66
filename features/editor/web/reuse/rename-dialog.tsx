import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { ReusableRow } from "../../reusable-contract.ts";
import { failureWords } from "./failure-words.ts";
import { useChangeReusable } from "./hooks.ts";

/** Asks for another title of a reusable block. */
export function RenameDialog({ reusable, onClose }: { reusable: ReusableRow; onClose: () => void }) {
  const { t } = useLingui();
  const { id: reusableId, isArchived } = reusable;
  const [title, setTitle] = useState(reusable.title);
  const change = useChangeReusable();
  return (
    <FormDialog
      title={t`Rename the reusable block`}
      onClose={onClose}
      action={<Trans>Rename</Trans>}
      isPending={change.isPending}
      failure={failureWords(change.error)}
      onAction={() => change.mutate({ reusableId, title, isArchived }, { onSuccess: onClose })}
    >
      <TextField label={t`Title`} dir="auto" maxLength={200} autoFocus value={title} onChange={setTitle} />
    </FormDialog>
  );
}
