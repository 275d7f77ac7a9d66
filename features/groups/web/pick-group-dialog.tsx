import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { groupsQuery } from "./hooks.ts";

/** Asks for a group that people can be put into, for a bulk action; gives its number, or null for a change of mind. */
export default function PickGroupDialog({ title, goOn }: { title: string; goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const [groupId, setGroupId] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const found = useQuery(groupsQuery(q.trim() === "" ? {} : { q: q.trim() }));
  const rows = found.data?.rows.filter(({ kind }) => kind !== "dynamic") ?? [];
  return (
    <AskDialog
      title={title}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (groupId !== null) goOn({ groupId });
      }}
    >
      <div className="stack" aria-busy={found.isPlaceholderData || undefined}>
        <SearchField label={t`Search groups`} isLabelVisible value={q} onChange={setQ} />
        {found.isPending && <Skeleton shape="lines" />}
        {found.isError && (
          <p className="ui-error" role="alert">
            <Trans>The groups could not be loaded. Close this and try again.</Trans>
          </p>
        )}
        {found.data && rows.length === 0 && (
          <p role="status">
            <Trans>There is no such group that people can be put into by hand.</Trans>
          </p>
        )}
        {rows.length > 0 && (
          <div className="group-choices">
            <RadioGroup
              label={t`Group`}
              options={rows.map(({ id, name }) => ({ id: String(id), label: name }))}
              value={groupId === null ? null : String(groupId)}
              onChange={(id) => setGroupId(Number(id))}
              error={isTried && groupId === null ? t`Choose a group.` : undefined}
            />
          </div>
        )}
      </div>
    </AskDialog>
  );
}
