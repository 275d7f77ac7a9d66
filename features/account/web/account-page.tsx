import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Switch } from "#ui/switch.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Account } from "../contract.ts";
import { Theme } from "../contract.ts";
import { accountQuery, useSavePreferences } from "./hooks.ts";
import { ProfileForm } from "./profile-form.tsx";
import "./account.css";

const Sessions = lazyPart(() => import("./sessions.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(accountQuery);

/** MyAccount (specification §2): the person's profile, appearance, sign-in and stored data. */
export default function AccountPage() {
  const { t } = useLingui();
  const query = useQuery(accountQuery);
  const { data: account } = query;
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
              <Part id="account-profile" title={<Trans>Profile</Trans>}>
                <ProfileForm account={account} />
              </Part>
              <Part id="account-look" title={<Trans>Appearance and keyboard</Trans>}>
                <Preferences account={account} />
              </Part>
              <Part id="account-password" title={<Trans>Password</Trans>}>
                <Password account={account} />
              </Part>
              <Part id="account-sessions" title={<Trans>Signed-in browsers</Trans>}>
                <Sessions meanwhile={<Skeleton count={3} />} />
              </Part>
              <Part id="account-data" title={<Trans>What is kept about you</Trans>}>
                <p>
                  <Trans>
                    Your profile, your enrolments, and what you did in each course: pages, answers, study time and results. Your{" "}
                    <Link to="/student/history">history</Link> shows it and exports it as CSV.
                  </Trans>
                </p>
                {account.joinedAt && (
                  <p className="muted">
                    <Trans>
                      Member since <Time instant={account.joinedAt} kind="date" />
                    </Trans>
                  </p>
                )}
              </Part>
            </div>
          )}
        </BusyRegion>
      )}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className="card account-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="account-part-body">{children}</div>
    </section>
  );
}

/** Theme and shortcuts: each choice is saved at once. */
function Preferences({ account }: { account: Account }) {
  const { t } = useLingui();
  const save = useSavePreferences((error) => toast({ tone: "danger", title: t`Your choice was not saved`, message: error.message }));
  const words: Record<Theme, { label: string; icon: typeof Sun }> = {
    system: { label: t`As on this device`, icon: Monitor },
    light: { label: t`Light`, icon: Sun },
    dark: { label: t`Dark`, icon: Moon },
  };
  return (
    <>
      <RadioGroup
        label={t`Theme`}
        layout="cards"
        options={Theme.options.map((id) => ({ id, ...words[id] }))}
        value={account.theme}
        onChange={(theme) => save.mutate({ theme })}
      />
      <Switch
        value={account.shortcuts}
        onChange={(shortcuts) => save.mutate({ shortcuts })}
        description={t`Keys such as K for play and ] for the next lesson, in the course viewer. Turn them off when you dictate or use a switch device.`}
      >
        {t`Single-key shortcuts`}
      </Switch>
    </>
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
