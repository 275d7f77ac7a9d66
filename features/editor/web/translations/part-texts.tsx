import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { RichEditor } from "#features/blocks/text/rich-editor.tsx";
import { RichText } from "#features/blocks/text/rich-text.tsx";
import type { RichNode } from "#features/blocks/text/text.ts";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Text, TranslatedText } from "../../translation-contract.ts";
import { useFieldName } from "../versions/field-words.ts";
import { WordDiff } from "#ui/word-diff.tsx";
import { textsQuery, type Target } from "./hooks.ts";
import { TextOwner } from "./text-owner.tsx";
import type { TextSaver, Unsaved } from "./text-saver.ts";
import { wordsOfText } from "./words-of-text.ts";

interface PartProps {
  readonly courseId: number;
  readonly language: Target;
  /** The course's own language. */
  readonly source: string;
  readonly pageId: string | null;
  readonly saver: TextSaver;
  readonly unsaved: ReadonlyMap<string, Unsaved>;
}

/** The texts of a part of the course, each with its translation, by what they belong to. */
export function PartTexts({ courseId, language, source, pageId, saver, unsaved }: PartProps) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(textsQuery(courseId, language, pageId));
  if (error && !data)
    return (
      <ErrorState
        headingLevel={3}
        title={t`The texts could not be loaded`}
        requestId={error instanceof CallError ? error.requestId : undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const owners = [...Map.groupBy(data?.texts ?? [], ({ ownerId }) => ownerId).entries()];
  return (
    <BusyRegion isBusy={!data} label={t`Loading the texts`} skeleton={<Skeleton count={6} />}>
      {data?.texts.length === 0 && (
        <EmptyState headingLevel={3} title={t`Nothing to translate`} message={t`This part of the course says nothing yet.`} />
      )}
      <div className="translation-texts">
        {owners.map(([ownerId, texts]) => (
          <section key={ownerId} aria-labelledby={`owner-${ownerId}`}>
            <h3 id={`owner-${ownerId}`} className="translation-owner">
              <TextOwner owner={texts[0]?.owner ?? ""} />
            </h3>
            {texts.map((text) => (
              <OneText
                // One text may stand in a list twice; it is translated once.
                key={`${text.key} ${text.places.map(({ number }) => number).join(".")}`}
                {...{ text, language, source, pageId, saver }}
                unsaved={unsaved.get(text.key)}
                onReload={() => void refetch()}
              />
            ))}
          </section>
        ))}
      </div>
    </BusyRegion>
  );
}

interface TextProps extends Omit<PartProps, "courseId" | "unsaved"> {
  readonly text: TranslatedText;
  readonly unsaved: Unsaved | undefined;
  readonly onReload: () => void;
}

const isRich = (text: Text | null): text is RichNode => typeof text === "object" && text !== null;
const noWords: RichNode = { type: "doc", content: [] };

function OneText({ text, language, source, pageId, saver, unsaved, onReload }: TextProps) {
  const { t } = useLingui();
  const { key, madeFrom, translation } = text;
  const value = unsaved ? unsaved.value : translation;
  const write = (next: Text | null) => saver.write({ pageId, key, source: text.source, was: translation, value: next });
  const name = useFieldName()(text);
  return (
    <div className="translation-text" data-state={madeFrom !== null && !unsaved ? "stale" : value === null ? "missing" : "done"}>
      <div className="translation-source">
        <p className="muted small">{name}</p>
        <div lang={source} className="prose">
          {madeFrom === null ? (
            <Original text={text.source} />
          ) : (
            <WordDiff before={wordsOfText(madeFrom)} after={wordsOfText(text.source)} lang={source} />
          )}
        </div>
        {madeFrom !== null && !unsaved && (
          <Tag icon={TriangleAlert} tone="warning">
            <Trans>The original has changed</Trans>
          </Tag>
        )}
      </div>
      <div className="translation-field">
        <Field label={t`Translation of: ${name}`} lang={language} original={text.source} value={value} onChange={write} />
        <div className="row translation-actions">
          {madeFrom !== null && !unsaved && translation !== null && (
            <Button size="s" icon={Check} onPress={() => write(translation)}>
              <Trans>The translation is still right</Trans>
            </Button>
          )}
          {value === null && (
            <Button size="s" variant="quiet" icon={Copy} onPress={() => write(text.source)}>
              <Trans>Start from the original</Trans>
            </Button>
          )}
          {unsaved && unsaved.failure === null && (
            <span className="muted small">
              <Trans>Saving…</Trans>
            </span>
          )}
        </div>
        {unsaved?.failure && <Failure {...{ unsaved, saver, language, onReload }} failure={unsaved.failure} />}
      </div>
    </div>
  );
}

function Original({ text }: { text: Text }) {
  return isRich(text) ? <RichText doc={text} /> : <p className="translation-plain">{text}</p>;
}

/** Where the translation is written: in the form that its original has. */
function Field(props: { label: string; lang: string; original: Text; value: Text | null; onChange: (next: Text | null) => void }) {
  const { t } = useLingui();
  const { label, lang, original, value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  if (!isRich(original)) {
    const words = isRich(value) ? "" : (value ?? "");
    const write = (next: string) => onChange(next.trim() === "" ? null : next);
    return original.length > 80 ? (
      <TextArea label={label} value={words} onChange={write} lang={lang} dir="auto" rows={Math.min(10, Math.ceil(original.length / 50))} />
    ) : (
      <TextField label={label} value={words} onChange={write} lang={lang} dir="auto" />
    );
  }
  const doc = isRich(value) ? value : noWords;
  if (isOpen)
    return (
      <div lang={lang}>
        <RichEditor label={label} doc={doc} autoFocus onChange={(next) => onChange(wordsOfText(next).trim() === "" ? null : next)} />
      </div>
    );
  return (
    <>
      {value !== null && (
        <div lang={lang} className="prose">
          <RichText doc={doc} />
        </div>
      )}
      <div className="row">
        <Button
          size="s"
          onPress={() => setOpen(true)}
          aria-label={value === null ? t`Translate: ${label}` : t`Change the translation: ${label}`}
        >
          {value === null ? t`Translate` : t`Change the translation`}
        </Button>
      </div>
    </>
  );
}

interface FailureProps {
  readonly unsaved: Unsaved;
  readonly failure: Error;
  readonly saver: TextSaver;
  readonly language: Target;
  readonly onReload: () => void;
}

/** Why a translation was not saved, and what can be done: nothing is overwritten before somebody has seen it. */
function Failure({ unsaved, failure, saver, language, onReload }: FailureProps) {
  const { key } = unsaved;
  const data = failure instanceof CallError ? (failure.data as { translation?: Text | null; source?: Text } | undefined) : undefined;
  const code = failure instanceof CallError ? failure.code : "";
  const drop = () => {
    saver.drop(key);
    onReload();
  };
  return (
    <div role="alert" className="translation-failure">
      <p>{failure.message}</p>
      {code === "translation_changed" && data?.translation && (
        <blockquote lang={language}>
          <Original text={data.translation} />
        </blockquote>
      )}
      {code === "source_changed" && data?.source !== undefined && (
        <blockquote>
          <Original text={data.source} />
        </blockquote>
      )}
      <div className="row">
        {code === "translation_changed" ? (
          <>
            <Button size="s" onPress={drop}>
              <Trans>Take theirs</Trans>
            </Button>
            <Button size="s" variant="primary" onPress={() => saver.retry(key, { was: data?.translation ?? null })}>
              <Trans>Keep mine</Trans>
            </Button>
          </>
        ) : code === "source_changed" && data?.source !== undefined ? (
          <>
            <Button size="s" onPress={drop}>
              <Trans>Discard mine</Trans>
            </Button>
            <Button
              size="s"
              variant="primary"
              onPress={() => {
                saver.retry(key, { source: data.source as Text });
                onReload();
              }}
            >
              <Trans>Mine is right for this too</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button size="s" onPress={drop}>
              <Trans>Discard mine</Trans>
            </Button>
            <Button size="s" variant="primary" onPress={() => saver.retry(key)}>
              <Trans>Try again</Trans>
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
