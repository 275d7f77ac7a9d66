import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileCheck, FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Person } from "../person-contract.ts";
import { consentsList, type Consent } from "../record-contract.ts";
import { consentsQuery } from "./person-hooks.ts";

/** What a person agreed to in this portal: which version, when, from where, and its text. */
export default function PersonConsents({ person }: { person: Person }) {
  const { t } = useLingui();
  const list = useListState(consentsList);
  const result = useQuery(consentsQuery(person.userId, list.request));
  const [read, setRead] = useState<Consent | null>(null);
  const columns = useConsentColumns(setRead);
  return (
    <>
      <TableList
        list={list}
        result={result}
        label={t`Consents`}
        count={(total) => t`${plural(total, { one: "# consent", other: "# consents" })}`}
        waiting={t`Loading consents`}
        skeletonRows={3}
        failed={{ title: t`The consents could not be loaded`, safe: t`Each is kept.` }}
        empty={
          <EmptyState
            headingLevel={2}
            icon={FileCheck}
            title={t`Nothing agreed to yet`}
            message={t`When this person agrees to the terms of the portal, it is listed here with the version, the time and the place.`}
          />
        }
        nothing={{ title: t`No consent matches these words` }}
        search={t`Search the texts`}
        columns={columns}
        rowId={({ version }) => String(version)}
        headingLevel={2}
      />
      {read && <TextDialog consent={read} onClose={() => setRead(null)} />}
    </>
  );
}

function TextDialog({ consent: { version, terms }, onClose }: { consent: Consent; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Terms, version ${version}`} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} width="half">
      <div className="person-terms" dir="auto">
        {terms}
      </div>
    </Dialog>
  );
}

function useConsentColumns(read: (row: Consent) => void): Column<Consent>[] {
  const { t } = useLingui();
  const none = <span className="muted ui-table-none">–</span>;
  const via = { registration: t`While registering`, sign_in: t`At a sign-in` };
  return [
    { id: "what", header: t`Agreed to`, isRowHeader: true, cell: ({ version }) => <bdi>{t`Terms, version ${version}`}</bdi> },
    {
      id: "standing",
      header: t`Status`,
      card: "corner",
      cell: ({ isInForce }) =>
        isInForce ? (
          <Tag tone="success" icon={FileCheck}>
            <Trans>In force</Trans>
          </Tag>
        ) : (
          <Tag icon={FileText}>
            <Trans>Not in force</Trans>
          </Tag>
        ),
    },
    { id: "at", header: t`When`, isSortable: true, cell: (row) => <Time instant={row.at} /> },
    { id: "how", header: t`How`, cell: (row) => (row.via ? via[row.via] : none) },
    {
      id: "from",
      header: t`From where`,
      cell: ({ device, ip }) => (device || ip ? <bdi>{[device, ip].filter(Boolean).join(" · ")}</bdi> : none),
    },
    {
      id: "read",
      header: t`Text`,
      isHeaderHidden: true,
      align: "end",
      cell: (row) => row.terms && <ReadButton row={row} onPress={() => read(row)} />,
    },
  ];
}

function ReadButton({ row: { version }, onPress }: { row: Consent; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button size="s" icon={FileText} aria-label={t`Read the terms, version ${version}`} onPress={onPress}>
      <Trans>Read</Trans>
    </Button>
  );
}
