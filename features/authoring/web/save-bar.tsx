import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

type Props = { form: string; isDirty: boolean; isSaving: boolean; onDiscard: () => void };

/** Save or discard what was changed in the editor; leaving with unsaved changes asks first (experience.md §1.2, Saving). */
export function SaveBar({ form, isDirty, isSaving, onDiscard }: Props) {
  const { t } = useLingui();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return (
    <>
      {isDirty && (
        <div className="editor-save" role="region" aria-label={t`Unsaved changes`}>
          <span>
            <Trans>You have unsaved changes.</Trans>
          </span>
          <span className="row">
            <Button onPress={onDiscard} isDisabled={isSaving}>
              <Trans>Discard</Trans>
            </Button>
            <Button variant="primary" type="submit" form={form} isPending={isSaving} pendingLabel={t`Saving`}>
              <Trans>Save</Trans>
            </Button>
          </span>
        </div>
      )}
      <ConfirmDialog
        isOpen={blocker.state === "blocked"}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave without saving`}
        cancelLabel={t`Stay`}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      >
        <p>
          <Trans>The changes to this course are not saved.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
