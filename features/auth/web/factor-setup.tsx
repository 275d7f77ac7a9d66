import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { hasPasskeys } from "./passkeys.ts";
import { PasskeySetup } from "./passkey-setup.tsx";
import { TotpSetup } from "./totp-setup.tsx";

/** Sets up a first second factor: an authenticator app or, where the browser has them, a passkey. */
export function FactorSetup(props: Parameters<typeof TotpSetup>[0]) {
  const [isPasskey, setPasskey] = useState(false);
  return (
    <div className="stack">
      {isPasskey ? <PasskeySetup {...props} /> : <TotpSetup {...props} />}
      {hasPasskeys() && (
        <div>
          <Button variant="quiet" onPress={() => setPasskey(!isPasskey)}>
            {isPasskey ? <Trans>Use an authenticator app instead</Trans> : <Trans>Use a passkey instead</Trans>}
          </Button>
        </div>
      )}
    </div>
  );
}
