import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import type { PdfBlock, PdfProblem } from "./pdf.ts";

/** The document, and what it is called. */
function Form({ block, onChange, media, autoFocus }: BlockEditorProps<PdfBlock>) {
  const { t } = useLingui();
  const { fileId, name, title } = block;
  return (
    <div className="block-form">
      <MediaField
        label={t`PDF document`}
        use="document"
        accept=".pdf"
        check={(file) => (/\.pdf$/i.test(file.name) ? undefined : t`This is no PDF. Offer other documents as a file to download.`)}
        media={media}
        hasFile={fileId !== null}
        autoFocus={autoFocus}
        onStored={(stored, file) =>
          onChange({
            ...block,
            fileId: stored.fileId,
            name: stored.name,
            bytes: stored.bytes,
            title: title || file.name.replace(/\.[^.]*$/, ""),
          })
        }
      />
      {fileId !== null && (
        <p className="muted small">
          <bdi>{name}</bdi>
        </p>
      )}
      <TextField
        label={t`Title`}
        description={t`It stands over the document, and tells what it is where it cannot be seen.`}
        dir="auto"
        maxLength={500}
        value={title}
        onChange={(next) => onChange({ ...block, title: next })}
      />
      <p className="muted small">
        <Trans>A PDF is read best where its text is text: a scanned page cannot be searched or read aloud.</Trans>
      </p>
    </div>
  );
}

/** Whether learners may keep it. */
function Settings({ block, onChange }: BlockEditorProps<PdfBlock>) {
  const { t } = useLingui();
  return (
    <Checkbox value={block.mayDownload ?? false} onChange={(mayDownload) => onChange({ ...block, mayDownload })}>
      {t`Learners may download it`}
    </Checkbox>
  );
}

const problemWords: Record<PdfProblem, MessageDescriptor> = {
  file_missing: msg`No document is chosen yet.`,
  title_missing: msg`The document has no title.`,
};

export const editor = {
  create: (id) => ({ id, kind: "pdf", title: "", fileId: null, name: "", bytes: 0, mayDownload: true }),
  Form,
  Settings,
  problemWords,
} satisfies BlockEditor<PdfBlock>;
