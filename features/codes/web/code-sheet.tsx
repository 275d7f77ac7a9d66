import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useEnvironment } from "#features/portal/web/environment.ts";
import type { Code } from "../contract.ts";
import { GetsList } from "./gets-list.tsx";
import { LocalTime } from "./local-time.tsx";
import { Qr } from "./qr.tsx";
import "./code-sheet.css";

interface CodeSheetProps {
  readonly code: Pick<Code, "label" | "gets" | "closesAt" | "timeZone">;
  readonly word: { readonly code: string; readonly link: string };
  readonly onPrinted: () => void;
}

/** One page for paper: whose code it is, how it is used, its QR code, link and letters. Opens the print dialog once drawn, and calls onPrinted when that is closed. */
export function CodeSheet({ code, word, onPrinted }: CodeSheetProps) {
  const { t } = useLingui();
  const { Portal, Logo } = useEnvironment();
  useEffect(() => {
    addEventListener("afterprint", onPrinted);
    window.print();
    return () => removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  const portal = <bdi>{Portal.Name}</bdi>;
  // At the end of the page, so that nothing around it takes room on paper.
  return createPortal(
    <section className="print-only code-sheet">
      <header>
        {Logo && <img src={Logo} alt="" />}
        <p className="code-sheet-portal">{portal}</p>
      </header>
      <h1>
        <bdi>{code.label}</bdi>
      </h1>
      {code.gets.length > 0 && <GetsList gets={code.gets} />}
      <Qr text={word.link} label={t`QR code of the link`} />
      <ol>
        <li>
          <Trans>Point the camera of your phone at the picture, or open this link:</Trans>
          <br />
          <bdi dir="ltr" className="code-sheet-link">
            {word.link}
          </bdi>
        </li>
        <li>
          <Trans>Make an account with your email, or sign in if you have one.</Trans>
        </li>
        <li>
          <Trans>If you are asked for a code, type this one:</Trans>
          <br />
          <bdi dir="ltr" className="code-sheet-word">
            {word.code}
          </bdi>
        </li>
      </ol>
      {code.closesAt && (
        <p>
          <Trans>
            It works until <LocalTime local={code.closesAt} zone={code.timeZone} />.
          </Trans>
        </p>
      )}
    </section>,
    document.body,
  );
}
