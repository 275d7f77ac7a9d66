import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { MailCheck, Save, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { ServerTerms, type OwnServer } from "../settings-contract.ts";
import { numberInput } from "./number-input.ts";
import { useRemoveServer, useSaveServer, useTestServer } from "./settings-hooks.ts";

type Values = z.input<typeof ServerTerms>;
const fields = ["host", "port", "tls", "user", "password", "isOn"] as const;
const isField = (name: string): name is (typeof fields)[number] => fields.some((one) => one === name);

/** The mail server that the portal has of its own (MAIL-4): kept, tried out, used and removed by itself, apart from the other settings. */
export default function ServerForm({ server }: { server: OwnServer | null }) {
  const { t } = useLingui();
  const id = useId();
  const save = useSaveServer();
  const test = useTestServer();
  const remove = useRemoveServer();
  const [isRemoving, setRemoving] = useState(false);
  const valuesOf = (of: OwnServer | null): Values => ({
    ...(of ?? { host: "", port: 587, tls: "starttls", user: "", isOn: false }),
    password: null,
  });
  const form = useForm<Values, unknown, ServerTerms>({
    resolver: zodResolver(ServerTerms),
    defaultValues: valuesOf(server),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;
  const said = save.error ?? test.error;
  const refused = said instanceof CallError && said.errors.some(({ field }) => isField(field)) ? null : said;
  const onError = (error: Error) => {
    for (const { field, message } of error instanceof CallError ? error.errors : []) if (isField(field)) form.setError(field, { message });
  };
  const submit = form.handleSubmit((wanted) => {
    test.reset();
    save.mutate(wanted, {
      onError,
      onSuccess: (saved) => {
        form.reset(valuesOf(saved));
        toast({
          tone: "success",
          title: t`The mail server was saved`,
          message: saved.isOn ? t`Mail of this portal goes through it now.` : t`It is not used yet.`,
        });
      },
    });
  });
  const tryOut = form.handleSubmit(({ host, port, tls, user, password }) => {
    save.reset();
    test.mutate(
      { host, port, tls, user, password },
      {
        onError,
        onSuccess: ({ address }) =>
          toast({ tone: "success", title: t`The mail server took a test message`, message: t`It goes to ${address}.` }),
      },
    );
  });
  return (
    <section className="card mail-part mail-server" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t`Mail server of this portal`}</h2>
      <p className="muted">
        <Trans>
          Without one of its own, mail of this portal takes the way of the whole installation. While one that is used cannot be reached,
          messages wait; they never take the other way by themselves.
        </Trans>
      </p>
      <form className="form" noValidate onSubmit={(event) => void submit(event)}>
        <FormErrorSummary
          errors={fields.flatMap((name) => (errors[name]?.message ? [{ id: `mail-server-${name}`, message: errors[name].message }] : []))}
          focusKey={formState.submitCount}
        />
        <Controller
          control={control}
          name="host"
          render={({ field, fieldState }) => (
            <TextField
              id="mail-server-host"
              label={t`Mail server`}
              description={t`Its name, such as mail.example.org.`}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="tls"
          render={({ field }) => (
            <Select
              id="mail-server-tls"
              label={t`Secure connection`}
              options={[
                { id: "starttls", label: t`STARTTLS, usually at port 587` },
                { id: "implicit", label: t`TLS from the start, usually at port 465` },
              ]}
              {...field}
              onChange={(tls) => {
                field.onChange(tls);
                const usual = { starttls: 587, implicit: 465 };
                if (Object.values(usual).includes(form.getValues("port"))) form.setValue("port", usual[tls]);
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="port"
          render={({ field: { value, onChange, ...field }, fieldState }) => (
            <TextField
              id="mail-server-port"
              label={t`Port`}
              {...field}
              {...numberInput(value, onChange)}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="user"
          render={({ field, fieldState }) => (
            <TextField
              id="mail-server-user"
              label={t`User`}
              description={t`Empty where the mail server wants none.`}
              isOptional
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="password"
          render={({ field: { value, onChange, ...field }, fieldState }) => (
            <PasswordField
              id="mail-server-password"
              label={t`Password of this user`}
              description={
                server?.user
                  ? t`One is kept and is never shown. Leave this empty to keep it.`
                  : t`It is kept encrypted and never shown again.`
              }
              isOptional
              autoComplete="new-password"
              {...field}
              value={value ?? ""}
              onChange={(text) => onChange(text === "" ? null : text)}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="isOn"
          render={({ field: { value, onChange, ...field } }) => (
            <Checkbox
              id="mail-server-isOn"
              {...field}
              value={value}
              onChange={onChange}
              description={t`Before it is used, a test message is sent to you through it. If the mail server does not take it, nothing is changed.`}
            >
              <Trans>Send mail of this portal through this mail server</Trans>
            </Checkbox>
          )}
        />
        {refused && (
          <Banner tone="danger" role="alert" title={t`Nothing was changed`}>
            <p>
              <bdi>{refused.message}</bdi>
            </p>
          </Banner>
        )}
        <div className="row">
          <Button type="submit" icon={Save} isPending={save.isPending} pendingLabel={t`Saving`}>
            <Trans>Save the mail server</Trans>
          </Button>
          <Button icon={MailCheck} onPress={() => void tryOut()} isPending={test.isPending} pendingLabel={t`Sending`}>
            <Trans>Send me a test through it</Trans>
          </Button>
          {server && (
            <Button variant="quiet" icon={Trash2} onPress={() => setRemoving(true)}>
              <Trans>Remove the mail server</Trans>
            </Button>
          )}
        </div>
      </form>
      {isRemoving && (
        <ConfirmDialog
          isOpen
          tone="danger"
          isPending={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                form.reset(valuesOf(null));
                toast({ tone: "success", title: t`The mail server was removed` });
              },
              onError: (error) => toast({ tone: "danger", title: t`The mail server was not removed`, message: error.message }),
              onSettled: () => setRemoving(false),
            })
          }
          onCancel={() => setRemoving(false)}
        >
          <Trans>Remove the mail server with its password? Mail of this portal then takes the way of the whole installation.</Trans>
        </ConfirmDialog>
      )}
    </section>
  );
}
