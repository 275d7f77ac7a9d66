import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { getRegistrationSettings } from "../queue-contract.ts";
import { registrationSettingsQuery, useSaveSettings } from "./hooks.ts";

export interface SettingsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Who may register, what is asked, and the terms. */
export function SettingsDialog({ isOpen, onClose }: SettingsDialogProps) {
  return isOpen ? <Load onClose={onClose} /> : null;
}

function Load({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(registrationSettingsQuery);
  if (query.data) return <Change settings={query.data} onClose={onClose} />;
  return (
    <Dialog title={t`Who may register`} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {query.isError ? (
        <ErrorState
          title={t`This could not be loaded`}
          safe={t`Nothing was changed.`}
          headingLevel={3}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  );
}

function Change({ settings, onClose }: { settings: Result<typeof getRegistrationSettings>; onClose: () => void }) {
  const { t } = useLingui();
  const save = useSaveSettings();
  const [mode, setMode] = useState(settings.mode);
  const [domains, setDomains] = useState(settings.domains.join(", "));
  const [fieldIds, setFieldIds] = useState<readonly string[]>(settings.fieldIds.map(String));
  const [terms, setTerms] = useState(settings.terms);
  const errors = save.error instanceof CallError ? save.error.errors : [];
  const errorOf = (name: string) => errors.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message;
  const send = () =>
    save.mutate(
      { mode, domains: domains.split(/[\s,;]+/).filter(Boolean), fieldIds: fieldIds.map(Number), terms },
      {
        onSuccess: () => {
          toast({ tone: "success", title: t`Saved` });
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof CallError) || error.errors.length === 0)
            toast({ tone: "danger", title: t`Nothing was saved`, message: error.message });
        },
      },
    );
  return (
    <FormDialog
      title={t`Who may register`}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={send}
      isPending={save.isPending}
      pendingLabel={t`Saving`}
    >
      {settings.isPrevented && (
        <Banner tone="warning">
          <Trans>The portal’s setting “preventSelfRegistration” is on: nobody registers, whatever you choose here.</Trans>
        </Banner>
      )}
      <RadioGroup
        label={t`Registration`}
        value={mode}
        onChange={setMode}
        options={[
          { id: "off", label: t`Nobody`, description: t`You add everybody yourselves.` },
          { id: "approval", label: t`With approval`, description: t`They confirm their email, then one of you lets them in.` },
          { id: "open", label: t`Everybody`, description: t`Whoever confirms their email is in.` },
        ]}
      />
      <TextField
        label={t`Allowed email domains`}
        isOptional
        description={t`Separated by commas, such as example.org, example.com. Empty: any email.`}
        value={domains}
        onChange={setDomains}
        dir="ltr"
        spellCheck="false"
        autoComplete="off"
        {...(errorOf("domains") !== undefined && { error: errorOf("domains") })}
      />
      {settings.fields.length > 0 && (
        <CheckboxGroup
          label={t`Fields that are asked`}
          value={fieldIds}
          onChange={setFieldIds}
          options={settings.fields.map(({ id, name, isRequired }) => ({
            id: String(id),
            label: name,
            ...(isRequired && { description: t`Has to be filled in.` }),
          }))}
          {...(errorOf("fieldIds") !== undefined && { error: errorOf("fieldIds") })}
        />
      )}
      <TextArea
        label={t`Terms`}
        isOptional
        description={
          settings.termsVersion > 0
            ? t`Version ${settings.termsVersion} now. Other words are a new version, which everybody agrees to at their next sign-in.`
            : t`Whoever registers agrees to them; the version is kept with the registration.`
        }
        value={terms}
        onChange={setTerms}
        rows={6}
        dir="auto"
        {...(errorOf("terms") !== undefined && { error: errorOf("terms") })}
      />
    </FormDialog>
  );
}
