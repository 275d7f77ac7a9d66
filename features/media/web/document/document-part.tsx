import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { mostDocumentBytes, type DocumentReply } from "../../contract.ts";
import "./document.css";
import type { DocumentOnItsWay } from "./use-document.ts";

interface DocumentPartProps {
  readonly document: DocumentOnItsWay;
  /** Stands above what the document would make. */
  readonly lead: ReactNode;
}

/** Chooses a document or takes a pasted text, then shows the chapters and pages that it would make; says what is wrong with one that cannot be read. */
export default function DocumentPart({ document, lead }: DocumentPartProps) {
  const body = useRef<HTMLDivElement>(null);
  const isShown = document.shown !== undefined;
  const wasShown = useRef(isShown);
  useEffect(() => {
    // What was pressed is gone: the focus goes on to what is there now.
    if (wasShown.current !== isShown) body.current?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown]);
  return (
    <div ref={body} tabIndex={-1}>
      {document.shown ? (
        <div className="stack">
          {lead}
          <Outline shown={document.shown} />
        </div>
      ) : (
        <Chooser document={document} />
      )}
      {document.error && (
        <p role="alert" className="ui-error">
          {document.error.message}
        </p>
      )}
    </div>
  );
}

function Chooser({ document }: { document: DocumentOnItsWay }) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const megabytes = mostDocumentBytes / 1024 ** 2;
  return (
    <div className="stack">
      <p>
        <Trans>Headings become chapters and pages. Word (.docx), Markdown and web pages (.html) up to {megabytes} MB.</Trans>
      </p>
      <span className="row">
        <Button icon={FileUp} isPending={document.isLooking} pendingLabel={t`Reading`} onPress={() => chooser.current?.click()}>
          <Trans>Choose a document</Trans>
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t`Document`}
          accept=".docx,.md,.markdown,.txt,.html,.htm"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) document.take(chosen);
            target.value = "";
          }}
        />
      </span>
      <TextArea
        label={t`Or paste a text`}
        description={t`In Markdown: # is a chapter, ## a page.`}
        rows={6}
        dir="auto"
        value={document.text}
        onChange={document.setText}
      />
    </div>
  );
}

/** The chapters and pages that a document would make, and what stays out. */
function Outline({ shown }: { shown: DocumentReply }) {
  const { t } = useLingui();
  return (
    <>
      <ol className="stack-s document-outline">
        {shown.chapters.map((chapter, nth) => (
          // Titles may be the same.
          <li key={`${nth}:${chapter.title}`}>
            <bdi>
              <strong>{chapter.title}</strong>
            </bdi>
            <ol>
              {chapter.pages.map((page, at) => (
                <li key={`${at}:${page.title}`}>
                  <bdi>{page.title}</bdi>{" "}
                  <span className="muted small num">
                    {t`${plural(page.words, { one: "# word", other: "# words" })}`}
                    {page.pictures > 0 && ` · ${t`${plural(page.pictures, { one: "# picture", other: "# pictures" })}`}`}
                    {page.tables > 0 && ` · ${t`${plural(page.tables, { one: "# table", other: "# tables" })}`}`}
                  </span>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {shown.missingPictures > 0 && (
        <p className="muted">
          {t`${plural(shown.missingPictures, {
            one: "# picture is not in the document itself and stays out.",
            other: "# pictures are not in the document itself and stay out.",
          })}`}
        </p>
      )}
    </>
  );
}
