import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import type { ImageBlock, ImageProblem } from "./image.ts";

/** The picture, what stands for it where it is not seen, and its caption. */
function Form({ block, onChange, media, autoFocus }: BlockEditorProps<ImageBlock>) {
  const { t } = useLingui();
  const { fileId, alt, caption, decorative = false } = block;
  return (
    <div className="block-form">
      {fileId !== null && <img className="image-preview" src={media.urlOf(fileId)} alt={alt} width={block.width} height={block.height} />}
      <MediaField
        label={t`Picture`}
        use="image"
        media={media}
        hasFile={fileId !== null}
        autoFocus={autoFocus}
        onStored={(stored) => onChange({ ...block, fileId: stored.fileId, width: stored.width ?? 0, height: stored.height ?? 0 })}
      />
      <TextArea
        label={t`Alternative text`}
        description={t`What the picture tells, for those who do not see it. One or two sentences, without “picture of”.`}
        rows={2}
        dir="auto"
        value={alt}
        disabled={decorative}
        onChange={(next) => onChange({ ...block, alt: next })}
      />
      <Checkbox
        value={decorative}
        description={t`It tells nothing that the text does not say. Screen readers pass over it.`}
        onChange={(isDecorative) => {
          const { decorative: _, ...others } = block;
          onChange(isDecorative ? { ...others, alt: "", decorative: true } : others);
        }}
      >
        {t`This picture is decoration`}
      </Checkbox>
      <TextField
        label={t`Caption`}
        isOptional
        dir="auto"
        value={caption ?? ""}
        onChange={(next) => {
          const { caption: _, ...others } = block;
          onChange(next === "" ? others : { ...others, caption: next });
        }}
      />
    </div>
  );
}

/** Widths on the page in pixels, from which its author chooses. */
const widths = { small: 240, medium: 480, large: 720 };

/** How wide the picture is on the page. */
function Settings({ block, onChange }: BlockEditorProps<ImageBlock>) {
  const { t } = useLingui();
  const words = { small: t`Small`, medium: t`Medium`, large: t`Large` };
  const names = Object.keys(widths) as (keyof typeof widths)[];
  const chosen = names.find((name) => widths[name] === block.shownWidth);
  return (
    <Select
      label={t`Width on the page`}
      description={t`Never wider than the page, and never enlarged.`}
      options={[{ id: "own", label: t`Its own` }, ...names.map((name) => ({ id: name, label: words[name] }))]}
      value={chosen ?? "own"}
      onChange={(next) => {
        const { shownWidth: _, ...others } = block;
        const width = names.find((name) => name === next);
        onChange(width ? { ...others, shownWidth: widths[width] } : others);
      }}
    />
  );
}

const problemWords: Record<ImageProblem, MessageDescriptor> = {
  file_missing: msg`No picture is chosen yet.`,
  alt_missing: msg`The picture has no alternative text. Write one, or say that it is decoration.`,
};

export const editor = {
  create: (id) => ({ id, kind: "image", fileId: null, alt: "", width: 0, height: 0 }),
  Form,
  Settings,
  problemWords,
} satisfies BlockEditor<ImageBlock>;
