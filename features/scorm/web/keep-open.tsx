import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useOutboxStatus } from "#features/progress/web/hooks.ts";
import NotSavedBanner from "#features/progress/web/not-saved-banner.tsx";
import SignedOutBanner from "#features/progress/web/signed-out-banner.tsx";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** A warning while nothing can be stored: only this open window has the work. */
export function KeepOpen() {
  const { t } = useLingui();
  const { state, isSignedOut, refusal } = useOutboxStatus();
  if (isSignedOut) return <SignedOutBanner />;
  if (refusal !== null) return <NotSavedBanner reason={refusal} />;
  if (state === "blocked" || state === "waiting")
    return (
      <Banner tone="warning" role="status" title={t`Not saved yet, keep this page open`} action={<RetryButton />}>
        {state === "blocked"
          ? t`The server can't be reached and this browser doesn't allow storing progress.`
          : t`The server can't be reached. Your progress is kept on this device and will be sent.`}
      </Banner>
    );
  if (state !== "offline") return null;
  return (
    <Banner tone="warning" role="status">
      {t`You're offline. Your progress is kept on this device and will be sent when you reconnect.`}
    </Banner>
  );
}

function RetryButton() {
  const [isTrying, setTrying] = useState(false);
  const { t } = useLingui();
  const retry = async () => {
    setTrying(true);
    const { currentOutbox } = await import("#features/progress/web/current-outbox.ts");
    await currentOutbox()?.flush();
    setTrying(false);
  };
  return (
    <Button size="s" onPress={() => void retry()} isPending={isTrying} pendingLabel={t`Sending`}>
      <Trans>Try again</Trans>
    </Button>
  );
}
