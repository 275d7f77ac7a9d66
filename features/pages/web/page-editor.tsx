import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Ways } from "#features/portal/about-contract.ts";
import { PageBody } from "#features/portal/web/page-body.tsx";
import { paragraphs } from "#features/portal/paragraphs.ts";
import { CallError } from "#platform/call.ts";
import { languages } from "#platform/languages.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { WrittenPage, type Page } from "../contract.ts";
import { DraftCard } from "./draft-card.tsx";
import { useSaveDraft } from "./hooks.ts";
import { LanguageFields } from "./language-fields.tsx";
import { VersionList } from "./version-list.tsx";

type Content = Page["published"];
type Language = (typeof languages)[number];

const isSame = (one: Content, other: Content) =>
  languages.every((language) => one.texts[language] === other.texts[language]) &&
  one.ways?.email === other.ways?.email &&
  one.ways?.phone === other.ways?.phone &&
  one.ways?.address === other.ways?.address;

/** What the server refuses of a field, by the field. */
const fieldErrors = (error: Error): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (error instanceof CallError ? error.errors : []).map(({ field, message }) => [field.replace(/^content\./, ""), message]),
  );

/** Writes one public page: its ways to reach the portal, where it has them, its text by language, how visitors see it, and its versions. */
export function PageEditor({ page, title, reload }: { page: Page; title: string; reload: () => void }) {
  const { t } = useLingui();
  const kept = page.draft ?? page.published;
  // What is typed was begun on one revision, and is saved on that one: what somebody else saved meanwhile is not overwritten.
  const [edited, setEdited] = useState<{ content: Content; revision: number } | null>(null);
  const content = edited?.content ?? kept;
  const setContent = (next: Content) => setEdited({ content: next, revision: edited?.revision ?? page.revision });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const save = useSaveDraft(page.page);
  const isDirty = edited !== null && !isSame(edited.content, kept);
  const submit = () => {
    const read = WrittenPage.safeParse(content);
    if (!read.success) return setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join("."), message])));
    setErrors({});
    save.mutate(
      { revision: edited?.revision ?? page.revision, content: read.data },
      {
        onSuccess: (next) => {
          // What was typed while it was under way is saved next.
          setEdited((now) => (now === edited ? null : now && { ...now, revision: next.revision }));
          toast({ tone: "success", title: t`The draft was saved` });
        },
        onError: (error) => setErrors(fieldErrors(error)),
      },
    );
  };
  const discard = () => {
    setEdited(null);
    setErrors({});
    save.reset();
  };
  const start = () => {
    discard();
    reload();
  };
  const { ways } = content;
  const setText = (language: Language, html: string | null) => setContent({ ...content, texts: { ...content.texts, [language]: html } });
  const isElsewhere = save.isError && Object.keys(errors).length === 0;
  return (
    <>
      <DraftCard page={page} isDirty={isDirty} />
      {isElsewhere && (
        <Banner tone="danger" role="alert" title={t`The draft was not saved`} action={<Button onPress={start}>{t`Load again`}</Button>}>
          <p>{save.error.message}</p>
        </Banner>
      )}
      {page.page === "login" ? (
        <p className="muted">
          <Trans>
            The text stands below the form, in the language of the portal. Its first heading is its title. To see the page as it is, open it
            in a private window.
          </Trans>
        </p>
      ) : (
        <p>
          <a href={`/v/about/${page.page}`} target="_blank" rel="noopener noreferrer">
            <Trans>See the page as it is now (opens in a new tab)</Trans>
          </a>
        </p>
      )}
      <form
        id="public-page"
        noValidate
        className="pages-form"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {ways && <WaysFields ways={ways} errors={errors} onChange={(next) => setContent({ ...content, ways: next })} />}
        {languages.map((language) => (
          <LanguageFields
            key={language}
            language={language}
            page={page.page}
            html={content.texts[language]}
            usual={page.usual[language]}
            error={errors[`texts.${language}`]}
            onChange={(html) => setText(language, html)}
          />
        ))}
        <Preview page={page} content={content} />
      </form>
      <VersionList page={page} isDirty={isDirty} />
      <SaveBar
        form="public-page"
        isDirty={isDirty}
        isSaving={save.isPending}
        onDiscard={discard}
        question={t`Leave without saving what you wrote?`}
        shownBy="page"
      />
    </>
  );
}

function WaysFields({ ways, errors, onChange }: { ways: Ways; errors: Readonly<Record<string, string>>; onChange: (ways: Ways) => void }) {
  const { t } = useLingui();
  return (
    <section className="card pages-part" aria-labelledby="pages-ways">
      <h2 id="pages-ways">
        <Trans>How the portal is reached</Trans>
      </h2>
      <TextField
        id="ways-email"
        label={t`Email`}
        description={t`Questions of people who cannot sign in go here, and mail about questions in the Help Center.`}
        isOptional
        inputMode="email"
        spellCheck={false}
        autoComplete="off"
        value={ways.email}
        onChange={(email) => onChange({ ...ways, email })}
        error={errors["ways.email"]}
      />
      <TextField
        id="ways-phone"
        label={t`Phone`}
        isOptional
        inputMode="tel"
        autoComplete="off"
        value={ways.phone}
        onChange={(phone) => onChange({ ...ways, phone })}
        error={errors["ways.phone"]}
      />
      <TextArea
        id="ways-address"
        label={t`Address`}
        isOptional
        rows={3}
        value={ways.address}
        onChange={(address) => onChange({ ...ways, address })}
        error={errors["ways.address"]}
      />
    </section>
  );
}

/** How visitors will see the page, in each language that it has; where it has none, the product's own text, if the page has one. */
function Preview({ page, content: { texts, ways } }: { page: Page; content: Content }) {
  const written = languages.filter((language) => texts[language]?.trim());
  const shown = written.length > 0 ? written : languages.filter((language) => page.usual[language] !== "");
  if (shown.length === 0)
    return (
      <p className="muted">
        <Trans>Without a text of its own the page says nothing besides its form.</Trans>
      </p>
    );
  return (
    <section className="pages-preview" aria-labelledby="pages-preview">
      <h2 id="pages-preview">
        <Trans>As visitors see it</Trans>
      </h2>
      <div className="pages-texts">
        {shown.map((language) => (
          <div key={language} className="card pages-part">
            <p className="eyebrow" lang={language}>
              {new Intl.DisplayNames(language, { type: "language" }).of(language)}
            </p>
            <PageBody html={paragraphs(texts[language] ?? "") || page.usual[language]} language={language} ways={ways} />
          </div>
        ))}
      </div>
    </section>
  );
}
