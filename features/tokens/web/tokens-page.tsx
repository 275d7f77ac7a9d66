import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpenText, KeySquare, Plus } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { tokensQuery, useRevokeToken } from "./hooks.ts";
import { TokenList } from "./token-list.tsx";

const MakeTokenDialog = lazyPart(() => import("./make-token-dialog.tsx"));

export const prefetch: Prefetch = (client) => client.prefetchQuery(tokensQuery);

/** The person's own API tokens in this portal: making, looking through, revoking. */
export default function TokensPage() {
  const { t } = useLingui();
  const query = useQuery(tokensQuery);
  const revoke = useRevokeToken();
  const [isMaking, setMaking] = useState(false);
  const portal = <bdi>{useEnvironment().Portal.Name}</bdi>;
  const { data } = query;
  const make = (
    <Button variant="primary" icon={Plus} isDisabled={!data} onPress={() => setMaking(true)}>
      <Trans>Make a token</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader
        title={t`API tokens`}
        back={{ to: "/student/myAccount", label: t`My account` }}
        description={<Trans>With a token a program works in {portal} for you. Other portals have their own.</Trans>}
        actions={
          <>
            <LinkButton icon={BookOpenText} to="/student/api">
              <Trans>Calls of the API</Trans>
            </LinkButton>
            {data && data.tokens.length > 0 && make}
          </>
        }
      />
      {query.isError && !data ? (
        <ErrorState
          title={t`Your tokens could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading your tokens`} skeleton={<Skeleton shape="table" count={3} />}>
          {data && data.tokens.length === 0 && (
            <EmptyState
              icon={KeySquare}
              title={t`No tokens yet`}
              message={t`Make one for a program that is to read or change something for you.`}
              action={make}
            />
          )}
          {data && data.tokens.length > 0 && (
            <TokenList label={t`API tokens`} tokens={data.tokens} onRevoke={(tokenId) => revoke.mutateAsync(tokenId)} />
          )}
        </BusyRegion>
      )}
      {isMaking && data && <MakeTokenDialog offered={data.offered} onClose={() => setMaking(false)} />}
    </div>
  );
}
