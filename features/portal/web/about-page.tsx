import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { aboutPages, type AboutPage as AboutPageName } from "../about-contract.ts";
import { aboutQuery } from "./about-query.ts";
import { PageBody } from "./page-body.tsx";

const NotFoundPage = lazyPart(() => import("./not-found-page.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(aboutQuery);

/** Contact, Copyright and Privacy: the pages behind the specification's About links. */
export default function AboutPage() {
  const { page = "" } = useParams();
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useQuery(aboutQuery);
  const titles: Record<AboutPageName, string> = { contact: t`Contact`, copyright: t`Copyright policies`, privacy: t`Privacy` };
  const name = aboutPages.find((one) => one === page.toLowerCase());
  if (!name) return <NotFoundPage />;
  return (
    <div className="page stack">
      <PageHeader title={titles[name]} />
      {error ? (
        <ErrorState
          title={t`This page could not be loaded`}
          requestId={error instanceof CallError ? error.requestId : ""}
          onRetry={() => void refetch()}
        />
      ) : (
        <BusyRegion isBusy={isPending} label={t`Loading`} skeleton={<Skeleton shape="lines" count={4} />}>
          {data && <PageBody {...data[name]} />}
        </BusyRegion>
      )}
    </div>
  );
}
