import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, BookOpenText, CircleCheck, FileDiff } from "lucide-react";
import { useState } from "react";
import { languages } from "#platform/languages.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import { WordDiff } from "#ui/word-diff.tsx";
import { plainWords } from "../plain-words.ts";
import type { HelpTexts, HelpVersion, Writing } from "../writing-contract.ts";
import { helpVersionQuery, helpVersionsQuery, useRestoreVersion } from "./writing-hooks.ts";
import "./help-writing.css";

/** What was saved of an article: who and when, what differs from the present text, and each of it shown again. */
export default function ArticleVersions({ writing, onClose }: { writing: Writing; onClose: () => void }) {
  const { t } = useLingui();
  const { article, revision, texts } = writing;
  const query = useQuery(helpVersionsQuery(article));
  const restore = useRestoreVersion();
  const [compared, setCompared] = useState(0);
  const { data, error } = query;
  const ask = (versionId: number, at: number, undo: number | undefined) =>
    restore.mutate(
      { article, versionId, revision: at },
      {
        onSuccess: (after) => {
          toast({
            tone: "success",
            title: t`The earlier version is shown again`,
            ...(undo !== undefined && { action: { label: t`Undo`, onPress: () => ask(undo, after.revision, undefined) } }),
          });
          onClose();
        },
        onError: (failure) => toast({ tone: "danger", title: t`The article was not changed`, message: failure.message }),
      },
    );
  const present = data?.rows[0]?.id;
  return (
    <Dialog
      title={t`Earlier versions`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {error && !data && (
        <ErrorState
          title={t`The versions could not be loaded`}
          safe={t`Nothing was changed.`}
          next={error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isPending && <Skeleton count={4} />}
      {data && data.rows.length === 0 && (
        <p className="muted">
          <Trans>Nothing was saved yet.</Trans>
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ul className="help-versions" aria-label={t`Versions, the newest first`}>
          {data.rows.map((version) => (
            <li key={version.id}>
              <VersionFacts version={version} isPresent={version.id === present} />
              {version.id !== present && (
                <span className="row">
                  <Button
                    size="s"
                    icon={FileDiff}
                    aria-expanded={compared === version.id}
                    onPress={() => setCompared(compared === version.id ? 0 : version.id)}
                  >
                    <Trans>Compare with the present text</Trans>
                  </Button>
                  <Button
                    size="s"
                    icon={ArchiveRestore}
                    isPending={restore.isPending && restore.variables.versionId === version.id}
                    onPress={() => ask(version.id, revision, present)}
                  >
                    <Trans>Show this version again</Trans>
                  </Button>
                </span>
              )}
              {compared === version.id && <Compared article={article} versionId={version.id} present={texts} />}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function VersionFacts({ version: { savedAt, by, isBuiltIn }, isPresent }: { version: HelpVersion; isPresent: boolean }) {
  const { t } = useLingui();
  return (
    <span className="row">
      <Time instant={savedAt} />
      {by !== null && <bdi className="muted">{by}</bdi>}
      {isPresent && <Tag icon={CircleCheck} tone="info">{t`Present version`}</Tag>}
      {isBuiltIn && <Tag icon={BookOpenText}>{t`Built-in text`}</Tag>}
    </span>
  );
}

/** What differs between a version and the present text, in each language. */
function Compared({ article, versionId, present }: { article: string; versionId: number; present: HelpTexts }) {
  const { t } = useLingui();
  const nameOf = useLanguageName();
  const { data, error } = useQuery(helpVersionQuery(article, versionId));
  if (error)
    return (
      <p className="ui-error" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <Skeleton count={2} />;
  const differing = languages.filter((language) => JSON.stringify(data.texts[language]) !== JSON.stringify(present[language]));
  if (differing.length === 0)
    return (
      <p className="muted" role="status">
        <Trans>It says the same as the present text.</Trans>
      </p>
    );
  return (
    <dl className="stack">
      {differing.map((language) => {
        const words = ({ [language]: text }: HelpTexts) => (text ? `${text.title}\n${plainWords(text.html)}` : "");
        const [was, is] = [words(data.texts), words(present)];
        return (
          <div key={language}>
            <dt className="muted small">{nameOf(language)}</dt>
            <dd>
              {was === is ? (
                <span className="muted">{t`The formatting changed.`}</span>
              ) : (
                <WordDiff before={was} after={is} lang={language} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
