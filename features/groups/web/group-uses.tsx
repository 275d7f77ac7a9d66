import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Unlink } from "lucide-react";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { dependentKinds, type Group, type GroupDependent } from "../contract.ts";
import { dependentsQuery } from "./hooks.ts";
import { useGroupWords } from "./use-group-words.ts";

/** All that depends on a group. */
export function GroupUses({ group }: { group: Group }) {
  const { t } = useLingui();
  const result = useQuery(dependentsQuery(group.id));
  const { data, error } = result;
  return (
    <BusyRegion isBusy={result.isPending} label={t`Looking what uses this group`} skeleton={<Skeleton count={3} />}>
      {error && !data ? (
        <ErrorState
          title={t`What uses this group could not be loaded`}
          next={error.message}
          requestId={error instanceof CallError ? error.requestId : ""}
          onRetry={() => void result.refetch()}
          isRetrying={result.isFetching}
        />
      ) : (
        data &&
        (data.rows.length === 0 ? (
          <EmptyState icon={Unlink} title={t`Nothing uses this group`} message={t`It can be deleted without any consequence elsewhere.`} />
        ) : (
          <DependentList rows={data.rows} />
        ))
      )}
    </BusyRegion>
  );
}

/** What depends on a group, by kind. */
export function DependentList({ rows }: { rows: readonly GroupDependent[] }) {
  const words = useGroupWords();
  return dependentKinds
    .map((kind) => ({ kind, of: rows.filter((row) => row.kind === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => (
      <section key={kind} className="group-part">
        <h2>{words.dependent[kind]}</h2>
        <ul className="group-rows">
          {of.map(({ id, name, to }) => (
            <li key={id}>
              <Link to={to}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ));
}
