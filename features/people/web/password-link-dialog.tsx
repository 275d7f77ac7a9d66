import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Time } from "#ui/time.tsx";
import type { Person } from "../person-contract.ts";
import type { LinkLife } from "../record-contract.ts";
import { LinkLives } from "./link-lives.tsx";
import { nameOf } from "./name-of.ts";
import { useMakePasswordLink } from "./person-hooks.ts";

export type PasswordLinkDialogProps = { person: Person; isOpen: boolean; onClose: () => void };

/** Chooses how long a link works, makes it, and shows it this one time. */
export function PasswordLinkDialog({ person, isOpen, onClose }: PasswordLinkDialogProps) {
  const { t } = useLingui();
  const make = useMakePasswordLink(person.userId);
  // Who has a password is waiting at the phone; who is new reads their message tomorrow.
  const [life, setLife] = useState<LinkLife>(person.hasPassword ? "minutes" : "day");
  const name = nameOf(person);
  const link = make.data;
  return (
    <Dialog
      title={t`Link for a password of ${name}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      footer={
        link ? (
          <Button variant="primary" onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" isPending={make.isPending} pendingLabel={t`Making the link`} onPress={() => make.mutate({ life })}>
              <Trans>Make the link</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {make.error && (
          <Banner tone="danger" role="alert" title={t`No link was made`}>
            {make.error.message}
          </Banner>
        )}
        {link ? (
          <>
            <Banner tone="success" role="status" title={t`The link is made`}>
              <Trans>
                It works once, until <Time instant={link.expiresAt} />, and is shown only now. An older one no longer works.
              </Trans>
            </Banner>
            <CopyId label={t`Link`} value={link.url} />
            <p className="muted">
              <Trans>Give it to nobody else: whoever opens it chooses the password.</Trans>
            </p>
          </>
        ) : (
          <>
            <p>
              <Trans>
                With the link <bdi>{name}</bdi> chooses a password, once. Then they are signed out everywhere and sign in with it.
              </Trans>
            </p>
            <LinkLives value={life} onChange={setLife} />
          </>
        )}
      </div>
    </Dialog>
  );
}
