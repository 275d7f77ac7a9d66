import { Trans, useLingui } from "@lingui/react/macro";
import { announceSignedOut, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";

/** Says that progress waits for who is signed out, in another tab perhaps, and opens the sign-in over the page once more. */
export default function SignedOutBanner() {
  const { t } = useLingui();
  return (
    <Banner
      tone="warning"
      role="status"
      title={t`You are signed out`}
      action={
        <Button size="s" onPress={() => announceSignedOut(new CallError(401, "signed_out", ""))}>
          <Trans>Sign in</Trans>
        </Button>
      }
    >
      {t`Keep this page open and sign in again: then what you did here is saved.`}
    </Banner>
  );
}
