import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { publicPages, type PublicPage } from "#features/portal/about-contract.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { pagesQuery } from "./hooks.ts";
import { PageEditor } from "./page-editor.tsx";
import "./pages.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(pagesQuery);

const shape = { page: z.enum(publicPages) };
const defaults: { page: PublicPage } = { page: "contact" };

/** The public pages about the portal: what they say, as a draft first, and what was published before. */
export default function PagesPage() {
  const { t } = useLingui();
  const query = useQuery(pagesQuery);
  const { state, hrefFrom } = useUrlState(shape, defaults);
  const titles: Record<PublicPage, string> = {
    contact: t`Contact`,
    copyright: t`Copyright policies`,
    privacy: t`Privacy`,
    login: t`Sign-in page`,
  };
  const page = query.data?.rows.find((one) => one.page === state.page);
  return (
    <div className="page stack">
      <PageHeader
        title={t`Public pages`}
        description={t`What the pages behind the links at the bottom say, and the sign-in page besides its form. Everybody can read them, before signing in too.`}
      />
      <SectionTabs of="portal" />
      {query.isError && !query.data ? (
        <ErrorState
          title={t`The pages could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!page} label={t`Loading the pages`} skeleton={<Skeleton count={8} />}>
          {page && (
            <div className="stack">
              <LinkTabs
                label={t`Public pages`}
                tabs={publicPages.map((one) => ({
                  to: hrefFrom("", { page: one }),
                  label: titles[one],
                  isCurrent: one === state.page,
                }))}
              />
              {/* What is typed for one page is not another's. */}
              <PageEditor key={page.page} page={page} title={titles[page.page]} reload={() => void query.refetch()} />
            </div>
          )}
        </BusyRegion>
      )}
    </div>
  );
}
