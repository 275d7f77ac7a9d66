import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import { TranscriptField } from "../web/transcript-field.tsx";
import type { AudioBlock, AudioProblem } from "./audio.ts";

/** The recording, its title and what is heard in it. */
function Form({ block, onChange, media, autoFocus = false }: BlockEditorProps<AudioBlock>) {
  const { t } = useLingui();
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) title.current?.focus();
  }, [autoFocus]);
  const [source] = block.sources;
  return (
    <div className="block-form">
      <TextField ref={title} label={t`Title`} dir="auto" value={block.title} onChange={(next) => onChange({ ...block, title: next })} />
      {source && (
        <audio
          key={source.fileId}
          controls
          preload="metadata"
          className="media-preview"
          aria-label={t`The recording`}
          src={media.urlOf(source.fileId)}
          onLoadedMetadata={({ currentTarget: { duration } }) =>
            block.seconds === 0 && Number.isFinite(duration) && onChange({ ...block, seconds: duration })
          }
        />
      )}
      <MediaField
        label={t`Recording`}
        use="audio"
        media={media}
        hasFile={source !== undefined}
        onStored={({ fileId, mime, seconds = 0 }) => onChange({ ...block, sources: [{ fileId, mediaType: mime }], seconds })}
      />
      <TranscriptField lines={block.transcript} seconds={block.seconds} onChange={(transcript) => onChange({ ...block, transcript })} />
    </div>
  );
}

const problemWords: Record<AudioProblem, MessageDescriptor> = {
  file_missing: msg`No recording is chosen yet.`,
  title_missing: msg`The recording has no title.`,
  transcript_missing: msg`The recording has no transcript. Those who do not hear it need one.`,
};

export const editor = {
  create: (id) => ({ id, kind: "audio", title: "", sources: [], seconds: 0, transcript: [] }),
  Form,
  problemWords,
} satisfies BlockEditor<AudioBlock>;
