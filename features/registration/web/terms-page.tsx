import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, queryOptions, useMutation } from "@tanstack/react-query";
import { leaveFor, ownReturnUrl } from "#features/auth/web/own-page.ts";
import { call } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { acceptTerms, termsDue } from "../terms-contract.ts";
import "./terms.css";

const termsQuery = queryOptions({
  queryKey: ["registration", "terms"],
  queryFn: ({ signal }) => call(termsDue, undefined, { signal }),
  gcTime: 0,
});

/** `/v/auth/terms`: the portal's terms are new to somebody who signed in. Nothing else is answered before they agree. */
export default function TermsPage() {
  const { t } = useLingui();
  const query = useQuery(termsQuery);
  const returnUrl = ownReturnUrl();
  const accept = useMutation({
    mutationFn: (version: number) => call(acceptTerms, { body: { version, returnUrl } }),
    onSuccess: ({ redirect }) => leaveFor(redirect),
    onError: () => void query.refetch(),
  });
  if (query.isError)
    return (
      <div className="page">
        <ErrorState title={t`The terms could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </div>
    );
  if (query.data?.version === 0)
    return (
      <div className="page">
        <PageHeader title={t`Nothing to agree to`} description={t`You have agreed to the terms of this portal, or it has none.`} />
        <div className="form-actions">
          <LinkButton to={(returnUrl ?? "/v/").replace(/^\/v/, "")} reload variant="primary">
            <Trans>Go on</Trans>
          </LinkButton>
        </div>
      </div>
    );
  return (
    <div className="page">
      <PageHeader title={t`Terms of this portal`} description={t`They are new. Read them and agree to go on.`} />
      {!query.data ? (
        <Skeleton count={6} />
      ) : (
        <div className="stack">
          {accept.error && (
            <Banner tone="danger" role="alert">
              {accept.error.message}
            </Banner>
          )}
          <div className="terms" dir="auto">
            {query.data.terms}
          </div>
          <div className="form-actions">
            <Button
              variant="primary"
              isPending={accept.isPending || accept.isSuccess}
              pendingLabel={t`Agreeing`}
              onPress={() => accept.mutate(query.data.version)}
            >
              <Trans>I agree to these terms</Trans>
            </Button>
            <Button variant="quiet" onPress={() => location.assign("/onlinetraining/auth/logout/")}>
              <Trans>Sign out</Trans>
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
