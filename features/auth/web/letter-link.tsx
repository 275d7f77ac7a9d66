import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Endpoint, Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { type Body, sendForm } from "./hooks.ts";

/**
 * The secret behind # with which a page was opened from a letter, else the one given; empty without one. It leaves the address at once, so that no history keeps it, and stands
 * there again while the page is loaded in another language (language-choice.tsx). Another such link, opened in the same tab, changes nothing but what is behind #, and the browser
 * shows no new page for that: it is loaded here.
 */
export function useLinkSecret(other = ""): string {
  const [secret] = useState(() => location.hash.slice(1) || other);
  useLayoutEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  useEffect(() => {
    const load = () => {
      if (location.hash) location.reload();
    };
    const putBack = () => {
      if (secret !== "") history.replaceState(history.state, "", `#${secret}`);
    };
    addEventListener("hashchange", load);
    addEventListener("loadanew", putBack);
    return () => {
      removeEventListener("hashchange", load);
      removeEventListener("loadanew", putBack);
    };
  }, [secret]);
  return secret;
}

/** Where a link led that has been used; null before. The page of the used link would only say that it does not work: in another language the next one is loaded. */
export function useNextPlace(address: string | null): void {
  useEffect(() => {
    if (address === null) return;
    const goOn = () => history.replaceState(history.state, "", address);
    addEventListener("loadanew", goOn);
    return () => removeEventListener("loadanew", goOn);
  }, [address]);
}

/** What the server says of a letter's link before it is used: null while it looks, and for an empty secret; the error when the link does not work. */
export function useLookedAtLink<E extends Endpoint>(look: E, token: string): Result<E> | CallError | null {
  const [found, setFound] = useState<Result<E> | CallError | null>(null);
  useLayoutEffect(() => {
    if (token === "") return;
    sendForm(look, { token } as Body<E>).then(setFound, (error: unknown) => {
      if (error instanceof CallError) setFound(error);
    });
  }, [look, token]);
  return found;
}

interface BrokenLinkProps {
  readonly frame: Omit<Parameters<typeof AuthFrame>[0], "title" | "children">;
  /** What the server says of the link; null for an address that lacks its secret. */
  readonly error: CallError | null;
  /** The link that leads on. */
  readonly children: ReactNode;
}

/** The page of a letter's link that is of no use: over, used, or not copied in one piece. */
export function BrokenLink({ frame, error, children }: BrokenLinkProps) {
  const { t } = useLingui();
  return (
    <AuthFrame title={t`This link does not work`} {...frame}>
      <div className="stack">
        {error ? (
          <Banner tone="danger" role="alert">
            {error.message}
          </Banner>
        ) : (
          <p>
            <Trans>Open it again as you got it, in one piece, or ask for a new one.</Trans>
          </p>
        )}
        <p>{children}</p>
      </div>
    </AuthFrame>
  );
}
