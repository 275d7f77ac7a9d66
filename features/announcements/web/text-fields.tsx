import { Trans, useLingui } from "@lingui/react/macro";
import { Bold, Heading, Link2, List, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef } from "react";
import { AnnouncementText } from "#features/portal/web/announcement-dialog.tsx";
import type { Language } from "#platform/languages.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { paragraphs } from "../paragraphs.ts";
import { useAnnouncementWords } from "./use-announcement-words.tsx";
import { wrapSelection, type Mark } from "./wrap-selection.ts";

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
  const area = useRef<HTMLTextAreaElement>(null);
  const name = words.language(language);
  const buttons: readonly { mark: Mark; label: string; icon: LucideIcon }[] = [
    { mark: "bold", label: t`Bold`, icon: Bold },
    { mark: "heading", label: t`Heading`, icon: Heading },
    { mark: "list", label: t`List`, icon: List },
    { mark: "link", label: t`Link`, icon: Link2 },
  ];
  const wrap = (mark: Mark) => {
    const { current } = area;
    if (!current) return;
    const next = wrapSelection(value.html, current.selectionStart, current.selectionEnd, mark);
    onChange({ ...value, html: next.text });
    // The field shows the new text first.
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(next.from, next.to);
    });
  };
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
      <div className="stack-s">
        <div role="toolbar" aria-label={t`Formatting`} className="row">
          {buttons.map(({ mark, label, icon }) => (
            <IconButton key={mark} label={label} icon={icon} onPress={() => wrap(mark)} />
          ))}
        </div>
        <TextArea
          id={`html-${language}`}
          label={t`Text`}
          description={t`A blank line begins a paragraph. The buttons format what is selected; anything else of HTML is left out.`}
          rows={6}
          maxLength={20_000}
          ref={area}
          value={value.html}
          onChange={(html) => onChange({ ...value, html })}
          error={errors[`texts.${language}.html`]}
        />
      </div>
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
