import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Page } from "../contract.ts";
import { useDiscardDraft, usePublishPage } from "./hooks.ts";

/** Whether a page has a draft, by whom, and what becomes of it. */
export function DraftCard({ page: { page, draft, revision, changedBy, changedAt }, isDirty }: { page: Page; isDirty: boolean }) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  const publish = usePublishPage(page);
  const discard = useDiscardDraft(page);
  const error = publish.error ?? discard.error;
  return (
    <>
      {error && (
        <Banner tone="danger" role="alert" title={t`Nothing was changed`}>
          <p>{error.message}</p>
        </Banner>
      )}
      <section className="card pages-draft" aria-label={t`Draft`}>
        <p role="status">
          {draft === null ? (
            <Trans>This is what everybody reads. What you change is a draft first.</Trans>
          ) : changedBy && changedAt ? (
            <Trans>
              A draft of <bdi>{changedBy}</bdi>, <Time instant={changedAt} />. Nobody else reads it before it is published.
            </Trans>
          ) : (
            <Trans>A draft. Nobody else reads it before it is published.</Trans>
          )}
        </p>
        {draft !== null && (
          <span className="row">
            <Button isPending={discard.isPending} pendingLabel={t`Discarding`} isDisabled={isDirty} onPress={() => setIsAsking(true)}>
              <Trans>Discard the draft</Trans>
            </Button>
            <Button
              variant="primary"
              isPending={publish.isPending}
              pendingLabel={t`Publishing`}
              isDisabled={isDirty}
              onPress={() =>
                publish.mutate(revision, { onSuccess: () => toast({ title: t`Everybody reads the new page now`, tone: "success" }) })
              }
            >
              <Trans>Publish</Trans>
            </Button>
          </span>
        )}
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          discard.mutate(revision);
        }}
      >
        <p>
          <Trans>Discard the draft? What was written since the page was published is lost.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
