import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import type { FileBlock, FileProblem } from "./file.ts";

/** The file to download, under which name, and what it is. */
function Form({ block, onChange, media, autoFocus }: BlockEditorProps<FileBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      <MediaField
        label={t`File to download`}
        use="document"
        media={media}
        hasFile={block.fileId !== null}
        autoFocus={autoFocus}
        onStored={({ fileId, name, bytes }) => onChange({ ...block, fileId, name, bytes })}
      />
      {block.fileId !== null && (
        <TextField
          label={t`Name of the file`}
          description={t`It is saved under this name.`}
          dir="auto"
          value={block.name}
          onChange={(name) => onChange({ ...block, name })}
        />
      )}
      <TextField
        label={t`Description`}
        isOptional
        dir="auto"
        value={block.description ?? ""}
        onChange={(next) => {
          const { description: _, ...others } = block;
          onChange(next === "" ? others : { ...others, description: next });
        }}
      />
    </div>
  );
}

const problemWords: Record<FileProblem, MessageDescriptor> = {
  file_missing: msg`No file is chosen yet.`,
  name_missing: msg`The file has no name.`,
};

export const editor = {
  create: (id) => ({ id, kind: "file", fileId: null, name: "", bytes: 0 }),
  Form,
  problemWords,
} satisfies BlockEditor<FileBlock>;
