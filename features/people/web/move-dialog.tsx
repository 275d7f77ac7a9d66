import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { ComboBox } from "#ui/combo-box.tsx";

/** Asks to which portal chosen people move. */
export default function MoveDialog({ goOn }: { goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const { Portals, Portal } = useEnvironment();
  const [portalId, setPortalId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  return (
    <AskDialog
      title={t`Move to another portal`}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (portalId !== null) goOn({ portalId: Number(portalId) });
      }}
    >
      <div className="form">
        <p className="muted">
          <Trans>
            They can enter the other portal, as students, and no longer this one. What they learned here stays here, and so do their groups
            and roles, for the day they return.
          </Trans>
        </p>
        <ComboBox
          label={t`Portal`}
          description={t`You need to be an admin there too.`}
          options={Portals.filter(({ id }) => id !== Portal.id).map(({ id, Name }) => ({ id: String(id), label: Name }))}
          value={portalId}
          onChange={setPortalId}
          error={isTried && portalId === null ? t`Choose a portal.` : undefined}
        />
      </div>
    </AskDialog>
  );
}
