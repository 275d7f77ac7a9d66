import { Trans, useLingui } from "@lingui/react/macro";
import { Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import type { Code } from "../contract.ts";
import { CodeSheet } from "./code-sheet.tsx";
import { Qr } from "./qr.tsx";

/** The code itself: its letters, link and QR code, and a page of it for paper. */
export function CodeWord({ code }: { code: Code }) {
  const { t } = useLingui();
  const [isPrinting, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  const { word } = code;
  if (!word)
    return (
      <Banner tone="warning">
        <Trans>The secret of this installation was changed since, so this code can be neither shown nor used. Make another one.</Trans>
      </Banner>
    );
  return (
    <div className="code-face">
      <Qr text={word.link} label={t`QR code of the link to this code`} />
      <div className="stack">
        <CopyId label={t`Code`} value={word.code} />
        <CopyId label={t`Link`} value={word.link} />
        <div className="row">
          <Button icon={Printer} onPress={() => setPrinting(true)}>
            <Trans>Print a sheet</Trans>
          </Button>
        </div>
        <p className="muted small">
          <Trans>Whoever has the code can use it as long as it works: send it to the people whom it is for.</Trans>
        </p>
      </div>
      {isPrinting && <CodeSheet code={code} word={word} onPrinted={done} />}
    </div>
  );
}
