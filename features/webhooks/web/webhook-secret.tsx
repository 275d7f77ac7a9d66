import { Trans, useLingui } from "@lingui/react/macro";
import { ShownOnce } from "#ui/shown-once.tsx";

/** The new secret of a webhook, this one time. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ShownOnce title={t`The secret of this webhook`} secret={secret} onClose={onClose}>
      <Trans>
        Give it to those who look after the receiver: with it they check that what arrives comes from this portal and was not changed. Send
        it as you would send a password.
      </Trans>
    </ShownOnce>
  );
}
