import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Merge, UserCheck } from "lucide-react";
import { useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { Email } from "#ui/email.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Duplicate } from "../contract.ts";
import { duplicatesQuery } from "./hooks.ts";
import { LazyMergeDialog } from "./lazy-dialogs.ts";
import { useMergeWords } from "./use-merge-words.ts";
import "./records.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(duplicatesQuery);

/** Likely duplicates: pairs of people who may be one, each a press away from merging them (USR-4). */
export default function DuplicatesPage() {
  const { t } = useLingui();
  const query = useQuery(duplicatesQuery);
  return (
    <PageOfOne
      query={query}
      title={t`Likely duplicates`}
      waiting={t`Looking for likely duplicates`}
      skeleton={<Skeleton shape="table" count={4} />}
      failed={t`The likely duplicates could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={null}
    >
      {({ rows }) => (
        <div className="stack">
          <PageHeader
            title={t`Likely duplicates`}
            description={
              <Trans>People with the same name who have something else in common. Merging shows first what moves, and can be undone.</Trans>
            }
          />
          <SectionTabs of="users" />
          <Pairs rows={rows} />
        </div>
      )}
    </PageOfOne>
  );
}

const idOf = ({ one, other }: Duplicate) => `${one.userId}-${other.userId}`;

function Pairs({ rows }: { rows: readonly Duplicate[] }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Duplicate | null>(null);
  const [isOpen, setOpen] = useState(false);
  const columns = usePairColumns((pair) => {
    setChosen(pair);
    setOpen(true);
  });
  if (rows.length === 0)
    return (
      <EmptyState
        icon={UserCheck}
        title={t`Nobody seems to be here twice`}
        message={t`Two people with the same name and a similar email, or the same date or number, are listed here.`}
      />
    );
  return (
    <>
      <div className="card">
        <DataTable label={t`${plural(rows.length, { one: "# pair", other: "# pairs" })}`} columns={columns} rows={rows} rowId={idOf} />
      </div>
      {chosen && (
        <LazyMergeDialog
          key={idOf(chosen)}
          userId={chosen.one.userId}
          name={chosen.one.name}
          otherId={chosen.other.userId}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function usePairColumns(onMerge: (pair: Duplicate) => void): Column<Duplicate>[] {
  const { t } = useLingui();
  const words = useMergeWords();
  return [
    { id: "one", header: t`Person`, isRowHeader: true, cell: ({ one }) => <Party of={one} /> },
    { id: "other", header: t`May be the same as`, cell: ({ other }) => <Party of={other} /> },
    { id: "like", header: t`In common`, cell: ({ like }) => words.like(like) },
    { id: "merge", header: t`Actions`, align: "end", cell: (row) => <MergeButton pair={row} onPress={() => onMerge(row)} /> },
  ];
}

function Party({ of: { userId, name, email } }: { of: Duplicate["one"] }) {
  return (
    <span className="records-party">
      <Link to={`/users/details/${userId}`}>
        <bdi>{name}</bdi>
      </Link>
      <span className="muted small">
        <Email address={email} />
      </span>
    </span>
  );
}

function MergeButton({ pair: { one, other }, onPress }: { pair: Duplicate; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button size="s" icon={Merge} aria-label={t`Merge ${one.email} and ${other.email}`} onPress={onPress}>
      <Trans>Merge</Trans>
    </Button>
  );
}
