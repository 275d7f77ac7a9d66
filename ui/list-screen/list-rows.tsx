import { Trans, useLingui } from "@lingui/react/macro";
import { Lock, SearchX } from "lucide-react";
import { useRef } from "react";
import { EmptyState } from "../empty-state.tsx";
import { ErrorState } from "../error-state.tsx";
import { Pager } from "../pager.tsx";
import { Button } from "../button.tsx";
import { atRest } from "./filter-chips.tsx";
import type { ListFilter } from "./filter-fields.tsx";
import type { ListPage, ListScreenProps } from "./list-screen.tsx";

type Props<Data extends ListPage> = ListScreenProps<Data> & { filters: readonly ListFilter[]; headingLevel: 2 | 3; isFiltered: boolean };

/** The content below the tools: the rows and the pager, or why there are none. */
export function ListRows<Data extends ListPage>(props: Props<Data>) {
  const { list, result, headingLevel, failed, nothing } = props;
  const { t } = useLingui();
  const { data, error } = result;
  const state = useRef<HTMLDivElement>(null);
  // The pressed button disappears: the focus moves to the list.
  function clear() {
    state.current?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    list.change(atRest(list, props.filters));
  }
  if (!data) return error && <ListFailure error={error} {...{ result, headingLevel, failed }} />;
  if (data.total === 0)
    return (
      <div className="ui-listing-state" ref={state}>
        {!props.isFiltered && props.emptyView ? (
          props.emptyView
        ) : (
          <EmptyState
            icon={SearchX}
            headingLevel={headingLevel}
            title={nothing.title}
            message={nothing.message ?? t`Try fewer words or fewer filters.`}
            action={
              <Button onPress={clear}>
                <Trans>Clear filters</Trans>
              </Button>
            }
          />
        )}
        {(props.isFiltered || !props.emptyView) && nothing.more}
      </div>
    );
  return (
    <div className="ui-listing-rows" data-old={result.isPlaceholderData || undefined}>
      {props.children(data)}
      <div className="ui-listing-pages">
        <Pager
          page={data.page}
          pageCount={Math.ceil(data.total / data.pageSize)}
          total={data.total}
          pageSize={data.pageSize}
          to={(page) => list.hrefOf({ page })}
          label={props.pagesLabel ?? t`Pages`}
        />
      </div>
    </div>
  );
}

type FailureProps = Pick<Props<ListPage>, "failed" | "headingLevel"> & {
  error: Error & { status?: number; requestId?: string };
  result: Pick<Props<ListPage>["result"], "refetch" | "isFetching">;
};

/** The page could not be loaded. Without a retry button when the person may not see the list. */
function ListFailure({ error, result, headingLevel, failed }: FailureProps) {
  const { t } = useLingui();
  return (
    <div className="ui-listing-state">
      {error.status === 403 ? (
        <EmptyState icon={Lock} headingLevel={headingLevel} title={t`You do not have access to this list`} message={error.message} />
      ) : (
        <ErrorState
          title={failed.title}
          safe={failed.safe}
          next={error.message}
          headingLevel={headingLevel}
          requestId={error.requestId ?? ""}
          onRetry={() => void result.refetch()}
          isRetrying={result.isFetching}
        />
      )}
    </div>
  );
}
