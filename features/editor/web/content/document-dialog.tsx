import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { documentPath, mostDocumentBytes, type DocumentReply } from "#features/media/contract.ts";
import { sendForm } from "#platform/web/send-form.ts";
import { words } from "#platform/words.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";

const brokenOff = words("The connection broke before the document had arrived. Try again.");

interface DocumentDialogProps {
  readonly courseId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called once the document is in the draft. */
  readonly onAdded: () => void;
}

/** Makes chapters and pages of a document, or of pasted text: first shows what they would be, then adds them. */
export default function DocumentDialog({ courseId, isOpen, onClose, onAdded }: DocumentDialogProps) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const send = (document: File, wanted: "look" | "add") => {
    const form = new FormData();
    form.append("file", document, document.name);
    return sendForm<DocumentReply>(`${documentPath.replace(":courseId", String(courseId))}?do=${wanted}`, form, { brokenOff });
  };
  const look = useMutation({ mutationFn: (document: File) => send(document, "look") });
  const add = useMutation({
    mutationFn: (document: File) => send(document, "add"),
    onSuccess: () => {
      onAdded();
      close();
    },
  });
  function close() {
    setFile(null);
    setText("");
    look.reset();
    add.reset();
    onClose();
  }
  function take(document: File) {
    setFile(document);
    look.mutate(document);
  }
  const megabytes = mostDocumentBytes / 1024 ** 2;
  const error = add.error ?? look.error;
  const shown = look.data;
  return (
    <Dialog
      title={t`Add from a document`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      width="half"
      footer={
        shown && file ? (
          <>
            <Button onPress={() => look.reset()}>
              <Trans>Choose another</Trans>
            </Button>
            <Button variant="primary" isPending={add.isPending} pendingLabel={t`Adding`} onPress={() => add.mutate(file)}>
              <Trans>Add to the course</Trans>
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            isDisabled={text.trim() === ""}
            isPending={look.isPending}
            pendingLabel={t`Reading`}
            onPress={() => take(new File([text], `${t`Pasted text`}.md`, { type: "text/markdown" }))}
          >
            <Trans>Show what it makes</Trans>
          </Button>
        )
      }
    >
      {shown ? (
        <div className="stack">
          <p>
            <Trans>This would be added at the end of the course:</Trans>
          </p>
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
        </div>
      ) : (
        <div className="stack">
          <p>
            <Trans>Headings become chapters and pages. Word (.docx), Markdown and web pages (.html) up to {megabytes} MB.</Trans>
          </p>
          <span className="row">
            <Button icon={FileUp} isPending={look.isPending} pendingLabel={t`Reading`} onPress={() => chooser.current?.click()}>
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
                if (chosen) take(chosen);
                target.value = "";
              }}
            />
          </span>
          <TextArea
            label={t`Or paste a text`}
            description={t`In Markdown: # is a chapter, ## a page.`}
            rows={6}
            dir="auto"
            value={text}
            onChange={setText}
          />
        </div>
      )}
      {error && (
        <p role="alert" className="ui-error">
          {error.message}
        </p>
      )}
    </Dialog>
  );
}
