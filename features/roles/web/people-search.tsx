import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type Props<Row> = {
  q: string;
  onSearch: (q: string) => void;
  found: UseQueryResult<{ readonly rows: readonly Row[] }>;
  /** The people found, to choose from. */
  children: (rows: readonly Row[]) => ReactNode;
  after?: ReactNode;
};

/** A search for people to choose from, with what it says while it waits, when it failed and when nobody matches. */
export function PeopleSearch<Row>({ q, onSearch, found, children, after }: Props<Row>) {
  const { t } = useLingui();
  const rows = found.data?.rows ?? [];
  return (
    <div className="stack" aria-busy={found.isPlaceholderData || undefined}>
      <SearchField label={t`Search by name or email`} isLabelVisible value={q} onChange={onSearch} />
      {found.isPending && <Skeleton shape="lines" />}
      {found.isError && (
        <p className="ui-error" role="alert">
          <Trans>The people could not be loaded. Type again.</Trans>
        </p>
      )}
      {found.data && rows.length === 0 && (
        <p role="status">
          <Trans>Nobody in this portal matches this search.</Trans>
        </p>
      )}
      {rows.length > 0 && children(rows)}
      {after}
    </div>
  );
}
