import { Trans, useLingui } from "@lingui/react/macro";
import type { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** `/v/auth/login` while the server does not say which portal this is: offline, too many calls, or an outage. Without an error, the page's own code did not come. */
export function LoginFailed({ error }: { error: CallError | null }) {
  const { t } = useLingui();
  return (
    <AuthFrame title={t`Sign in`}>
      <div className="form">
        <Banner tone="danger" role="alert">
          {error ? error.message : <Trans>This page could not be loaded. Check your connection and try again.</Trans>}
        </Banner>
        <Button variant="primary" isFullWidth onPress={() => window.location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </AuthFrame>
  );
}
