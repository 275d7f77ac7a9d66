import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { paragraphs } from "#features/portal/paragraphs.ts";
import { AnnouncementText } from "#features/portal/web/announcement-dialog.tsx";
import { HtmlArea } from "#features/portal/web/html-area.tsx";
import type { Language } from "#platform/languages.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useAnnouncementWords } from "./use-announcement-words.tsx";

type Text = { title: string; html: string };
type Props = {
  language: Language;
  value: Text;
  onChange: (value: Text) => void;
  /** Null while it is the only language. */
  onRemove: (() => void) | null;
  errors: Readonly<Record<string, string>>;
};

/** Title and text of an announcement in one language, with how people see it. */
export function TextFields({ language, value, onChange, onRemove, errors }: Props) {
  const { t } = useLingui();
  const words = useAnnouncementWords();
  const name = words.language(language);
  return (
    <fieldset className="announcement-language">
      <legend>{name}</legend>
      <TextField
        id={`title-${language}`}
        label={t`Title`}
        autoComplete="off"
        maxLength={120}
        value={value.title}
        onChange={(title) => onChange({ ...value, title })}
        error={errors[`texts.${language}.title`]}
      />
      <HtmlArea
        id={`html-${language}`}
        label={t`Text`}
        rows={6}
        maxLength={20_000}
        value={value.html}
        onChange={(html) => onChange({ ...value, html })}
        error={errors[`texts.${language}.html`]}
      />
      {value.html.trim() !== "" && (
        <div className="card announcement-card" lang={language}>
          <p className="eyebrow">
            <Trans>Preview</Trans>
          </p>
          <AnnouncementText announcement={{ id: -1 - name.length, title: value.title, html: paragraphs(value.html), since: null }} />
        </div>
      )}
      {onRemove && (
        <div>
          <Button size="s" variant="quiet" icon={X} onPress={onRemove}>
            <Trans>Remove the text in {name}</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  );
}
