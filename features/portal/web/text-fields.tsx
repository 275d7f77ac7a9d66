import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { Language } from "#platform/languages.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useLanguageName } from "#ui/use-language-name.ts";
import { HtmlArea } from "./html-area.tsx";
import { useTextLanguages } from "./use-text-languages.ts";
import "./text-fields.css";

type Text = { title: string; html: string };
type Props = {
  language: Language;
  value: Text;
  onChange: (value: Text) => void;
  /** Null where the text has to stay. */
  onRemove: (() => void) | null;
  rows: number;
  /** What is wrong, by texts.<language>.title and texts.<language>.html. */
  errors: Readonly<Record<string, string>>;
  /** How people see it. */
  children: ReactNode;
};

/** Title and text in one language of what a portal tells its people, with how they see it. */
export function TextFields({ language, value, onChange, onRemove, rows, errors, children }: Props) {
  const { t } = useLingui();
  const name = useLanguageName()(language);
  const { marked } = useTextLanguages();
  return (
    <fieldset className="text-language">
      <legend>{marked(language)}</legend>
      <TextField
        id={`title-${language}`}
        label={t`Title in ${name}`}
        autoComplete="off"
        maxLength={120}
        value={value.title}
        onChange={(title) => onChange({ ...value, title })}
        error={errors[`texts.${language}.title`]}
      />
      <HtmlArea
        id={`html-${language}`}
        label={t`Text in ${name}`}
        rows={rows}
        maxLength={20_000}
        value={value.html}
        onChange={(html) => onChange({ ...value, html })}
        error={errors[`texts.${language}.html`]}
      />
      {value.html.trim() !== "" && (
        <div className="card text-preview" lang={language}>
          <p className="eyebrow">
            <Trans>Preview</Trans>
          </p>
          {children}
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
