import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import { nextId, PartList } from "../web/part-list.tsx";
import { mostPictures, type GalleryBlock, type GalleryProblem } from "./gallery.ts";
import "../web/editors.css";

/** The pictures in their order, each with what stands for it where it is not seen. */
function Form({ block, onChange, media, autoFocus }: BlockEditorProps<GalleryBlock>) {
  const { t } = useLingui();
  const { pictures } = block;
  return (
    <div className="block-form">
      <PartList
        parts={pictures}
        onChange={(next) => onChange({ ...block, pictures: next })}
        nameOf={(number) => t`Picture ${number}`}
        most={mostPictures}
      >
        {(picture, change) => (
          <>
            <img
              className="image-preview"
              src={media.urlOf(picture.fileId)}
              alt={picture.alt}
              width={picture.width}
              height={picture.height}
            />
            <TextArea
              label={t`Alternative text`}
              rows={2}
              dir="auto"
              maxLength={1_000}
              value={picture.alt}
              onChange={(alt) => change({ ...picture, alt })}
            />
            <TextField
              label={t`Caption`}
              isOptional
              dir="auto"
              maxLength={1_000}
              value={picture.caption ?? ""}
              onChange={(next) => {
                const { caption: _, ...others } = picture;
                change(next === "" ? others : { ...others, caption: next });
              }}
            />
          </>
        )}
      </PartList>
      {pictures.length < mostPictures && (
        <MediaField
          label={t`Add a picture`}
          use="image"
          media={media}
          autoFocus={autoFocus}
          onStored={({ fileId, width = 0, height = 0 }) =>
            onChange({ ...block, pictures: [...pictures, { id: nextId(pictures), fileId, alt: "", width, height }] })
          }
        />
      )}
    </div>
  );
}

const problemWords: Record<GalleryProblem, MessageDescriptor> = {
  pictures_missing: msg`There are no pictures yet.`,
  alt_missing: msg`A picture has no alternative text.`,
};

export const editor = {
  create: (id) => ({ id, kind: "gallery", pictures: [] }),
  Form,
  problemWords,
} satisfies BlockEditor<GalleryBlock>;
