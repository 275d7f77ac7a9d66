import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { MailSettings, type ShownSettings } from "../settings-contract.ts";
import { numberInput } from "./number-input.ts";
import { useSaveSettings } from "./settings-hooks.ts";

type Values = z.input<typeof MailSettings>;
const fields = ["isOn", "senderName", "senderAddress", "replyTo", "hourlyCap", "quiet", "eventsOff"] as const;
const hours = Array.from({ length: 24 }, (_, hour) => ({ id: String(hour), label: `${String(hour).padStart(2, "0")}:00` }));

/** What admins set about the portal's mail, saved together by the save bar. */
export function SettingsForm({ shown: { settings, usualAddress, domains, events } }: { shown: ShownSettings }) {
  const { t } = useLingui();
  const id = useId();
  const save = useSaveSettings();
  const form = useForm<Values, unknown, MailSettings>({
    resolver: zodResolver(MailSettings),
    defaultValues: settings,
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;
  const submit = form.handleSubmit((wanted) =>
    save.mutate(wanted, {
      onSuccess: (saved) => {
        form.reset(saved.settings);
        announce(t`Settings saved`);
        toast({ tone: "success", title: t`Settings saved` });
      },
      onError: (error) => {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) toast({ tone: "danger", title: t`The settings were not saved`, message: error.message });
      },
    }),
  );
  const textOf = (name: "senderName" | "senderAddress" | "replyTo", label: string, description: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField
          id={`mail-${name}`}
          label={label}
          description={description}
          isOptional
          dir="auto"
          spellCheck={false}
          {...field}
          error={fieldState.error?.message}
        />
      )}
    />
  );
  const list = domains.join(", ");
  return (
    <>
      <form id="mail-settings" className="form mail-settings" noValidate onSubmit={(event) => void submit(event)}>
        <FormErrorSummary
          errors={fields.flatMap((name) => (errors[name]?.message ? [{ id: `mail-${name}`, message: errors[name].message }] : []))}
          focusKey={formState.submitCount}
        />
        <section className="card mail-part" aria-labelledby={`${id}-from`}>
          <h2 id={`${id}-from`}>{t`Sender`}</h2>
          {textOf("senderName", t`Sender name`, t`Without one, the name of the portal.`)}
          {textOf("senderAddress", t`Sender address`, t`Without one, ${usualAddress}. It can belong to: ${list}.`)}
          {textOf("replyTo", t`Answers go to`, t`Without an address, answers go to the sender.`)}
        </section>
        <section className="card mail-part" aria-labelledby={`${id}-when`}>
          <h2 id={`${id}-when`}>{t`When mail leaves`}</h2>
          <Controller
            control={control}
            name="isOn"
            render={({ field: { value, onChange, ...field } }) => (
              <Checkbox
                id="mail-isOn"
                {...field}
                value={value}
                onChange={onChange}
                description={t`Switched off, nothing leaves this portal. Messages wait and are sent when it is on again.`}
              >
                <Trans>Send mail</Trans>
              </Checkbox>
            )}
          />
          <Controller
            control={control}
            name="hourlyCap"
            render={({ field: { value, onChange, ...field }, fieldState }) => (
              <TextField
                id="mail-hourlyCap"
                label={t`Most messages in an hour`}
                description={t`What is beyond that waits. Messages that protect accounts are always sent.`}
                {...field}
                {...numberInput(value, onChange)}
                error={fieldState.error?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="quiet"
            render={({ field: { value, onChange }, fieldState }) => (
              <div className="mail-quiet">
                <Checkbox
                  id="mail-quiet"
                  value={value !== null}
                  onChange={(isOn) => onChange(isOn ? { from: 21, to: 7 } : null)}
                  description={t`In these hours, where the person is, only messages that protect accounts are sent. The others wait.`}
                >
                  <Trans>Quiet hours</Trans>
                </Checkbox>
                {value && (
                  <div className="row">
                    <Select
                      label={t`From`}
                      options={hours}
                      value={String(value.from)}
                      onChange={(from) => onChange({ ...value, from: Number(from) })}
                    />
                    <Select
                      label={t`To`}
                      options={hours}
                      value={String(value.to)}
                      onChange={(to) => onChange({ ...value, to: Number(to) })}
                    />
                  </div>
                )}
                {fieldState.error?.message && <p className="ui-error">{fieldState.error.message}</p>}
              </div>
            )}
          />
        </section>
        <section className="card mail-part" aria-labelledby={`${id}-what`}>
          <h2 id={`${id}-what`}>{t`What mail tells of`}</h2>
          <p className="muted">
            <Trans>
              What is switched off here is told in the bell alone. What is on can still be switched off by each person for themselves.
            </Trans>
          </p>
          <Controller
            control={control}
            name="eventsOff"
            render={({ field: { value, onChange } }) => (
              <div className="mail-events">
                {events.map(({ event, title, isMandatory }) => (
                  <Checkbox
                    key={event}
                    value={!value.includes(event)}
                    disabled={isMandatory}
                    {...(isMandatory && { description: t`Always sent: it protects accounts.` })}
                    onChange={(isOn) => onChange(isOn ? value.filter((one) => one !== event) : [...value, event])}
                  >
                    {title}
                  </Checkbox>
                ))}
              </div>
            )}
          />
        </section>
      </form>
      <SaveBar
        form="mail-settings"
        isDirty={formState.isDirty}
        isSaving={save.isPending}
        onDiscard={() => form.reset(settings)}
        question={t`Leave without saving the email settings?`}
      />
    </>
  );
}
