import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { refreshEnvironment } from "#features/portal/web/environment.ts";
import { announceSignedOut, call, CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Time } from "#ui/time.tsx";
import { sessionLeft } from "../session-contract.ts";

/** Milliseconds between two questions while the warning is shown: a press in another window keeps the session, and the warning goes. */
const shownEvery = 10_000;

/**
 * Says two minutes before an idle session ends that it does, so that nobody loses their place (AUTH-2). The server knows how long it lasts: other windows use the same
 * session. minutes: without use, after which it ends.
 */
export default function IdleWarning({ minutes }: { minutes: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [ends, setEnds] = useState<{ at: number; canStay: boolean } | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [asked, askAgain] = useState(0);
  /** Seconds; of very short sessions the last half. */
  const before = Math.min(120, minutes * 30);

  /** Gives the milliseconds until the next question; null when the session is over. */
  const look = useEffectEvent(async (): Promise<number | null> => {
    try {
      const { seconds, canStay } = await call(sessionLeft, undefined, { isQuiet: true });
      const isNear = seconds <= before;
      setEnds(isNear ? { at: Date.now() + seconds * 1000, canStay } : null);
      if (!isNear) setClosed(false);
      return isNear ? shownEvery : (seconds - before) * 1000;
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) return shownEvery;
      setEnds(null);
      announceSignedOut(error);
      return null;
    }
  });
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const next = async () => {
      const wait = await look();
      if (!isOver && wait !== null) later = setTimeout(() => void next(), wait);
    };
    void next();
    return () => {
      isOver = true;
      clearTimeout(later);
    };
  }, [asked]);

  if (!ends) return null;
  return (
    <Dialog
      title={t`Are you still there?`}
      width="s"
      isOpen={!isClosed}
      onOpenChange={(isOpen) => setClosed(!isOpen)}
      footer={
        ends.canStay && (
          <Button variant="primary" autoFocus onPress={() => void refreshEnvironment(client).then(() => askAgain(asked + 1))}>
            {t`Stay signed in`}
          </Button>
        )
      }
    >
      <p>
        {ends.canStay ? (
          <Trans>
            You were away for a while, so you will be signed out at <Time instant={ends.at} kind="time" />.
          </Trans>
        ) : (
          <Trans>
            You have been signed in for long, so you will be signed out at <Time instant={ends.at} kind="time" />.
          </Trans>
        )}{" "}
        {t`Nothing on this page is lost: you can sign in again over it.`}
      </p>
    </Dialog>
  );
}
