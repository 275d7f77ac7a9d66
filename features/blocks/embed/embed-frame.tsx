import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import type { EmbedBlock } from "./embed.ts";
import { embedded } from "./hosts.ts";
import "../web/framed.css";
import "./embed.css";

/** Content of somebody else. Nothing of theirs is loaded, and they learn of nobody, before the one who looks at it wants to see it. */
export function EmbedFrame({ title, address: written }: Pick<EmbedBlock, "title" | "address">) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const content = embedded(written);
  if (!content)
    return (
      <p className="muted">
        <bdi>{title}</bdi> <Trans>Content of this address cannot be shown.</Trans>
      </p>
    );
  const { host, address } = content;
  const show = () => {
    // The button goes with the press.
    frame.current?.focus({ preventScroll: true });
    setShown(true);
  };
  return (
    <section ref={frame} className="framed" aria-label={title || host} tabIndex={-1}>
      <div className="framed-stage embed-stage">
        {isShown ? (
          <iframe
            src={address}
            title={title || host}
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            allow="fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <div className="framed-note">
            <p>
              <strong>
                <bdi>{title}</bdi>
              </strong>
            </p>
            <p className="muted small">
              <Trans>This comes from {host}, which learns that you open it.</Trans>
            </p>
            <Button onPress={show}>{t`Show`}</Button>
          </div>
        )}
      </div>
      <a className="small" href={address} target="_blank" rel="noopener noreferrer">
        <Trans>Open at {host}</Trans>
        <span className="visually-hidden"> {t`(opens in a new tab)`}</span>
      </a>
    </section>
  );
}
