import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { leaveFor } from "./own-page.ts";
import { hasPasskeys, signInWithPasskey } from "./passkeys.ts";

/** Signs in with a passkey alone, where the browser has them. */
export function PasskeyButton({ returnUrl }: { returnUrl: string | null }) {
  const { t } = useLingui();
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  if (!hasPasskeys()) return null;
  const send = async () => {
    setSending(true);
    setFailed(null);
    try {
      const { redirect } = await signInWithPasskey(returnUrl, t`The browser gave no passkey. Sign in with your email and password.`);
      leaveFor(redirect);
    } catch (error) {
      setSending(false);
      if (!(error instanceof CallError)) throw error;
      setFailed(error.message);
    }
  };
  return (
    <>
      {failed && (
        <Banner tone="danger" role="alert">
          {failed}
        </Banner>
      )}
      <Button isFullWidth isPending={isSending} pendingLabel={t`Signing in`} onPress={() => void send()}>
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  );
}
