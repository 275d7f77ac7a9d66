import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Languages, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Progress } from "#ui/progress.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Switch } from "#ui/switch.tsx";
import { toast } from "#ui/toast.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import type { EditorDraft } from "../../contract.ts";
import type { listTranslations, Part } from "../../translation-contract.ts";
import { translationsQuery, useChangeLanguage, useRemoveLanguage, useTextSaver, type Target } from "./hooks.ts";
import { PartTexts } from "./part-texts.tsx";
import "./translations.css";

type Translations = Result<typeof listTranslations>;
type Course = Translations["languages"][number];

interface Props {
  readonly draft: EditorDraft;
  /** The page whose texts are shown; empty for what the course says about itself. */
  readonly page: string;
  readonly language: string;
  readonly hrefOf: (language: string) => string;
  readonly onPage: (page: string) => void;
}

/** A course in other languages: which it has, who gets them, and its texts to translate, a part at a time (EDT-16). */
export default function CourseTranslations(props: Props) {
  const { t } = useLingui();
  const { draft } = props;
  const { data, error, refetch, isFetching } = useQuery(translationsQuery(draft.id));
  return (
    <section className="stack">
      <h2>
        <Trans>Languages of this course</Trans>
      </h2>
      {error && !data ? (
        <ErrorState
          headingLevel={3}
          title={t`The languages could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={error instanceof CallError ? error.requestId : undefined}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading the languages`} skeleton={<Skeleton count={4} />}>
          {data && (
            <div className="translation-shown">
              <Shown {...props} data={data} />
            </div>
          )}
        </BusyRegion>
      )}
    </section>
  );
}

function Shown({ data, ...props }: Props & { data: Translations }) {
  const { t } = useLingui();
  const nameOf = useLanguageName();
  const { draft, hrefOf } = props;
  const change = useChangeLanguage(draft.id);
  const shown = data.languages.find(({ language }) => language === props.language) ?? data.languages[0];
  const source = nameOf(data.source);
  const add = (language: Target) =>
    change.mutate(
      { language, isOffered: false },
      { onError: (error) => toast({ tone: "danger", title: t`The language was not added`, message: error.message }) },
    );
  const adding = data.others.map((language) => {
    const name = nameOf(language);
    return (
      <Button
        key={language}
        icon={Plus}
        onPress={() => add(language)}
        isPending={change.isPending && change.variables.language === language}
      >
        <Trans>Add {name}</Trans>
      </Button>
    );
  });
  return (
    <>
      <p className="muted">
        <Trans>
          The course is written in {source}. Whoever uses Stoa in another language gets what is translated into it, and the rest in {source}
          .
        </Trans>
      </p>
      {!shown ? (
        <EmptyState
          headingLevel={3}
          icon={Languages}
          title={t`This course has one language`}
          message={t`Add another one, translate its texts at your own pace, and let learners have it when it is ready.`}
          action={adding}
        />
      ) : (
        <>
          {adding.length > 0 && <div className="row">{adding}</div>}
          {data.languages.length > 1 && (
            <LinkTabs
              label={t`Languages of this course`}
              tabs={data.languages.map(({ language }) => ({
                to: hrefOf(language),
                label: nameOf(language),
                isCurrent: language === shown.language,
              }))}
            />
          )}
          <OneLanguage key={shown.language} {...props} data={data} course={shown} />
        </>
      )}
    </>
  );
}

const sumOf = (parts: readonly Part[]) =>
  parts.reduce(
    (sum, part) => ({ total: sum.total + part.total, translated: sum.translated + part.translated, stale: sum.stale + part.stale }),
    { total: 0, translated: 0, stale: 0 },
  );

function OneLanguage({ draft, data, course, page, onPage }: Props & { data: Translations; course: Course }) {
  const { t } = useLingui();
  const nameOf = useLanguageName();
  const { language, isOffered, parts } = course;
  const change = useChangeLanguage(draft.id);
  const [isRemoving, setRemoving] = useState(false);
  const { saver, unsaved } = useTextSaver(draft.id, language);
  const name = nameOf(language);
  const { total, translated, stale } = sumOf(parts);
  const part = parts.find(({ pageId }) => pageId === page) ?? parts[0];
  const failed = [...unsaved.values()].filter(({ failure }) => failure !== null);
  return (
    <>
      <div className="translation-head">
        <Progress label={name} isLabelVisible value={translated} max={total} text={t`${translated} of ${total} texts translated`} />
        <Switch
          value={isOffered}
          onChange={(next) =>
            change.mutate(
              { language, isOffered: next },
              { onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }) },
            )
          }
          description={t`Titles and description of the course at once, its content with the next version.`}
        >
          {t`Learners get ${name}`}
        </Switch>
        <Button size="s" variant="quiet" icon={Trash2} onPress={() => setRemoving(true)}>
          <Trans>Remove {name}</Trans>
        </Button>
      </div>
      {stale > 0 && (
        <p className="translation-stale">
          {t`${plural(stale, {
            one: "The original of # text has changed since it was translated. Learners get that original until you look at it.",
            other: "The originals of # texts have changed since they were translated. Learners get those originals until you look at them.",
          })}`}
        </p>
      )}
      {part && (
        <div className="translation-parts">
          <Parts data={data} parts={parts} shown={part} onPage={onPage} />
          <PartTexts
            key={`${language} ${part.pageId}`}
            courseId={draft.id}
            language={language}
            source={data.source}
            pageId={part.pageId}
            saver={saver}
            unsaved={unsaved}
          />
        </div>
      )}
      <form
        id="translations"
        hidden
        onSubmit={(event) => {
          event.preventDefault();
          for (const { key } of failed) saver.retry(key);
        }}
      />
      <SaveBar
        form="translations"
        isDirty={failed.length > 0}
        isSaving={false}
        onDiscard={() => failed.forEach(({ key }) => saver.drop(key))}
        question={t`${plural(failed.length, {
          one: "Leave without # translation that could not be saved?",
          other: "Leave without # translations that could not be saved?",
        })}`}
        shownBy="tab"
      />
      {isRemoving && <RemoveDialog courseId={draft.id} language={language} count={translated} onClose={() => setRemoving(false)} />}
    </>
  );
}

/** The parts of the course with how far each is, beside the texts; in one field on a narrow screen. */
function Parts({
  data,
  parts,
  shown,
  onPage,
}: {
  data: Translations;
  parts: readonly Part[];
  shown: Part;
  onPage: (page: string) => void;
}) {
  const { t } = useLingui();
  const titles = new Map(data.pages.map(({ id, title }) => [id, title]));
  const titleOf = (pageId: string | null) =>
    pageId === null ? t`The course and its chapters` : titles.get(pageId) || t`Page without a title`;
  const stateOf = ({ total, translated, stale }: Part) => (stale > 0 ? t`${stale} out of date` : t`${translated} of ${total}`);
  return (
    <div>
      <Select
        label={t`Part of the course`}
        options={parts.map((part) => ({ id: part.pageId ?? "", label: `${titleOf(part.pageId)} (${stateOf(part)})` }))}
        value={shown.pageId ?? ""}
        onChange={onPage}
      />
      <nav className="translation-list" aria-label={t`Parts of the course`}>
        <ul>
          {parts.map((part) => (
            <li key={part.pageId ?? ""}>
              <button
                type="button"
                aria-current={part === shown ? "true" : undefined}
                data-state={part.stale > 0 ? "stale" : part.translated === part.total ? "done" : "open"}
                onClick={() => onPage(part.pageId ?? "")}
              >
                <bdi>{titleOf(part.pageId)}</bdi>
                <span className="muted small num">{stateOf(part)}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function RemoveDialog({ courseId, language, count, onClose }: { courseId: number; language: Target; count: number; onClose: () => void }) {
  const { t } = useLingui();
  const nameOf = useLanguageName();
  const remove = useRemoveLanguage(courseId);
  const name = nameOf(language);
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(language, {
          onSuccess: onClose,
          onError: (error) => toast({ tone: "danger", title: t`The language was not removed`, message: error.message }),
        })
      }
    >
      <p>
        {t`${plural(count, {
          one: `Remove ${name} with its # translated text? This can't be undone.`,
          other: `Remove ${name} with its # translated texts? This can't be undone.`,
        })}`}
      </p>
      <p>
        <Trans>Learners keep what is published until the next version.</Trans>
      </p>
    </ConfirmDialog>
  );
}
