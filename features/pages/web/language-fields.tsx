import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import type { PublicPage } from "#features/portal/about-contract.ts";
import { HtmlArea } from "#features/portal/web/html-area.tsx";
import { useTextLanguages } from "#features/portal/web/use-text-languages.ts";
import type { Language } from "#platform/languages.ts";
import { Button } from "#ui/button.tsx";
import { mostWritten } from "../contract.ts";

type Props = {
  language: Language;
  page: PublicPage;
  /** Null: the page has no text in this language. */
  html: string | null;
  /** What the page says where the portal has no text, to begin with. */
  usual: string;
  error: string | undefined;
  onChange: (html: string | null) => void;
};

/** The text of a public page in one language. */
export function LanguageFields({ language, page, html, usual, error, onChange }: Props) {
  const { t } = useLingui();
  const name = useTextLanguages().marked(language);
  if (html === null)
    return (
      <div>
        <Button icon={Plus} onPress={() => onChange(usual)}>
          {t`Write a text in ${name}`}
        </Button>
      </div>
    );
  return (
    <section className="card pages-part" aria-label={name}>
      <HtmlArea
        id={`text-${language}`}
        label={t`Text in ${name}`}
        rows={10}
        maxLength={mostWritten(page)}
        value={html}
        onChange={onChange}
        error={error}
      />
      <div>
        <Button size="s" variant="quiet" icon={X} onPress={() => onChange(null)}>
          <Trans>Remove the text in {name}</Trans>
        </Button>
      </div>
    </section>
  );
}
