import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { LazyMyData } from "#features/lifecycle/web/lazy-my-data.ts";
import { atRest } from "#ui/at-rest.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SaveBars } from "#ui/save-bar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import type { Account } from "../contract.ts";
import { AccountForm } from "./account-form.tsx";
import { AccountPart } from "./account-part.tsx";
import { accountQuery } from "./hooks.ts";
import { Sessions } from "./sessions.tsx";
import "./account.css";

/** The portal's custom fields; many portals have none for the person to see. */
const OwnFields = lazyPart(() => import("#features/fields/web/own-fields.tsx"));

/** The email with which the person signs in. */
const OwnEmail = lazyPart(() => import("#features/auth/web/own-email.tsx"));

/** What protects the account besides the password. */
const OwnFactors = lazyPart(() => import("#features/auth/web/own-factors.tsx"));

/** What the person gets by email. */
const MailChoices = lazyPart(() => import("#features/notifications/web/preferences.tsx"));

/** Who stands in for whom; for most people nobody. */
const OwnDeputies = lazyPart(() => import("#features/roles/web/own-deputies.tsx"));

const RetakeTour = lazyPart(() => import("#features/help/web/retake-tour.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(accountQuery);

/** MyAccount (specification §2): the person's profile, appearance, sign-in and stored data. */
export default function AccountPage() {
  const { t } = useLingui();
  const query = useQuery(accountQuery);
  const { data: account } = query;
  // Parts further down a long page: their code and calls come after what the person sees first.
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => atRest(() => setAtRest(true)), []);
  return (
    <div className="page account-page">
      <PageHeader title={t`My account`} />
      {query.isError && !account ? (
        <ErrorState
          title={t`Your account could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!account} label={t`Loading your account`} skeleton={<Skeleton count={8} />}>
          {account && (
            <div className="account">
              <SaveBars>
                <AccountForm account={account} />
                {isAtRest && <OwnFields />}
                <AccountPart id="account-email" title={<Trans>Email</Trans>}>
                  {isAtRest ? <OwnEmail /> : <p>{account.email}</p>}
                </AccountPart>
                <AccountPart id="account-password" title={<Trans>Password</Trans>}>
                  <Password account={account} />
                </AccountPart>
                <AccountPart id="account-factors" title={<Trans>Second factor</Trans>}>
                  {isAtRest && <OwnFactors />}
                </AccountPart>
                <AccountPart id="account-sessions" title={<Trans>Signed-in browsers</Trans>}>
                  <Sessions />
                </AccountPart>
                <AccountPart id="notifications" title={<Trans>What you get by email</Trans>}>
                  {isAtRest && <MailChoices />}
                </AccountPart>
              </SaveBars>
              {isAtRest && <OwnDeputies />}
              <AccountPart id="account-tour" title={<Trans>Tour</Trans>}>
                <p className="muted">
                  <Trans>A few steps over the first screen of your role and what is at the top of every screen.</Trans>
                </p>
                <div>{isAtRest && <RetakeTour />}</div>
              </AccountPart>
              <AccountPart id="account-data" title={<Trans>What is kept about you</Trans>}>
                <p>
                  <Trans>
                    Your profile, your enrolments, and what you did in each course: lessons, answers, study time and results. Your{" "}
                    <Link to="/student/history">history</Link> shows it and exports it as CSV.
                  </Trans>
                </p>
                <p>
                  <Link to="/student/looks">
                    <Trans>Who looked at this portal as you</Trans>
                  </Link>
                </p>
                <p>
                  <Link to="/student/tokens">
                    <Trans>API tokens for programs</Trans>
                  </Link>
                </p>
                {isAtRest && <LazyMyData />}
                {account.joinedAt && (
                  <p className="muted">
                    <Trans>
                      Member since <Time instant={account.joinedAt} kind="date" />
                    </Trans>
                  </p>
                )}
              </AccountPart>
            </div>
          )}
        </BusyRegion>
      )}
    </div>
  );
}

function Password({ account }: { account: Account }) {
  return (
    <>
      <p className="muted">
        {account.passwordChangedAt ? (
          <Trans>
            Last changed <Time instant={account.passwordChangedAt} kind="date" />. A new password signs you out everywhere else.
          </Trans>
        ) : (
          <Trans>A new password signs you out everywhere else.</Trans>
        )}
      </p>
      <div>
        <LinkButton icon={KeyRound} to="/auth/passwordChange">
          <Trans>Change password</Trans>
        </LinkButton>
      </div>
    </>
  );
}
