import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";
import { languageName } from "#ui/language-name.ts";
import { Select } from "#ui/select.tsx";
import type { EditorMedia } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import type { VideoBlock } from "./video.ts";

type Track = VideoBlock["captions"][number];
/** Languages that captions are offered in. */
const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "da", "sv", "fi", "el", "tr", "uk", "ru", "ar", "hi", "zh", "ja"];
/** A language in its own words, as the player's menu shows it. */
const ownName = (language: string) => languageName(language, language);

interface CaptionFieldsProps {
  readonly captions: readonly Track[];
  readonly media: EditorMedia;
  readonly onChange: (captions: Track[], added?: File) => void;
}

/** The captions of a video: a file for each language. */
export function CaptionFields({ captions, media, onChange }: CaptionFieldsProps) {
  const { t, i18n } = useLingui();
  const isTaken = (language: string) => captions.some((track) => track.language === language);
  const choices = (own: string) =>
    [...new Set([own, ...languages])].map((id) => ({ id, label: languageName(id, i18n.locale), isDisabled: id !== own && isTaken(id) }));
  return (
    <>
      {captions.map((track, at) => {
        const { label: name } = track;
        return (
          <div key={track.fileId} className="row caption-field">
            <Select
              label={t`Language of the captions`}
              options={choices(track.language)}
              value={track.language}
              onChange={(language) => onChange(captions.with(at, { ...track, language, label: ownName(language) }))}
            />
            <IconButton icon={Trash2} label={t`Remove the captions: ${name}`} onPress={() => onChange(captions.toSpliced(at, 1))} />
          </div>
        );
      })}
      <MediaField
        label={captions.length > 0 ? t`Captions in another language` : t`Captions`}
        description={t`A WebVTT file (.vtt). The transcript is taken from it where there is none.`}
        use="captions"
        media={media}
        onStored={({ fileId }, file) => {
          const language = [i18n.locale, ...languages].find((one) => !isTaken(one)) ?? "en";
          onChange([...captions, { fileId, language, label: ownName(language) }], file);
        }}
      />
    </>
  );
}
