import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { WebhookTerms, webhookFormats, type EventChoice, type SavedWebhook, type Webhook } from "../contract.ts";
import { EventFields } from "./event-fields.tsx";
import { useCreateWebhook, useSaveWebhook } from "./hooks.ts";
import { useWebhookWords } from "./use-webhook-words.ts";
import { WebhookSecret } from "./webhook-secret.tsx";

type Props = {
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  choices: readonly EventChoice[];
  onClose: () => void;
};
type Errors = Readonly<Record<string, string>>;

/** Adds a webhook or changes one: where it leads, in which form, and what it takes. */
export default function WebhookForm({ webhook, choices, onClose }: Props) {
  const { t } = useLingui();
  const words = useWebhookWords();
  const create = useCreateWebhook();
  const save = useSaveWebhook();
  // What was saved and fetched meanwhile is another webhook than the one that was opened here.
  const [revision] = useState(webhook?.revision ?? 0);
  const [terms, setTerms] = useState<WebhookTerms>(() => ({
    name: webhook?.name ?? "",
    address: webhook?.address ?? "",
    format: webhook?.format ?? "json",
    events: webhook?.events ?? null,
    isOn: webhook?.isOn ?? true,
  }));
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLDivElement>(null);
  // What is wrong may be far above the button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);
  const change = (part: Partial<WebhookTerms>) => setTerms({ ...terms, ...part });
  const submit = () => {
    const read = WebhookTerms.safeParse(terms);
    if (!read.success) return setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0] ?? ""), message])));
    setErrors({});
    const onError = (error: Error) => {
      const known = error instanceof CallError ? error.errors : [];
      setErrors(known.length > 0 ? Object.fromEntries(known.map(({ field, message }) => [field, message])) : { "": error.message });
    };
    if (webhook)
      save.mutate(
        { params: { webhookId: webhook.id }, body: { ...read.data, revision } },
        {
          onSuccess: () => {
            announce(t`The webhook was changed`);
            onClose();
          },
          onError,
        },
      );
    else
      create.mutate(read.data, {
        onSuccess: ({ secret, format }: SavedWebhook) => {
          announce(t`The webhook was added`);
          if (secret === null || format !== "json") onClose();
        },
        onError,
      });
  };
  if (create.data?.secret && create.data.format === "json") return <WebhookSecret secret={create.data.secret} onClose={onClose} />;
  return (
    <Dialog
      title={webhook ? t`Change the webhook` : t`Add a webhook`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={create.isPending || save.isPending} onPress={submit}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <div className="form" ref={form}>
        {errors[""] && (
          <Banner tone="danger" role="alert">
            {errors[""]}
          </Banner>
        )}
        <TextField
          id="webhook-name"
          label={t`Name`}
          autoComplete="off"
          maxLength={60}
          value={terms.name}
          onChange={(name) => change({ name })}
          error={errors["name"]}
        />
        <Select
          label={t`Format`}
          options={webhookFormats.map((id) => ({ id, label: words.format[id] }))}
          value={terms.format}
          onChange={(format) => change({ format })}
        />
        <TextField
          id="webhook-address"
          label={t`Address`}
          description={
            terms.format === "json"
              ? t`It begins with https://. What is sent there is signed.`
              : t`It begins with https://. Your channel gives it to you; keep it like a password.`
          }
          autoComplete="off"
          dir="ltr"
          spellCheck={false}
          maxLength={1000}
          value={terms.address}
          onChange={(address) => change({ address })}
          error={errors["address"]}
        />
        <EventFields choices={choices} value={terms.events} onChange={(events) => change({ events })} error={errors["events"]} />
        <Checkbox
          value={terms.isOn}
          onChange={(isOn) => change({ isOn })}
          description={t`Switched off, nothing is sent to it, and what waits is not sent later.`}
        >
          <Trans>Send to this webhook</Trans>
        </Checkbox>
      </div>
    </Dialog>
  );
}
