import { useLingui } from "@lingui/react/macro";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { BusyRegion } from "./busy-region.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { PageHeader } from "./page-header.tsx";
import { Skeleton } from "./skeleton.tsx";

/** A query as TanStack gives it. Its error carries the status and request id of the call that failed. */
type Asked<Data> = {
  data: Data | undefined;
  error: (Error & { status?: number; requestId?: string }) | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

type PageOfOneProps<Data> = {
  query: Asked<Data>;
  /** false where the address names nothing that can be asked for. */
  isNamed?: boolean;
  /** The title while there is none of the thing itself. */
  title: string;
  back?: { to: string; label: string };
  /** "Loading this group" */
  waiting: string;
  skeleton?: ReactNode;
  failed: string;
  /** What is not lost when it fails. */
  safe: string;
  /** Shown where there is no such thing, or none for this person. */
  missing: ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
};

/** The page of one thing that its address names: while it loads, when it is not there, is not for this person or cannot be loaded, and the thing itself. */
export function PageOfOne<Data>(props: PageOfOneProps<Data>) {
  const { t } = useLingui();
  const { query, isNamed = true, title, back, className, safe } = props;
  const { data, error } = query;
  if (!isNamed || error?.status === 400 || error?.status === 404) return props.missing;
  const header = <PageHeader title={title} {...(back && { back })} />;
  return (
    <div className={className ? `page ${className}` : "page"}>
      <BusyRegion isBusy={query.isPending} label={props.waiting} skeleton={props.skeleton ?? <Skeleton shape="lines" count={8} />}>
        {data !== undefined ? (
          props.children(data)
        ) : error?.status === 403 ? (
          <>
            {header}
            <EmptyState icon={Lock} title={t`You do not have access to this page`} message={error.message} />
          </>
        ) : (
          error && (
            <>
              {header}
              <ErrorState
                title={props.failed}
                safe={safe}
                next={error.message}
                requestId={error.requestId ?? ""}
                onRetry={() => void query.refetch()}
                isRetrying={query.isFetching}
              />
            </>
          )
        )}
      </BusyRegion>
    </div>
  );
}
