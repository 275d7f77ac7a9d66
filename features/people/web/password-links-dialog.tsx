import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { LinkLife } from "../record-contract.ts";
import { LinkLives } from "./link-lives.tsx";

/** Asks how long the links work that chosen people are sent, and whether only those get one who have no password. */
export default function PasswordLinksDialog({ goOn }: { goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const [life, setLife] = useState<LinkLife>("week");
  const [onlyNew, setOnlyNew] = useState(true);
  return (
    <AskDialog title={t`Send password links`} onGiveUp={() => goOn(null)} onAsk={() => goOn({ life, onlyNew })}>
      <div className="form">
        <p className="muted">
          <Trans>
            Everybody gets a link of their own by email, with which they choose a password, once. An older link from an admin no longer
            works.
          </Trans>
        </p>
        <LinkLives value={life} onChange={setLife} />
        <Checkbox value={onlyNew} onChange={setOnlyNew}>
          <Trans>Only to people who have no password yet</Trans>
        </Checkbox>
      </div>
    </AskDialog>
  );
}
