import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { call, CallError } from "#platform/call.ts";
import { loadForStage } from "#platform/web/stage-page.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { openSite, type OpenedSite } from "./open-site.ts";
import "../web/framed.css";
import "./web-package.css";

/** What the pages may do: run scripts, keep what they store, send forms to themselves, download. They may not leave their frame. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals allow-downloads";

/** What came of opening the pages: where they are, or why not. */
interface Answer {
  /** Which file it is about, and which try. */
  readonly to: string;
  readonly opened: OpenedSite | string;
}

interface SiteFrameProps {
  readonly title: string;
  readonly fileId: number;
  /** Opens them for whoever looks; without it they are only named. */
  readonly open: OpensSite | undefined;
}

export type OpensSite = (fileId: number, signal: AbortSignal) => Promise<OpenedSite>;

/** Opens web pages in a course, for somebody signed in. */
export const openIn =
  (courseId: number): OpensSite =>
  (fileId, signal) =>
    call(openSite, { body: { courseId, fileId } }, { signal });

/** Web pages in their frame, for a learner and for their author alike. */
export function SiteFrame({ title, fileId, open }: SiteFrameProps) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = `${fileId}/${attempt}`;
  const opened = answer?.to === asked ? answer.opened : null;
  const ask = useEffectEvent((signal: AbortSignal) => open?.(fileId, signal));
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal)?.then(
      (found) => loadForStage(found.origin) || setAnswer({ to: asked, opened: found }),
      (error: unknown) =>
        !abort.signal.aborted && setAnswer({ to: asked, opened: error instanceof CallError ? error.message : String(error) }),
    );
    return () => abort.abort();
  }, [asked]);

  return (
    <section className="framed" aria-label={title}>
      <p className="framed-top">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {opened !== null && typeof opened !== "string" && (
          <a className="small" href={opened.src} target="_blank" rel="noopener noreferrer">
            <Trans>Open in a new tab</Trans>
          </a>
        )}
      </p>
      <div className="framed-stage web-package-stage" aria-busy={opened === null && open !== undefined}>
        {open === undefined ? (
          <p className="muted">
            <Trans>The pages play here for learners.</Trans>
          </p>
        ) : opened === null ? (
          <Spinner label={t`Opening the pages`} />
        ) : typeof opened === "string" ? (
          <div role="alert" className="framed-note">
            <p>{opened}</p>
            <Button onPress={() => setAttempt(attempt + 1)}>{t`Try again`}</Button>
          </div>
        ) : (
          <iframe
            src={opened.src}
            title={title}
            sandbox={opened.mayOpenWindows ? `${sandbox} allow-popups` : sandbox}
            allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
            referrerPolicy="no-referrer"
          />
        )}
      </div>
    </section>
  );
}
