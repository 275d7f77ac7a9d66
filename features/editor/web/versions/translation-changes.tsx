import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Languages } from "lucide-react";
import { Icon } from "#ui/icon.tsx";
import { useLanguageName } from "#ui/use-language-name.ts";
import type { LanguageChanges } from "../../translation-contract.ts";
import { TextOwner } from "../translations/text-owner.tsx";
import { wordsOfText } from "../translations/words-of-text.ts";
import { useFieldName } from "./field-words.ts";
import { StateTag } from "./state-tag.tsx";
import { WordDiff } from "#ui/word-diff.tsx";

/** What learners read in other languages by the later version, and otherwise, or not at all, by the earlier one (EDT-16). */
export function TranslationChanges({ languages }: { languages: readonly LanguageChanges[] }) {
  const nameOf = useLanguageName();
  return languages.map((one) => (
    <section key={one.language} className="diff-chapter">
      <h4 className="diff-head">
        <Icon of={Languages} size="s" />
        {nameOf(one.language)}
        {one.state !== "changed" && <StateTag state={one.state} />}
      </h4>
      <p className="muted small">
        {one.state === "removed" ? (
          <Trans>Learners get the course in its own language.</Trans>
        ) : (
          <Plural value={one.total} one="# translated text differs." other="# translated texts differ." />
        )}
      </p>
      <Texts {...one} />
      {one.changes.length < one.total && (
        <p className="muted small">
          <Plural
            value={one.total - one.changes.length}
            one="# more differs and is not listed."
            other="# more differ and are not listed."
          />
        </p>
      )}
    </section>
  ));
}

/** The texts that differ, by the page on which they stand. */
function Texts({ language, changes }: Pick<LanguageChanges, "language" | "changes">) {
  const { t } = useLingui();
  const nameOf = useFieldName();
  const parts = [...Map.groupBy(changes, ({ ownerId }) => ownerId).entries()];
  return parts.map(([ownerId, texts]) => (
    <div key={ownerId} className="diff-block" data-state="changed">
      <p className="diff-head small">
        <TextOwner owner={texts[0]?.owner ?? ""} />
        {texts[0]?.page && texts[0].owner !== "page" && (
          <span className="muted">
            <Trans>
              on the page <bdi>{texts[0].page}</bdi>
            </Trans>
          </span>
        )}
      </p>
      <dl className="diff-lines">
        {texts.map((text) => {
          const [was, is] = [text.before, text.after].map((one) => (one === null ? "" : wordsOfText(one)));
          return (
            <div key={`${text.key} ${text.places.map(({ number }) => number).join(".")}`}>
              <dt>{nameOf(text)}</dt>
              <dd>
                {was === is ? (
                  <span className="muted">{t`The formatting changed.`}</span>
                ) : (
                  <WordDiff before={was ?? ""} after={is ?? ""} lang={language} />
                )}
                {text.after === null && (
                  <p className="muted small">
                    <Trans>Learners get the original here.</Trans>
                  </p>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  ));
}
