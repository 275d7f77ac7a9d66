import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { View } from "../contract.ts";

interface Props {
  /** The view that is renamed or shared; null for a new one. */
  readonly view: View | null;
  readonly mayShare: boolean;
  readonly onSave: (named: { name: string; isShared: boolean }) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view, and whether the portal's staff have it too. */
export default function ViewDialog({ view, mayShare, onSave, onClose }: Props) {
  const { t } = useLingui();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const save = async () => {
    setTried(true);
    if (!name.trim()) return;
    setSaving(true);
    try {
      await onSave({ name: name.trim(), isShared });
      onClose();
    } catch (thrown) {
      setSaving(false);
      setError(thrown as Error);
    }
  };
  return (
    <FormDialog
      title={view ? t`Rename or share the view` : t`Keep as a new view`}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={() => void save()}
      isPending={isSaving}
      pendingLabel={t`Saving`}
    >
      {error && (
        <Banner tone="danger" role="alert" title={t`The view was not changed`}>
          {error instanceof CallError ? error.message : t`Try again in a moment.`}
        </Banner>
      )}
      <TextField
        label={t`Name`}
        maxLength={60}
        value={name}
        onChange={setName}
        error={isTried && !name.trim() ? t`Write a name.` : undefined}
      />
      {(mayShare || isShared) && (
        <Checkbox
          value={isShared}
          onChange={setShared}
          description={t`Whoever manages people in this portal finds it among their views, with their own people and fields.`}
        >
          <Trans>Share it</Trans>
        </Checkbox>
      )}
    </FormDialog>
  );
}
