import { Trans, useLingui } from "@lingui/react/macro";
import { ShownOnce } from "#ui/shown-once.tsx";

/** The new secret of a signed link, this one time. */
export function LinkSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ShownOnce title={t`The secret of this link`} secret={secret} onClose={onClose}>
      <Trans>
        Give it to those who look after what the link leads to: with it they check the signature. Whoever has it can pass for anybody there,
        so send it as you would send a password.
      </Trans>
    </ShownOnce>
  );
}
