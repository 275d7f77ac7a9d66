import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { History, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { paragraphs } from "#features/portal/paragraphs.ts";
import { SafeHtml } from "#features/portal/web/safe-html.tsx";
import { TextFields } from "#features/portal/web/text-fields.tsx";
import { CallError } from "#platform/call.ts";
import { languageOf, languages } from "#platform/languages.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import type { Article } from "../article.ts";
import { articles } from "../articles.ts";
import { builtInHtml } from "../built-in-html.ts";
import { builtInMark } from "../built-in-mark.ts";
import { ownId } from "../own-name.ts";
import { ArticleTerms, HelpTexts, readerRoles, type Writing } from "../writing-contract.ts";
import { isBuiltIn } from "./use-article.ts";
import { oneWritingQuery, useCreateArticle, useSaveArticle, useSaveOverride } from "./writing-hooks.ts";
import "./help-writing.css";

const ArticleVersions = lazyPart(() => import("./article-versions.tsx"));

const noText = { title: "", html: "" };
type Errors = Readonly<Record<string, string>>;

/** What the server refuses, by field; "" is about none of them. */
const refusedOf = (error: Error): Errors => {
  const known = error instanceof CallError ? error.errors : [];
  return known.length > 0 ? Object.fromEntries(known.map(({ field, message }) => [field, message])) : { "": error.message };
};

/** Writes an article: a new one of the portal ("new"), one of its own, or a built-in one in its words. */
export function ArticleForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useLingui();
  const [showsVersions, setShowsVersions] = useState(false);
  const query = useQuery({ ...oneWritingQuery(name), enabled: name !== "new" });
  if (name === "new") return <Form name={name} writing={null} onClose={onClose} onVersions={null} />;
  if (query.data && showsVersions) return <ArticleVersions writing={query.data} onClose={onClose} onGiveUp={onClose} />;
  if (query.data) return <Form name={name} writing={query.data} onClose={onClose} onVersions={() => setShowsVersions(true)} />;
  return (
    <Dialog title={t`Change the article`} isOpen width="half" onOpenChange={(isOpen) => !isOpen && onClose()}>
      {query.error ? (
        <ErrorState
          title={t`The article could not be loaded`}
          safe={t`Nothing was changed.`}
          next={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton count={6} />
      )}
    </Dialog>
  );
}

type FormProps = {
  name: string;
  writing: Writing | null;
  onClose: () => void;
  /** Shows what was saved before; null where nothing was. */
  onVersions: (() => void) | null;
};

function Form({ name, writing, onClose, onVersions }: FormProps) {
  const { t, i18n } = useLingui();
  const create = useCreateArticle();
  const save = useSaveArticle();
  const override = useSaveOverride();
  const builtIn: Article | null = isBuiltIn(name) ? articles[name] : null;
  const own = languageOf(i18n.locale) === "de" ? "de" : "en";
  const begun = () => (builtIn ? { title: i18n._(builtIn.title), html: builtInHtml(builtIn, (text) => i18n._(text)) } : noText);
  const [texts, setTexts] = useState<HelpTexts>(() => {
    const stored = writing?.texts ?? { en: null, de: null };
    return languages.some((one) => stored[one]) ? stored : { ...stored, [own]: begun() };
  });
  const [roles, setRoles] = useState(writing?.roles ?? []);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLDivElement>(null);
  // What is wrong may be far above the button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);
  const isWritten = writing !== null && languages.some((one) => writing.texts[one]);
  const isPending = create.isPending || save.isPending || override.isPending;

  const failed = (error: Error) => setErrors(refusedOf(error));
  /** Says that it was saved, with a way back to what was there before. */
  const done = (said: string, undo?: () => void) => {
    toast({ tone: "success", title: said, ...(undo && { action: { label: t`Undo`, onPress: undo } }) });
    onClose();
  };
  const undone = {
    onError: (error: Error) => toast({ tone: "danger", title: t`The article was not changed`, message: error.message }),
  };
  const writeBuiltIn = (article: Article, next: HelpTexts) => {
    if (!writing) return;
    const asked = { article: name, revision: writing.revision, texts: next, builtIn: builtInMark(article) };
    const { texts: before, builtIn: seen } = writing;
    override.mutate(asked, {
      onSuccess: ({ revision }) =>
        done(t`The article was saved`, () =>
          override.mutate({ ...asked, revision, texts: before, builtIn: seen ?? asked.builtIn }, undone),
        ),
      onError: failed,
    });
  };
  const reset = (article: Article) => {
    if (!writing) return;
    const { texts: before, builtIn: seen } = writing;
    const asked = { article: name, revision: writing.revision, texts: { en: null, de: null }, builtIn: builtInMark(article) };
    override.mutate(asked, {
      onSuccess: ({ revision }) => {
        toast({
          tone: "success",
          title: t`The built-in article is shown again`,
          action: {
            label: t`Undo`,
            onPress: () => override.mutate({ ...asked, revision, texts: before, builtIn: seen ?? asked.builtIn }, undone),
          },
        });
        onClose();
      },
      onError: failed,
    });
  };
  const submit = () => {
    const read = builtIn ? HelpTexts.safeParse(texts) : ArticleTerms.safeParse({ texts, roles });
    if (!read.success)
      return setErrors(
        Object.fromEntries(read.error.issues.map(({ path, message }) => [(builtIn ? ["texts", ...path] : path).join("."), message])),
      );
    setErrors({});
    if (builtIn) return writeBuiltIn(builtIn, texts);
    if (!writing) return create.mutate({ texts, roles }, { onSuccess: () => done(t`The article was saved as a draft`), onError: failed });
    const articleId = ownId(name) ?? 0;
    const { texts: before, roles: readers } = writing;
    save.mutate(
      { articleId, revision: writing.revision, texts, roles },
      {
        onSuccess: ({ revision }) =>
          done(t`The article was saved`, () => save.mutate({ articleId, revision, texts: before, roles: readers }, undone)),
        onError: failed,
      },
    );
  };

  const shownErrors = ["", "texts"].map((field) => errors[field]).filter((one) => one !== undefined);
  const title = builtIn ? i18n._(builtIn.title) : "";
  const roleWords = { Author: t`Authors`, Manager: t`Managers`, Admin: t`Administrators` };
  return (
    <Dialog
      title={builtIn ? t`Change: ${title}` : writing ? t`Change the article` : t`Add an article`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {builtIn && isWritten && (
            <Button onPress={() => reset(builtIn)} isPending={isPending}>
              <Trans>Reset to the built-in one</Trans>
            </Button>
          )}
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={isPending} pendingLabel={t`Saving`} onPress={submit}>
            {writing ? <Trans>Save</Trans> : <Trans>Save as draft</Trans>}
          </Button>
        </>
      }
    >
      <div className="form text-form" ref={form}>
        {shownErrors.map((message) => (
          <Banner key={message} tone="danger" role="alert">
            {message}
          </Banner>
        ))}
        {writing !== null && writing.revision > 0 && onVersions && (
          <div>
            <Button size="s" icon={History} onPress={onVersions}>
              <Trans>Earlier versions</Trans>
            </Button>
          </div>
        )}
        {builtIn && isWritten && writing.builtIn !== builtInMark(builtIn) && (
          <Banner tone="warning" title={t`The built-in article has changed since you wrote this`}>
            <p>
              <Trans>Look whether yours is still right, then save it, or reset it to the built-in one.</Trans>
            </p>
          </Banner>
        )}
        {languages.map((language) => (
          <LanguageFields
            key={language}
            language={language}
            value={texts[language]}
            onChange={(next) => setTexts({ ...texts, [language]: next })}
            begun={() => (language === own ? begun() : noText)}
            isOfBuiltIn={builtIn !== null}
            errors={errors}
          />
        ))}
        {!builtIn && (
          <CheckboxGroup
            label={t`For whom`}
            description={t`Nobody chosen: for everybody.`}
            options={readerRoles.map((id) => ({ id, label: roleWords[id] }))}
            value={roles}
            onChange={setRoles}
          />
        )}
      </div>
    </Dialog>
  );
}

type FieldProps = {
  language: (typeof languages)[number];
  /** Null: the portal has no text in this language. */
  value: HelpTexts["en"];
  onChange: (value: HelpTexts["en"]) => void;
  /** What a text in this language begins with. */
  begun: () => { title: string; html: string };
  isOfBuiltIn: boolean;
  errors: Errors;
};

/** Title and text in one language, with how people see it. */
function LanguageFields({ language, value, onChange, begun, isOfBuiltIn, errors }: FieldProps) {
  const { t } = useLingui();
  const name = useLanguageName()(language);
  if (!value)
    return (
      <div>
        <Button size="s" icon={Plus} onPress={() => onChange(begun())}>
          {t`Write it in ${name}`}
        </Button>
        {isOfBuiltIn && (
          <p className="muted small">
            <Trans>Whoever reads {name} sees the built-in text.</Trans>
          </p>
        )}
      </div>
    );
  return (
    <TextFields language={language} value={value} onChange={onChange} onRemove={() => onChange(null)} rows={10} errors={errors}>
      <SafeHtml html={paragraphs(value.html)} className="prose help-article" />
    </TextFields>
  );
}
