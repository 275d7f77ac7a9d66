import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { FactorSetup } from "./factor-setup.tsx";
import { stepQuery } from "./factor-hooks.ts";
import { portalQuery } from "./portal-query.ts";
import { leaveFor, ownReturnUrl } from "./own-page.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondStep } from "./second-step.tsx";

const LanguageChoice = lazyPart(() => import("./language-choice.tsx"));

/** `/v/auth/mfa`: the second step of a sign-in, and the place where somebody who needs a second factor sets one up. Then the page that was asked for. */
export default function MfaPage() {
  return (
    <>
      <LanguageChoice />
      <SecondFactor />
    </>
  );
}

function SecondFactor() {
  const { t } = useLingui();
  const { data } = useQuery(portalQuery);
  const step = useQuery({ ...stepQuery, gcTime: 0, refetchOnWindowFocus: false });
  const [added, setAdded] = useState<{ codes: readonly string[] | null; redirect: string } | null>(null);
  const portal = data && "PortalName" in data ? { portalName: data.PortalName, logo: data.Logo } : {};
  const goOn = ownReturnUrl() ?? "/v/";

  if (added)
    return (
      <AuthFrame title={t`Your second factor is set up`} {...portal}>
        <div className="stack">
          {added.codes && <RecoveryCodes codes={added.codes} />}
          <Button variant="primary" isFullWidth onPress={() => leaveFor(added.redirect)}>
            {added.codes ? <Trans>I have kept them: continue</Trans> : <Trans>Continue</Trans>}
          </Button>
        </div>
      </AuthFrame>
    );
  if (step.isError)
    return (
      <AuthFrame title={t`Second factor`} {...portal}>
        <ErrorState
          title={t`This step could not be loaded`}
          onRetry={() => void step.refetch()}
          isRetrying={step.isFetching}
          headingLevel={2}
        />
      </AuthFrame>
    );
  if (!step.data)
    return (
      <AuthFrame title={t`Second factor`} {...portal}>
        <Skeleton count={3} />
      </AuthFrame>
    );
  const { step: kind, factors, trustedDays, dueAt } = step.data;
  if (kind === "factor")
    return (
      <AuthFrame
        title={t`Second factor`}
        {...portal}
        notes={
          <p>
            <Trans>One more step, so that nobody gets in with your password alone.</Trans>
          </p>
        }
        foot={<OtherAccount />}
      >
        <SecondStep factors={factors} trustedDays={trustedDays} onDone={leaveFor} />
      </AuthFrame>
    );
  if (kind !== null)
    return (
      <AuthFrame
        title={t`Set up a second factor`}
        {...portal}
        notes={
          <p>
            {kind !== "offer" ? (
              <Trans>
                This portal asks you for a second factor, so that nobody gets in with your password alone. You need one to go on.
              </Trans>
            ) : (
              dueAt && (
                <Trans>
                  This portal asks you for a second factor, so that nobody gets in with your password alone. You have until{" "}
                  <Time instant={dueAt} kind="date" />.
                </Trans>
              )
            )}
          </p>
        }
        foot={
          kind === "offer" ? (
            <div>
              <Button variant="quiet" onPress={() => leaveFor(goOn)}>
                <Trans>Later</Trans>
              </Button>
            </div>
          ) : (
            <OtherAccount />
          )
        }
      >
        <FactorSetup
          asksPassword={kind !== "enrol"}
          onDone={({ recoveryCodes, redirect }) => setAdded({ codes: recoveryCodes, redirect: redirect ?? goOn })}
        />
      </AuthFrame>
    );
  return (
    <AuthFrame title={t`Nothing to prove here`} {...portal}>
      <div className="stack">
        <p>
          <Trans>No sign-in is waiting in this browser. It may have taken too long, or be done already.</Trans>
        </p>
        <LinkButton to={goOn.replace(/^\/v/, "")} reload variant="primary">
          <Trans>Go on</Trans>
        </LinkButton>
      </div>
    </AuthFrame>
  );
}

/** Back to the login page, for somebody who signed in as the wrong person. */
function OtherAccount() {
  return (
    <p>
      <a href={`/onlinetraining/auth/logout?ReturnUrl=${encodeURIComponent(ownReturnUrl() ?? "/v/")}`}>
        <Trans>Sign in as somebody else</Trans>
      </a>
    </p>
  );
}
