import { useLingui } from "@lingui/react/macro";
import { Cloud, CloudAlert, CloudCheck, CloudUpload } from "lucide-react";
import { useEffect, useRef } from "react";
import { useOutboxStatus } from "#features/progress/web/hooks.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";

// Only after the session has ended, or a fact was refused.
const SignedOutBanner = lazyPart(() => import("#features/progress/web/signed-out-banner.tsx"));
const NotSavedBanner = lazyPart(() => import("#features/progress/web/not-saved-banner.tsx"));

/** The save state, as an icon and words. */
export function SaveStatus() {
  const { t } = useLingui();
  const { state, isSignedOut, refusal } = useOutboxStatus();
  const waitingWords = isSignedOut ? t`Signed out, not saved yet` : refusal !== null ? t`Not saved` : t`Not saved yet, will retry`;
  const looks = {
    saved: { icon: CloudCheck, words: t`Progress saved` },
    saving: { icon: CloudUpload, words: t`Saving` },
    kept: { icon: Cloud, words: t`Kept on this device` },
    waiting: { icon: CloudAlert, words: waitingWords },
    offline: { icon: CloudAlert, words: t`Offline` },
    blocked: { icon: CloudAlert, words: t`Not saved yet` },
  };
  const { icon, words } = looks[state];
  const wasTrouble = useRef(false);
  useEffect(() => {
    // Only announce problems and their end; normal saving happens all the time. Being offline has its own banner.
    const isTrouble = state !== "saved" && state !== "saving" && state !== "kept";
    if (state === "waiting" || (state === "saved" && wasTrouble.current)) announce(words);
    if (isTrouble || state === "saved") wasTrouble.current = isTrouble;
  }, [state, words]);
  return (
    <span className="save-status muted" data-state={state}>
      <Icon of={icon} /> <span>{words}</span>
    </span>
  );
}

/** Shown without a connection: what is stored on this device, and when it is sent. */
export function OfflineBanner() {
  const { t, i18n } = useLingui();
  const { state, pendingSeconds, isSignedOut, refusal } = useOutboxStatus();
  if (isSignedOut) return <SignedOutBanner />;
  if (refusal !== null) return <NotSavedBanner reason={refusal} />;
  if (state === "blocked")
    return (
      <Banner tone="warning" role="status" title={t`Keep this page open`}>
        {t`The server can't be reached and this browser doesn't allow storing progress. It will be sent when the connection is back.`}
      </Banner>
    );
  if (state !== "offline") return null;
  const minutes = Math.round(pendingSeconds / 60);
  const time = i18n.number(minutes, { style: "unit", unit: "minute", unitDisplay: "long" });
  return (
    <Banner tone="warning" role="status">
      {minutes === 0
        ? t`You're offline. Your progress is kept on this device and will be sent when you reconnect.`
        : t`You're offline. ${time} of study time will be sent when you reconnect.`}
    </Banner>
  );
}
