import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { questionProblemWords } from "#features/questions/web/problem-words.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { transcriptOfCaptions } from "../web/transcript-text.ts";
import { MediaField } from "../web/media-field.tsx";
import { ChaptersField, TranscriptField } from "../web/transcript-field.tsx";
import { CaptionFields } from "./caption-fields.tsx";
import { QuestionFields } from "./question-fields.tsx";
import type { VideoBlock, VideoProblem } from "./video.ts";

/** The video, its title, captions, chapters, questions and transcript. */
function Form({ block, onChange, media, autoFocus = false }: BlockEditorProps<VideoBlock>) {
  const { t } = useLingui();
  const title = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  // What it is when a captions file has been read.
  const latest = useRef({ block, onChange });
  useEffect(() => {
    latest.current = { block, onChange };
  });
  useEffect(() => {
    if (autoFocus) title.current?.focus();
  }, [autoFocus]);
  const [source] = block.sources;
  const takeTranscript = async (file: File) => {
    const transcript = transcriptOfCaptions(await file.text());
    const now = latest.current;
    if (now.block.transcript.length === 0 && transcript.length > 0) now.onChange({ ...now.block, transcript });
  };
  return (
    <div className="block-form">
      <TextField ref={title} label={t`Title`} dir="auto" value={block.title} onChange={(next) => onChange({ ...block, title: next })} />
      {source && (
        <video
          key={source.fileId}
          ref={video}
          controls
          preload="metadata"
          className="media-preview"
          aria-label={t`The video`}
          src={media.urlOf(source.fileId)}
          poster={block.posterFileId === null ? undefined : media.urlOf(block.posterFileId)}
          onLoadedMetadata={({ currentTarget: { duration } }) =>
            block.seconds === 0 && Number.isFinite(duration) && onChange({ ...block, seconds: duration })
          }
        >
          {block.captions.map(({ fileId, language, label }) => (
            <track key={fileId} kind="captions" src={media.urlOf(fileId)} srcLang={language} label={label} />
          ))}
        </video>
      )}
      <MediaField
        label={t`Video`}
        use="video"
        media={media}
        hasFile={source !== undefined}
        onStored={({ fileId, mime, seconds = 0 }) => onChange({ ...block, sources: [{ fileId, mediaType: mime }], seconds })}
      />
      <CaptionFields
        captions={block.captions}
        media={media}
        onChange={(captions, added) => {
          onChange({ ...block, captions });
          if (added) void takeTranscript(added);
        }}
      />
      <ChaptersField lines={block.chapters ?? []} seconds={block.seconds} onChange={(chapters) => onChange({ ...block, chapters })} />
      <QuestionFields block={block} onChange={onChange} video={video} />
      <TranscriptField
        isOptional
        lines={block.transcript}
        seconds={block.seconds}
        onChange={(transcript) => onChange({ ...block, transcript })}
      />
    </div>
  );
}

/** The picture that stands for the video until it plays. */
function Settings({ block, onChange, media }: BlockEditorProps<VideoBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      {block.posterFileId !== null && <img className="image-preview" src={media.urlOf(block.posterFileId)} alt={t`The preview picture`} />}
      <MediaField
        label={t`Preview picture`}
        description={t`Shown until the video plays.`}
        use="image"
        media={media}
        hasFile={block.posterFileId !== null}
        onStored={({ fileId }) => onChange({ ...block, posterFileId: fileId })}
      />
      {block.posterFileId !== null && (
        <span>
          <Button size="s" onPress={() => onChange({ ...block, posterFileId: null })}>
            <Trans>Remove the preview picture</Trans>
          </Button>
        </span>
      )}
    </div>
  );
}

const problemWords: Record<VideoProblem, MessageDescriptor> = {
  file_missing: msg`No video is chosen yet.`,
  title_missing: msg`The video has no title.`,
  captions_missing: msg`The video has no captions. Those who do not hear it need them.`,
  transcript_missing: msg`The video has no transcript.`,
  chapter_late: msg`A chapter begins after the end of the video.`,
  question_late: msg`A question comes up after the end of the video.`,
  ...questionProblemWords,
};

export const editor = {
  create: (id) => ({ id, kind: "video", title: "", sources: [], posterFileId: null, seconds: 0, captions: [], transcript: [] }),
  Form,
  Settings,
  problemWords,
} satisfies BlockEditor<VideoBlock>;
