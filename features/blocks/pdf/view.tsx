import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { usePercent } from "#ui/use-percent.ts";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { fileUrl } from "../file-url.ts";
import type { PdfDocument } from "./pdf-document.ts";
import type { PdfBlock } from "./pdf.ts";
import "../web/framed.css";
import "./pdf.css";

const zooms = [1, 1.25, 1.5, 2, 3, 4];

/** A PDF, one page at a time, drawn as wide as the lesson. What draws it is loaded once the block comes into sight. */
function View({ block }: BlockViewProps<PdfBlock>) {
  const { t } = useLingui();
  const percent = usePercent();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const isSeen = useSeen(frame);
  const { document, isBroken } = useDocument(isSeen ? block.fileId : null, attempt);
  const [asked, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const width = useWidth(frame);
  const pages = document?.pages ?? 0;
  const page = Math.min(asked, Math.max(1, pages));
  const [undrawn, setUndrawn] = useState<number | null>(null);

  useEffect(() => {
    if (!document || width === 0 || !canvas.current || !words.current) return;
    const abort = new AbortController();
    document.draw(page, { canvas: canvas.current, words: words.current, width, zoom: zooms[zoom] ?? 1 }, abort.signal).then(
      () => setUndrawn(null),
      () => !abort.signal.aborted && setUndrawn(page),
    );
    return () => abort.abort();
  }, [document, page, width, zoom]);

  if (block.fileId === null) return null;
  const { title, name, mayDownload } = block;
  const go = (to: number) => {
    setPage(to);
    frame.current?.scrollTo({ top: 0, left: 0 });
  };
  return (
    <section className="framed" aria-label={title}>
      <div className="framed-top">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {pages > 0 && (
          <span className="pdf-tools">
            <IconButton icon={ChevronLeft} flip label={t`Previous page`} isDisabled={page === 1} onPress={() => go(page - 1)} />
            <span className="num small" role="status">
              <Trans>
                Page {page} of {pages}
              </Trans>
            </span>
            <IconButton icon={ChevronRight} flip label={t`Next page`} isDisabled={page === pages} onPress={() => go(page + 1)} />
            <IconButton icon={ZoomOut} label={t`Smaller`} isDisabled={zoom === 0} onPress={() => setZoom(zoom - 1)} />
            <span className="num small">{percent((zooms[zoom] ?? 1) * 100)}</span>
            <IconButton icon={ZoomIn} label={t`Larger`} isDisabled={zoom === zooms.length - 1} onPress={() => setZoom(zoom + 1)} />
          </span>
        )}
      </div>
      {pages > 0 && <progress className="pdf-progress" value={page} max={pages} aria-label={t`Pages of the document`} />}
      {/* Focusable, so that the keyboard scrolls a page that is larger than the frame. */}
      <div
        ref={frame}
        className="framed-stage pdf-frame"
        tabIndex={0}
        role="group"
        aria-label={t`Page ${page}`}
        aria-busy={!document && !isBroken}
      >
        {isBroken || undrawn === page ? (
          <div className="framed-note" role="alert">
            <p>
              <Trans>This document cannot be shown. It may be damaged, protected with a password, or the connection broke.</Trans>
            </p>
            <Button onPress={() => setAttempt(attempt + 1)}>{t`Try again`}</Button>
          </div>
        ) : (
          !document && (
            <div className="framed-note">
              <Spinner label={t`Opening the document`} />
            </div>
          )
        )}
        <div className="pdf-page" hidden={!document || isBroken}>
          <canvas ref={canvas} aria-hidden />
          <div ref={words} className="pdf-words" dir="ltr" />
        </div>
      </div>
      {mayDownload && (
        <a className="small" href={fileUrl(block.fileId, name)} download={name}>
          <Icon of={Download} /> <Trans>Download the document</Trans>
        </a>
      )}
    </section>
  );
}

/** Whether it came near the part of the page that is seen; stays so. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: "400px" });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [isSeen, element]);
  return isSeen;
}

/** The inner width of an element in pixels, as it changes. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return width;
}

function useDocument(fileId: number | null, attempt: number): { document: PdfDocument | null; isBroken: boolean } {
  // "broken" where it could not be opened.
  const [found, setFound] = useState<{ of: string; document: PdfDocument | "broken" } | null>(null);
  const asked = `${fileId}/${attempt}`;
  useEffect(() => {
    if (fileId === null) return;
    const abort = new AbortController();
    import("./pdf-document.ts")
      .then(({ openPdf }) => openPdf(fileUrl(fileId), abort.signal))
      .then(
        (document) => !abort.signal.aborted && setFound({ of: asked, document }),
        () => !abort.signal.aborted && setFound({ of: asked, document: "broken" }),
      );
    return () => abort.abort();
  }, [fileId, asked]);
  const document = found?.of === asked ? found.document : null;
  return document === "broken" ? { document: null, isBroken: true } : { document, isBroken: false };
}

export const view = { View } satisfies BlockView<PdfBlock>;
