import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import type { UseMutationResult } from "@tanstack/react-query";
import { MailCheck, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { MailText, type ShownText } from "../texts-contract.ts";
import { TextPreview } from "./text-preview.tsx";
import { useTestText } from "./texts-hooks.ts";

const fields = ["subject", "body", "button"] as const;
type Field = (typeof fields)[number];

/** What stores the text: of the portal, or of a course or a group. */
export type TextSaving = Pick<UseMutationResult<ShownText, Error, { revision: number; text: MailText | null }>, "mutate" | "isPending">;

/** Writes a letter in one language. */
export function TextEditor({ shown, save }: { shown: ShownText; save: TextSaving }) {
  const { t, i18n } = useLingui();
  const id = useId();
  const params = { event: shown.event, language: shown.language };
  const test = useTestText(params);
  // The revision that this text was made on, also when a newer one is read meanwhile.
  const [revision, setRevision] = useState(shown.revision);
  const form = useForm<MailText>({
    resolver: zodResolver(MailText),
    defaultValues: shown.text ?? shown.offered,
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;

  const refused = (title: string) => (error: Error) => {
    const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as Field)) : [];
    for (const { field, message } of known) form.setError(field as Field, { message });
    if (known.length === 0) toast({ tone: "danger", title, message: error.message });
  };
  const keep = (text: MailText | null) =>
    save.mutate(
      { revision, text },
      {
        onSuccess: (saved) => {
          setRevision(saved.revision);
          form.reset(saved.text ?? saved.offered);
          // What is sent now stands below; on a phone a toast would lie over the bar that saves the next change.
          announce(saved.text ? t`The text was saved` : t`The text is inherited again`);
        },
        onError: refused(t`The text was not saved`),
      },
    );
  const take = (text: MailText) => {
    for (const field of fields) form.setValue(field, text[field], { shouldDirty: true });
    form.clearErrors();
    announce(t`The text stands in the form. Save it to send it from now on.`);
  };
  const { usualButton } = shown;

  return (
    <div className="mail-text">
      <form id="mail-text" className="form card mail-part" noValidate onSubmit={(event) => void form.handleSubmit(keep)(event)}>
        <h2>{t`Text`}</h2>
        <FormErrorSummary
          errors={fields.flatMap((name) => (errors[name]?.message ? [{ id: `mail-text-${name}`, message: errors[name].message }] : []))}
          focusKey={formState.submitCount}
        />
        <Controller
          control={control}
          name="subject"
          render={({ field, fieldState }) => (
            <TextField id="mail-text-subject" label={t`Subject`} dir="auto" {...field} error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={control}
          name="body"
          render={({ field, fieldState }) => (
            <TextArea
              id="mail-text-body"
              label={t`Text of the email`}
              description={t`Each line is a paragraph. A line with a variable that has nothing to say is left out.`}
              rows={12}
              dir="auto"
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="button"
          render={({ field, fieldState }) => (
            <TextField
              id="mail-text-button"
              label={t`Button`}
              description={t`Without words of yours it says: ${usualButton}`}
              isOptional
              dir="auto"
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <div className="row">
          <Button
            icon={MailCheck}
            isPending={test.isPending}
            pendingLabel={t`Sending`}
            onPress={() => void form.handleSubmit((text) => test.mutate({ text }, { onError: refused(t`No test message was sent`) }))()}
          >
            <Trans>Send me a test</Trans>
          </Button>
          {shown.text && (
            <Button icon={Undo2} isDisabled={save.isPending} onPress={() => keep(null)}>
              <Trans>Use the inherited text</Trans>
            </Button>
          )}
        </div>
        <p role="status">
          {test.data && (
            <Trans>
              A test message is on its way to <bdi>{test.data.address}</bdi>. What becomes of it is in the log of mail.
            </Trans>
          )}
        </p>
      </form>
      <section className="card mail-part" aria-labelledby={`${id}-variables`}>
        <h2 id={`${id}-variables`}>{t`Variables`}</h2>
        <p className="muted">
          <Trans>Write one with its braces, and its value stands there in each email.</Trans>
        </p>
        <dl className="mail-variables">
          {shown.variables.map(({ name, what, example, isLines, isNeeded }) => (
            <div key={name}>
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd>
                {what}
                {isNeeded && (
                  <strong>
                    <Trans>It has to be in the text.</Trans>
                  </strong>
                )}
                {isLines && name !== "link" && (
                  <>
                    {" "}
                    <Trans>It stands on a line alone.</Trans>
                  </>
                )}
                <span className="muted mail-detail" dir="auto">
                  {example}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <TextPreview params={params} check={form.handleSubmit} onRefused={refused(t`There is no preview`)} />
      {shown.versions.length > 0 && (
        <section className="card mail-part" aria-labelledby={`${id}-versions`}>
          <h2 id={`${id}-versions`}>{t`Saved before`}</h2>
          <ul className="mail-versions">
            {shown.versions.map(({ revision: nth, savedAt, by, text }, index) => (
              <li key={nth}>
                <span>
                  <Time instant={savedAt} /> {by && <bdi>{by}</bdi>}
                  <bdi className="muted mail-detail">{text ? text.subject : t`Inherited`}</bdi>
                </span>
                {index === 0 ? (
                  <span className="muted">
                    <Trans>Sent now</Trans>
                  </span>
                ) : (
                  <Button
                    size="s"
                    aria-label={t`Take the text of ${i18n.date(new Date(savedAt), { dateStyle: "long", timeStyle: "short" })}`}
                    onPress={() => take(text ?? shown.offered)}
                  >
                    <Trans>Take this text</Trans>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <SaveBar
        form="mail-text"
        isDirty={formState.isDirty}
        isSaving={save.isPending}
        onDiscard={() => form.reset()}
        question={t`Leave without saving this text?`}
      />
    </div>
  );
}
