import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Printer } from "lucide-react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import "./factors.css";

/** Recovery codes, which are told this one time, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }));
    link.download = t`recovery-codes.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="stack">
      <Banner tone="warning" title={t`Keep these codes now`}>
        <Trans>They are shown only this once. Each lets you in once when you do not have your device.</Trans>
      </Banner>
      <ul className="recovery-codes" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button icon={Download} onPress={save}>
          <Trans>Download</Trans>
        </Button>
        <Button icon={Printer} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
    </div>
  );
}
