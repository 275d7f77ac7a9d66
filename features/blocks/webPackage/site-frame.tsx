import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { call, CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { loadForStage } from "#platform/web/stage-page.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { openSite } from "./open-site.ts";
import "../web/framed.css";
import "./web-package.css";

/** What the pages may do: run scripts, keep what they store, send forms to themselves, download. They may not leave their frame. */
const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals allow-downloads";

/** What came of opening the pages: where they are, or why not. */
interface Answer {
  /** Which file it is about, and which try. */
  readonly to: string;
  readonly opened: Result<typeof openSite> | string;
}

interface SiteFrameProps {
  readonly title: string;
  readonly fileId: number;
  /** The course in which they are opened; without one they are only named. */
  readonly courseId: number | undefined;
}

/** Web pages in their frame, for a learner and for their author alike. */
export function SiteFrame({ title, fileId, courseId }: SiteFrameProps) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = `${fileId}/${attempt}`;
  const opened = answer?.to === asked ? answer.opened : null;
  useEffect(() => {
    if (courseId === undefined) return;
    const abort = new AbortController();
    call(openSite, { body: { courseId, fileId } }, { signal: abort.signal }).then(
      (found) => loadForStage(found.origin) || setAnswer({ to: asked, opened: found }),
      (error: unknown) =>
        !abort.signal.aborted && setAnswer({ to: asked, opened: error instanceof CallError ? error.message : String(error) }),
    );
    return () => abort.abort();
  }, [courseId, fileId, asked]);

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
      <div className="framed-stage web-package-stage" aria-busy={opened === null && courseId !== undefined}>
        {courseId === undefined ? (
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
