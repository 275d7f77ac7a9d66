import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { ErasurePreview } from "../contract.ts";
import { erasureQuery, useAskErasure } from "./hooks.ts";
import { useRecordWords } from "./use-record-words.ts";
import "./records.css";

export interface RecordsDialogProps {
  readonly userId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Says what erasing a person empties and what stays, asks why and when, and begins it (GDPR article 17). */
export function EraseDialog({ userId, isOpen, onClose }: RecordsDialogProps) {
  return isOpen ? <Ask userId={userId} onClose={onClose} /> : null;
}

function Ask({ userId, onClose }: Omit<RecordsDialogProps, "isOpen">) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(erasureQuery(userId));
  const ask = useAskErasure(userId);
  const [when, setWhen] = useState<"later" | "now">("later");
  const [reason, setReason] = useState("");
  const [email, setEmail] = useState("");
  const [isTried, setTried] = useState(false);
  const preview = query.data;
  const { name = "", email: theirEmail = "", waitingDays: days = 0 } = preview ?? {};
  const isReady = preview !== undefined && preview.hindrance === null && preview.pending === null;
  const errors = ask.error instanceof CallError ? ask.error.errors : [];
  const errorOf = (field: string) => errors.find((one) => one.field === field)?.message;
  const isTheirs = email.trim().toLowerCase() === theirEmail;
  const send = () => {
    setTried(true);
    if (!preview || !reason.trim() || (when === "now" && !isTheirs)) return;
    ask.mutate(when === "now" ? { when, reason, email } : { when, reason }, {
      onSuccess: ({ jobId }) => {
        onClose();
        if (jobId === null)
          toast({ tone: "success", title: t`${name} will be erased`, message: t`It can be cancelled on this page until then.` });
        else void navigate(`/jobs/${jobId}`);
      },
    });
  };
  return (
    <Dialog
      title={preview ? t`Erase ${name}` : t`Erase this person`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {isReady && (
            <Button variant="danger" isPending={ask.isPending} pendingLabel={t`Saving`} onPress={send}>
              {when === "now" ? t`Erase at once` : t`Erase later`}
            </Button>
          )}
        </>
      }
    >
      {query.isError && !preview ? (
        <ErrorState
          title={t`What would be erased could not be loaded`}
          safe={t`Nothing was changed.`}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!preview} label={t`Loading what would be erased`} skeleton={<Skeleton count={6} />}>
          {preview && (
            <div className="stack">
              {ask.error && errors.length === 0 && (
                <Banner tone="danger" role="alert">
                  {ask.error.message}
                </Banner>
              )}
              <Effects preview={preview} />
              {isReady && (
                <>
                  <RadioGroup
                    label={t`When`}
                    options={[
                      {
                        id: "later",
                        label: t`In ${plural(days, { one: "# day", other: "# days" })}`,
                        description: t`They cannot enter meanwhile. Until then it can be cancelled.`,
                      },
                      { id: "now", label: t`At once`, description: t`This cannot be undone.` },
                    ]}
                    value={when}
                    onChange={setWhen}
                  />
                  {when === "now" && (
                    <TextField
                      label={t`Type ${theirEmail} to confirm`}
                      autoComplete="off"
                      spellCheck={false}
                      dir="ltr"
                      value={email}
                      onChange={setEmail}
                      error={errorOf("email") ?? (isTried && !isTheirs ? t`This is not the email of this person.` : undefined)}
                    />
                  )}
                  <TextArea
                    label={t`Reason`}
                    description={t`It is kept as proof, so write no name.`}
                    rows={2}
                    maxLength={500}
                    value={reason}
                    onChange={setReason}
                    error={errorOf("reason") ?? (isTried && !reason.trim() ? t`Say why, in a few words.` : undefined)}
                  />
                </>
              )}
            </div>
          )}
        </BusyRegion>
      )}
    </Dialog>
  );
}

function Effects({ preview }: { preview: ErasurePreview }) {
  const { t } = useLingui();
  const words = useRecordWords();
  if (preview.hindrance !== null) return <Banner tone="warning" title={words.hindrances[preview.hindrance]} />;
  if (preview.pending) return <Banner tone="info" title={t`An erasure of this person waits already.`} />;
  const some = <Kind extends string>(of: readonly { kind: Kind; count: number }[]) => of.filter(({ count }) => count > 0);
  return (
    <>
      {preview.accountStays && (
        <Banner tone="info">{t`The account itself stays, because it is used elsewhere too. All that this portal knows of it goes.`}</Banner>
      )}
      <div className="records-effects">
        <section>
          <h3>
            <Trans>Is erased</Trans>
          </h3>
          <ul>
            {!preview.accountStays && <li>{t`Name, email, password and settings`}</li>}
            {preview.accountStays && <li>{t`Membership in this portal`}</li>}
            {some(preview.erased).map(({ kind, count }) => (
              <li key={kind}>{words.erased(kind, count)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3>
            <Trans>Stays without a name</Trans>
          </h3>
          <ul>
            {some(preview.kept).map(({ kind, count }) => (
              <li key={kind}>{words.kept(kind, count)}</li>
            ))}
            {some(preview.kept).length === 0 && <li className="muted">{t`Nothing`}</li>}
          </ul>
        </section>
      </div>
    </>
  );
}
