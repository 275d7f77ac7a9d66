import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { ownersQuery } from "./hooks.ts";

/** Asks who is to own the chosen courses. */
export default function AskOwner({ goOn }: { goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const [owner, setOwner] = useState<{ id: string; label: string } | null>(null);
  const [isTried, setTried] = useState(false);
  const found = useQuery(ownersQuery(q));
  return (
    <AskDialog
      title={t`Give to another owner`}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (owner) goOn({ userId: Number(owner.id) });
      }}
    >
      <div className="form">
        <SearchComboBox
          label={t`New owner`}
          description={t`Authors and administrators own courses. The owner edits a course and is told when somebody else publishes it.`}
          options={(found.data?.rows ?? []).map(({ id, name, email }) => ({ id: String(id), label: name, description: email }))}
          value={owner}
          onChange={setOwner}
          onSearch={setQ}
          error={isTried && !owner ? t`Choose who is to own them.` : undefined}
        />
      </div>
    </AskDialog>
  );
}
