import { Trans, useLingui } from "@lingui/react/macro";
import type { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** `/v/auth/login` while the server does not say which portal this is: offline, too many calls, or an outage. */
export function LoginFailed({ error }: { error: CallError }) {
  const { t } = useLingui();
  return (
    <AuthFrame title={t`Sign in`}>
      <div className="form">
        <Banner tone="danger" role="alert">
          {error.message}
        </Banner>
        <Button variant="primary" isFullWidth onPress={() => window.location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </AuthFrame>
  );
}
